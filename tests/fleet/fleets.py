"""Robots for tests, and the bytes that a run leaves behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SHAPE = '<visual><geometry><box size="0.1 0.2 0.3"/></geometry></visual>'


def robot(number: int, *, links: int = 2) -> str:
    parts = "".join(f'<link name="l{i}">{SHAPE}</link>' for i in range(links))
    parts += "".join(
        f'<joint name="j{i}" type="revolute"><parent link="l{i - 1}"/><child link="l{i}"/>'
        f'<origin xyz="0 0 {0.1 + 0.001 * number}"/><axis xyz="0 0 1"/>'
        '<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>'
        for i in range(1, links)
    )
    return f'<robot name="r{number}">{parts}</robot>'


def fleet(folder: Path, count: int) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        (folder / f"r{number:04}.urdf").write_text(robot(number))
    return folder


def results(output: Path) -> dict[str, bytes]:
    """Every file whose content must not depend on workers: all but times and the page."""
    found = {"results.jsonl": (output / "results.jsonl").read_bytes()}
    for folder in ("artefacts", "thumbnails"):
        for path in sorted((output / folder).rglob("*")):
            if path.is_file():
                found[path.relative_to(output).as_posix()] = path.read_bytes()
    return found


def lines_of(path: Path) -> int:
    """How many whole lines a file has; none where it is not there."""
    return path.read_bytes().count(b"\n") if path.is_file() else 0


def children_of(process: int) -> list[int]:
    text = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True, check=False
    ).stdout
    return [int(word) for word in text.split()]


def start(*words: str, env: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **(env or {})},
    )
