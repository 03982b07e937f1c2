"""Reading `.mjz`: the robot with its meshes, and archives that are not what they seem."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

import fourbar as fb
from fourbar.assets import TriangleMesh, box
from fourbar.assets.write_stl import write_stl
from fourbar.blender.plan import mesh_source_of, plan_scene
from fourbar.cli import main
from fourbar.diagnostics import Report

pytest.importorskip("mujoco")

ROBOT = b"""<mujoco model="m"><asset><mesh name="p" file="a/p.stl" scale="2 1 1"/></asset>
<worldbody>
<body name="arm"><inertial pos="0 0 0" mass="2" diaginertia="1 1 1"/><joint name="j" type="hinge"/>
<geom type="mesh" mesh="p" group="2" contype="0" conaffinity="0"/></body></worldbody></mujoco>"""
STL = write_stl(TriangleMesh((box((0.1, 0.2, 0.3)),)))


def archive(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return out.getvalue()


@pytest.mark.parametrize("lossless", [True, False])
def test_what_was_written_is_read(tmp_path: Path, lossless: bool) -> None:
    robot = fb.load("gallery:leg_linkage")
    fb.save(robot, tmp_path / "leg.mjz", lossless=lossless)
    other = fb.load(tmp_path / "leg.mjz")
    assert other.mass == pytest.approx(robot.mass, abs=1e-12)
    assert len(other.loops) == len(robot.loops)
    assert (other.replace(configurations=()) == robot) is lossless


def test_meshes_inside_are_used_and_taken_out(tmp_path: Path) -> None:
    path = tmp_path / "m.mjz"
    path.write_bytes(archive({"m.xml": ROBOT, "a/p.stl": STL}))
    assert main(["convert", str(path), str(tmp_path / "m.glb")]) == 0
    assert main(["convert", str(path), str(tmp_path / "m.urdf")]) == 0
    (visual,) = fb.load(tmp_path / "m.urdf").links["arm"].visuals
    assert isinstance(visual.geometry, fb.Mesh)
    assert (tmp_path / visual.geometry.filename).is_file()
    size = fb.load(tmp_path / "m.urdf")
    assert not [d for d in fb.compare(size, path).differences if d.category == "visual"]


def test_meshes_inside_keep_their_scale_in_blender(tmp_path: Path) -> None:
    path = tmp_path / "m.mjz"
    path.write_bytes(archive({"m.xml": ROBOT, "a/p.stl": STL}))
    robot = fb.load(path)
    report = Report()
    plan = plan_scene(robot, mesh_source_of(robot, report))
    assert [each.scale for each in plan.objects if each.mesh] == [(2.0, 1.0, 1.0)]
    assert not list(report)


def test_the_file_called_as_the_archive_is_the_robot(tmp_path: Path) -> None:
    path = tmp_path / "two.mjz"
    other = ROBOT.replace(b'mass="2"', b'mass="3"')
    path.write_bytes(archive({"one.xml": ROBOT, "two.xml": other, "a/p.stl": STL}))
    assert fb.load(path).mass == 3.0
    robot, report = fb.read(path.rename(tmp_path / "three.mjz"))
    assert robot is None
    assert "several MJCF files (one.xml, two.xml); name one 'three.xml'" in str(report.errors[0])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (archive({"m.xml": ROBOT, "big": bytes(1 << 29)}), "holds more than 256 MB"),
        (archive({f"{k}": b"" for k in range(2001)}), "has 2001 files; the limit is 2,000"),
        (archive({"../m.xml": ROBOT}), "is outside of it"),
        (archive({"/etc/m.xml": ROBOT}), "is outside of it"),
        (archive({"readme.txt": b"nothing"}), "has no MJCF file"),
        (archive({}), "has no MJCF file"),
        (b"PK\x03\x04 nothing of an archive", "the archive is damaged"),
        (archive({"m.xml": ROBOT})[:-30], "the archive is damaged"),
    ],
)
def test_hostile_archives_are_findings(data: bytes, message: str) -> None:
    robot, report = fb.read(data, format="mjcf")
    assert robot is None
    assert message in report.errors[0].message
    assert report.errors[0].code == "F920"
