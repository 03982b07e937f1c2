"""What is changed stays what it was: `.xml` is URDF for URDF, and MJCF for all else."""

from __future__ import annotations

from pathlib import Path

import pytest

import fourbar as fb
from fourbar.cli import main
from fourbar.formats import SaveError
from fourbar.formats.changed import is_same_format, is_urdf
from fourbar.formats.sniff import is_mjcf
from fourbar.viewer.source import as_source

ARM = """<robot name="arm">
  <!-- kept -->
  <link name="base"/>
  <link name="body"><visual><geometry><box size="0.1 0.2 0.3"/></geometry></visual>
    <inertial><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
  </link>
  <joint name="turn" type="continuous"><parent link="base"/><child link="body"/>
    <axis xyz="0 0 1"/></joint>
</robot>
"""
CHANGES = {
    "edit": ["--prefix", "left_"],
    "inertia": ["--all", "--density", "1000"],
    "collide": ["--method", "box"],
    "meshes": ["--convert", "stl"],
}
every_change = pytest.mark.parametrize("command", CHANGES)


@pytest.fixture
def arm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("arm.urdf", "arm.xml"):
        (tmp_path / name).write_text(ARM, encoding="utf-8")
    (tmp_path / "wide.xml").write_text('<?xml version="1.0"?>\n' + ARM, encoding="utf-16")
    (tmp_path / "arm.xacro").write_text(
        ARM.replace("<robot ", '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" '),
        encoding="utf-8",
    )
    (tmp_path / "arm.mjcf").write_text(
        "<mujoco model='arm'><worldbody><body name='body'><joint name='turn' axis='0 0 1'/>"
        "<geom type='box' size='.1 .1 .1'/></body></worldbody></mujoco>",
        encoding="utf-8",
    )
    (tmp_path / "moved.xml").write_bytes((tmp_path / "arm.mjcf").read_bytes())
    return tmp_path


def change(command: str, source: str, output: str) -> None:
    assert main([command, source, *CHANGES[command], "-o", output]) == 0


@every_change
@pytest.mark.parametrize("source", ["arm.urdf", "arm.xml"])
def test_urdf_stays_urdf_in_a_file_that_can_hold_it(arm: Path, command: str, source: str) -> None:
    change(command, source, "out.xml")
    change(command, source, "out.urdf")
    text = (arm / "out.xml").read_bytes()
    assert text == (arm / "out.urdf").read_bytes()
    assert b"<!-- kept -->" in text
    assert fb.load(arm / "out.xml") == fb.load(arm / "out.urdf")


@every_change
def test_also_where_the_text_cannot_be_kept(arm: Path, command: str) -> None:
    change(command, "wide.xml", "out.xml")
    assert is_urdf(arm / "out.xml")
    assert fb.load(arm / "out.xml").root.name.endswith("base")


@every_change
@pytest.mark.parametrize("source", ["arm.mjcf", "moved.xml"])
def test_mjcf_stays_mjcf(arm: Path, command: str, source: str) -> None:
    pytest.importorskip("mujoco")
    change(command, source, "out.xml")
    assert is_mjcf((arm / "out.xml").read_bytes())


@every_change
def test_xacro_is_never_written_and_so_the_extension_decides(arm: Path, command: str) -> None:
    change(command, "arm.xacro", "out.xml")
    assert is_mjcf((arm / "out.xml").read_bytes())
    change(command, "arm.xacro", "out.urdf")
    assert is_urdf(arm / "out.urdf")


def test_the_extension_decides_for_convert(arm: Path) -> None:
    assert main(["convert", "arm.urdf", "out.xml"]) == 0
    assert is_mjcf((arm / "out.xml").read_bytes())


def test_what_can_hold_what(arm: Path) -> None:
    pytest.importorskip("mujoco")
    same = {
        ("arm.urdf", ".xml"): True,
        ("arm.urdf", ".urdf"): True,
        ("arm.urdf", ".mjcf"): False,
        ("arm.urdf", ".glb"): False,
        ("moved.xml", ".xml"): True,
        ("moved.xml", ".mjz"): True,
        ("moved.xml", ".urdf"): False,
        ("arm.xacro", ".xacro"): False,
        ("arm.xacro", ".urdf"): False,
        ("missing.urdf", ".urdf"): False,
    }
    for (source, suffix), expected in same.items():
        assert is_same_format(fb.read(source), f"out{suffix}") == expected, (source, suffix)


def test_in_python_the_format_can_be_given(arm: Path) -> None:
    robot = fb.load("arm.xml")
    with pytest.raises(SaveError, match="is URDF, and would become MJCF; pass format"):
        fb.save(robot, "arm.xml")
    assert (arm / "arm.xml").read_text(encoding="utf-8") == ARM
    fb.save(robot, "arm.xml", format="urdf")
    assert fb.load("arm.xml") == robot
    fb.save(robot, "other.xml")
    assert is_mjcf((arm / "other.xml").read_bytes())
    with pytest.raises(SaveError, match=r"'\.glb' files cannot hold URDF; expected \.urdf or"):
        fb.save(robot, "arm.glb", format="urdf")
    with pytest.raises(SaveError, match="unknown format 'xacro'; expected one of: urdf, gltf"):
        fb.save(robot, "arm.xacro", format="xacro")


def test_the_viewer_fixes_what_is_urdf_only(arm: Path) -> None:
    fixable = {name: as_source(name).can_be_fixed for name in ("arm.urdf", "arm.xml", "moved.xml")}
    assert fixable == {"arm.urdf": True, "arm.xml": True, "moved.xml": False}


@every_change
def test_the_help_says_so(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    assert "A .xml file is URDF where the input is, and else MJCF." in shown


def test_meshes_inside_a_file_become_files_for_what_has_addresses(arm: Path) -> None:
    """URDF and SDFormat alike: an address inside another file means nothing there."""
    (arm / "part.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", encoding="utf-8")
    box = '<box size="0.1 0.2 0.3"/>'
    (arm / "part.urdf").write_text(ARM.replace(box, '<mesh filename="part.obj"/>'))
    assert main(["convert", "part.urdf", "part.glb"]) == 0
    (arm / "part.obj").unlink()
    for suffix in (".urdf", ".sdf"):
        assert main(["convert", "part.glb", f"new{suffix}", "--meshes", f"in{suffix}"]) == 0
        (visual,) = fb.load(f"new{suffix}").links["body"].visuals
        assert isinstance(visual.geometry, fb.Mesh)
        assert (arm / visual.geometry.filename).is_file()
