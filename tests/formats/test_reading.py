"""What reading leaves behind: every file once, and all of them known."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import fourbar as fb
from fourbar.cli import main
from fourbar.lint import check
from fourbar.viewer.source import as_source

_recorders: list[Counter[str]] = []


def _audit(event: str, arguments: tuple[object, ...]) -> None:
    # Hooks cannot be removed: this one listens while somebody counts.
    if event == "open" and _recorders and isinstance(arguments[0], str | bytes | os.PathLike):
        mode = arguments[1]
        if mode is None or "r" in str(mode):
            for recorder in _recorders:
                recorder[os.path.realpath(os.fsdecode(arguments[0]))] += 1


sys.addaudithook(_audit)


@contextmanager
def counted(folder: Path) -> Iterator[Counter[str]]:
    """How often each file below a folder is opened for reading."""
    counter: Counter[str] = Counter()
    _recorders.append(counter)
    try:
        yield counter
    finally:
        _recorders.remove(counter)
        inside = os.path.realpath(folder) + os.sep
        # Looking for a file that is not there opens nothing.
        for name in [n for n in counter if not (n.startswith(inside) and Path(n).exists())]:
            del counter[name]


TRIANGLE = b"""solid t
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 1 0 0
vertex 0 1 0
endloop
endfacet
endsolid t
"""
OBJ = b"mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n"
MTL = b"newmtl red\nKd 1 0 0\nmap_Kd picture.png\n"
URDF = """<robot name="r">
<material name="m"><texture filename="skin.png"/></material>
<link name="a"><visual><geometry><mesh filename="a.stl"/></geometry><material name="m"/></visual>
</link>
<link name="b"><visual><geometry><mesh filename="b.obj"/></geometry></visual>
<collision><geometry><mesh filename="lost.stl"/></geometry></collision></link>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint>
</robot>"""
SRDF = """<robot name="r">
<group_state name="s" group="g"><joint name="j" value="1"/></group_state>
</robot>"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    from PIL import Image

    (tmp_path / "a.stl").write_bytes(TRIANGLE)
    (tmp_path / "b.obj").write_bytes(OBJ)
    (tmp_path / "m.mtl").write_bytes(MTL)
    for name in ("picture.png", "skin.png"):
        Image.new("RGB", (2, 2)).save(tmp_path / name)
    (tmp_path / "r.urdf").write_text(URDF)
    (tmp_path / "r.srdf").write_text(SRDF)
    return tmp_path


def once(folder: Path, *names: str) -> dict[str, int]:
    return {os.path.realpath(folder / name): 1 for name in names}


def test_reading_unpacks_as_robot_and_report(folder: Path) -> None:
    reading = fb.read(folder / "r.urdf", srdf=folder / "r.srdf")
    robot, report = reading
    assert robot is reading.robot is not None
    assert report is reading.report
    assert reading.files == (folder / "r.urdf", folder / "r.srdf")
    assert reading.options.srdf == folder / "r.srdf"
    assert isinstance(reading, fb.Reading)


def test_check_reads_each_file_once(folder: Path) -> None:
    with counted(folder) as opened:
        check(folder / "r.urdf", srdf=folder / "r.srdf")
    names = ("r.urdf", "r.srdf", "a.stl", "b.obj", "m.mtl", "picture.png", "skin.png")
    assert opened == once(folder, *names)


def test_the_command_check_reads_the_file_once(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with counted(folder) as opened:
        main(["check", str(folder / "r.urdf"), "--no-meshes", "--isolated"])
    capsys.readouterr()
    assert opened == once(folder, "r.urdf")


def test_check_of_a_gltf_file_reads_it_once(folder: Path) -> None:
    glb = folder / "r.glb"
    fb.save(fb.load("gallery:four_bar"), glb)
    with counted(folder) as opened:
        assert not check(glb).errors
    assert opened == once(folder, "r.glb")


def test_what_was_read_is_checked_without_reading_it_again(folder: Path) -> None:
    reading = fb.read(folder / "r.urdf")
    with counted(folder) as opened:
        report = check(reading)
        assert str(report) == str(check(folder / "r.urdf"))
    assert opened[os.path.realpath(folder / "r.urdf")] == 1  # by the second check only


@pytest.mark.parametrize("coupling", ["paper", "parser"])
def test_an_unchanged_robot_is_not_parsed_again(coupling: str, monkeypatch) -> None:
    text = (
        b'<robot name="r"><link name="a"/><link name="b"/><link name="c"/>'
        b'<joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint>'
        b'<joint name="k" type="continuous"><parent link="a"/><child link="c"/></joint>'
        b'<coupling name="l"><predecessor link="b"/><successor link="c"/><ratio value="3"/>'
        b"</coupling></robot>"
    )
    robot, report = fb.read(text, coupling=coupling)
    assert robot is not None
    with monkeypatch.context() as patched:
        patched.setattr("fourbar.formats.robot_xml.parse", None)
        found = {(d.code, d.message) for d in check(robot)}
    assert {(d.code, d.message) for d in report} <= found
    assert ("S121", next(d.message for d in report if d.code == "S121")) in found
    changed = robot.replace(name="other")
    assert "S121" not in {d.code for d in check(changed)}


def test_view_reads_each_file_once_and_watches_exactly_these(folder: Path) -> None:
    from fourbar.diagnostics import Report
    from fourbar.viewer.convert import robot_glb

    source = as_source(folder / "r.urdf", srdf=str(folder / "r.srdf"))
    with counted(folder) as opened:
        reading = source.read()
        assert reading.robot is not None
        robot_glb(reading.robot, report=Report(), packages={}, opened=reading.opened)
        source.check(reading)
    names = ("r.urdf", "r.srdf", "a.stl", "b.obj", "m.mtl", "picture.png", "skin.png")
    assert opened == once(folder, *names)
    # A file that is missing is looked for again.
    expected = {str(folder / name) for name in (*names, "lost.stl")}
    assert {str(file) for file in reading.files} == expected


def test_a_file_that_cannot_be_opened_is_watched(tmp_path: Path) -> None:
    reading = fb.read(tmp_path / "none.urdf")
    assert reading.robot is None
    assert reading.files == (tmp_path / "none.urdf",)


def test_xacro_is_expanded_once_and_its_files_are_known(tmp_path: Path) -> None:
    (tmp_path / "part.xacro").write_text(
        '<robot xmlns:xacro="http://ros.org/wiki/xacro"><link name="a"/></robot>'
    )
    (tmp_path / "values.yaml").write_text("name: arm\n")
    (tmp_path / "r.xacro").write_text(
        '<robot name="r" xmlns:xacro="http://ros.org/wiki/xacro">'
        '<xacro:include filename="part.xacro"/>'
        '<xacro:property name="v" value="${xacro.load_yaml(\'values.yaml\')}"/>'
        "<link name=\"${v['name']}\"/></robot>"
    )
    source = as_source(tmp_path / "r.xacro")
    with counted(tmp_path) as opened:
        reading = source.read()
        source.check(reading)
    assert opened == once(tmp_path, "r.xacro", "part.xacro", "values.yaml")
    names = {"r.xacro", "part.xacro", "values.yaml"}
    assert {Path(file).name for file in reading.files} == names
