"""kill -9 during `convert` and `fix`: a file is the old one or the new one, never half of one.

FOURBAR_KILLS=300 is what a release is tried with; the tests kill fewer.
"""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import pytest

from fourbar.cli import main

KILLS = int(os.environ.get("FOURBAR_KILLS", "20"))


def axes(count: int) -> str:
    """A chain with an axis to normalise in every joint, and a shape on every link."""
    shape = '<visual><geometry><sphere radius="1"/></geometry></visual>'
    links = "".join(f'  <link name="l{i}">{shape}</link>\n' for i in range(count))
    joints = "".join(
        f'  <joint name="j{i}" type="continuous"><parent link="l{i - 1}"/><child link="l{i}"/>'
        '<axis xyz="0 0 2"/></joint>\n'
        for i in range(1, count)
    )
    return f'<robot name="r">\n{links}{joints}</robot>\n'


def run(words: list[str]) -> int:
    """A process of its own that runs a command: forked, so that hundreds take seconds."""
    process = os.fork()
    if process:
        return process
    try:
        for stream in (1, 2):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
        main(words)
    finally:
        os._exit(0)


def duration(words: list[str]) -> float:
    before = time.monotonic()
    os.waitpid(run(words), 0)
    return time.monotonic() - before


def kill_often(words: list[str], target: Path, old: bytes, new: bytes) -> tuple[int, int]:
    """Kill the command again and again; how often it was still running, and how often it wrote."""
    longest = duration(words)
    assert target.read_bytes() == new
    choose = random.Random(0)
    killed = written = 0
    while killed < KILLS:
        target.write_bytes(old)
        process = run(words)
        # Most of the time goes into reading: the second half is where files are written.
        time.sleep(longest * choose.uniform(0.3, 1.1))
        os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        killed += os.WIFSIGNALED(status)
        content = target.read_bytes()
        assert content in (old, new)
        written += content == new
        # A process that ends by itself every time is killed too late.
        longest *= 1.0 if os.WIFSIGNALED(status) else 0.98
    return killed, written


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_convert(tmp_path: Path) -> None:
    source, target = tmp_path / "arm.urdf", tmp_path / "arm.glb"
    source.write_text(axes(300))
    words = ["convert", str(source), str(target)]
    main(words)
    new = target.read_bytes()
    killed, _ = kill_often(words, target, b"the file that was there before", new)
    assert killed == KILLS
    main([*words, "--no-animations"])  # the next run cleans up
    assert sorted(file.name for file in tmp_path.iterdir()) == ["arm.glb", "arm.urdf"]
    assert source.read_text() == axes(300)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_fix(tmp_path: Path) -> None:
    file = tmp_path / "arm.urdf"
    old = axes(300)
    file.write_text(old)
    words = ["fix", "--isolated", str(file)]
    main(words)
    new = file.read_bytes()
    assert new == old.replace("0 0 2", "0 0 1").encode()
    killed, _ = kill_often(words, file, old.encode(), new)
    assert killed == KILLS
    file.write_text(old)
    main(words)  # the next run cleans up
    assert [each.name for each in tmp_path.iterdir()] == ["arm.urdf"]
