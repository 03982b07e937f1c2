"""A text file that is replaced keeps its line ends."""

from __future__ import annotations

from pathlib import Path

import pytest

import fourbar as fb
from fourbar.cli import main

ROBOT = b"""<robot name="r">
  <!-- one
  two -->
  <link name="a"/>
  <link name="b"/>
  <joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint>
</robot>
""".replace(b"\n", b"\r\n")
STATES = b"""<robot name="r">
  <group name="g"><joint name="j"/></group>
  <group_state name="home" group="g"><joint name="j" value="1"/></group_state>
</robot>
"""


@pytest.mark.parametrize("name", ["r.urdf", "r.srdf"])
def test_text_keeps_the_line_ends_of_the_file_it_replaces(tmp_path: Path, name: str) -> None:
    robot = fb.load(ROBOT, srdf=STATES)
    fb.save(robot, tmp_path / f"new.{name}")
    fresh = (tmp_path / f"new.{name}").read_bytes()
    assert b"\r" not in fresh
    (tmp_path / name).write_bytes(ROBOT)
    for _ in range(2):
        fb.save(robot, tmp_path / name)
        assert (tmp_path / name).read_bytes() == fresh.replace(b"\n", b"\r\n")


def test_convert_keeps_the_line_ends_of_its_output(tmp_path: Path) -> None:
    source, output = tmp_path / "in.urdf", tmp_path / "out.urdf"
    source.write_bytes(ROBOT.replace(b"\r\n", b"\n"))
    output.write_bytes(ROBOT)
    assert main(["convert", str(source), str(output)]) == 0
    lines = output.read_bytes().split(b"\n")
    assert len(lines) > 3
    assert all(line.endswith(b"\r") for line in lines[:-1])


def test_bytes_that_look_like_lines_are_left_alone(tmp_path: Path) -> None:
    robot, output = fb.load(ROBOT), tmp_path / "r.glb"
    fb.save(robot, output)
    fresh = output.read_bytes()
    output.write_bytes(ROBOT)
    fb.save(robot, output)
    assert output.read_bytes() == fresh
