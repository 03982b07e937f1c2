"""What a view takes on has an end: connections, hosts, files that never rest, and previews."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import fourbar as fb
from fourbar.diagnostics import Report
from fourbar.gltf import write_glb
from fourbar.gltf.animate import closed_motion
from fourbar.viewer import ListenError, View, limits
from fourbar.viewer.guard import Guard
from fourbar.viewer.reload import Watcher
from fourbar.viewer.scene import Scene
from fourbar.viewer.source import as_source

from .page import ARM, Page


def test_silent_connections_make_room_for_others(
    view: View, open_page: Callable[[View], Page]
) -> None:
    """Opening connections and saying nothing keeps nobody out."""
    address = ("127.0.0.1", int(view.url.split(":")[2].split("/")[0]))
    silent = [socket.create_connection(address) for _ in range(limits.MAX_CONNECTIONS + 20)]
    try:
        page = open_page(view)
        assert page.receive()["type"] == "scene"
    finally:
        for each in silent:
            each.close()


def test_a_zone_in_the_host_is_refused() -> None:
    guard = Guard("::1", 80)
    assert guard.permits("[::1]:80", None)
    assert not guard.permits("[::1%a; script-src *]:80", None)


def test_an_empty_host_is_refused() -> None:
    with pytest.raises(ListenError, match="the host is empty"):
        View(host="")


def test_a_file_that_never_rests_is_read_all_the_same(tmp_path: Path) -> None:
    file = tmp_path / "arm.urdf"
    file.write_text("0")
    scene = Scene()
    shown = scene.add(as_source(file), key="arm", position=None)
    read: list[int] = []
    watcher = Watcher(lambda _: read.append(1), interval=0.01)
    watcher.watch(shown, {str(file): (-1, -1)})
    end = time.monotonic() + 30.0
    count = 0
    while not read and time.monotonic() < end:
        count += 1
        file.write_text("x" * (count % 1000))  # another size at every look
        time.sleep(0.002)
    watcher.close()
    assert read


def four_bars(count: int) -> bytes:
    """Four-bar linkages side by side."""
    text = '<robot name="many"><link name="ground"/>'
    for i in range(count):
        parents = ("ground", f"a{i}", f"b{i}")
        for k, parent in enumerate(parents):
            child, x, y = f"{'abc'[k]}{i}", min(k, 1), 0 if k else i
            text += (
                f'<link name="{child}"/><joint name="j{child}" type="continuous">'
                f'<parent link="{parent}"/><child link="{child}"/>'
                f'<origin xyz="{x} {y} 0"/><axis xyz="0 0 1"/></joint>'
            )
        text += (
            f'<loop name="l{i}" type="continuous"><axis xyz="0 0 1"/>'
            f'<predecessor link="ground"><origin xyz="1 {i} 0"/></predecessor>'
            f'<successor link="c{i}"><origin xyz="1 0 0"/></successor></loop>'
        )
    return (text + "</robot>").encode()


def test_animations_take_a_bounded_amount_of_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not of time: the same file gives the same bytes on a slow machine."""
    moves = 0
    plain = closed_motion.move

    def move(*arguments: object, **options: object) -> object:
        nonlocal moves
        moves += 1
        return plain(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(closed_motion, "move", move)
    monkeypatch.setattr(closed_motion, "_WORK", 400_000)
    counts: list[int] = []
    for count in (2, 4, 8):
        moves = 0
        report = Report()
        robot = fb.loads(four_bars(count))
        first = write_glb(robot, report=report)
        assert "E756" in [finding.code for finding in report]
        assert "joints are animated: the loops" in str(report)
        counts.append(moves)
        assert first == write_glb(robot)
    assert counts[0] >= counts[1] >= counts[2]
    assert counts[2] * 8 <= 400_000 / closed_motion._PER_BLOCK


def test_the_newest_drop_wins(view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    """A robot that nobody looks at any more is not converted to its end."""
    begun: list[str] = []
    plain = closed_motion.move

    def move(*arguments: object, **options: object) -> object:
        begun.append("")
        time.sleep(0.05)  # as slow as a mechanism with very many loops
        return plain(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(closed_motion, "move", move)
    view.add(four_bars(6))
    while not begun:
        time.sleep(0.001)
    view._backstage.clear()
    newer = view.add(ARM.format(name="newer", length=0.5).encode())
    assert newer.robot.name == "newer"
    # 6 drives and all of them together, 96 keys each, would have been made before.
    assert len(begun) < 96
