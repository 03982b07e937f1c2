"""Meshes that were made are those in what is written, wherever it is written to."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
from fourbar.assets import Primitive, TriangleMesh, box, sphere
from fourbar.assets.made_source import MadeMesh, MadeMeshError, with_made_meshes
from fourbar.assets.write_stl import write_stl
from fourbar.cli import main
from fourbar.diagnostics import PartPath

from .parts_tool import need_coacd

SUFFIXES = (".urdf", ".glb", ".usda", ".mjcf", ".sdf")


def boxes(*corners: tuple[tuple[float, ...], tuple[float, ...]]) -> bytes:
    """Boxes between two corners as STL."""
    points, triangles = [], []
    for low, high in corners:
        one = box(np.subtract(high, low))
        middle = np.add(low, high) / 2.0
        triangles.append(np.asarray(one.triangles) + sum(len(each) for each in points))
        points.append(np.asarray(one.positions, dtype=np.float64) + middle)
    mesh = Primitive.from_arrays(np.concatenate(points), np.concatenate(triangles))
    return write_stl(TriangleMesh((mesh,)))


@pytest.fixture
def arm(tmp_path: Path) -> Path:
    """A robot of one mesh, with unrelated files in every folder that its meshes may be sought."""
    source = tmp_path / "deep" / "src"
    (source / "x_collision").mkdir(parents=True)
    elsewhere = tmp_path / "dst"
    elsewhere.mkdir()
    (source / "base.stl").write_bytes(
        boxes(((0, 0, 0), (0.4, 0.1, 0.1)), ((0, 0, 0), (0.1, 0.4, 0.1)))
    )
    other = boxes(((0, 0, 0), (0.01, 0.01, 0.01)))
    for name in ("arm.stl", "x_collision/arm.stl", "x_collision/base.stl"):
        (source / name).write_bytes(other)
    file = source / "arm.urdf"
    file.write_text(
        '<robot name="arm"><link name="arm"><visual><geometry><mesh filename="base.stl"/>'
        "</geometry></visual></link></robot>"
    )
    return file


def measured(file: Path, capsys) -> list[dict]:
    capsys.readouterr()
    assert main(["collide", str(file), "--measure", "--json"]) == 0
    return json.loads(capsys.readouterr().out)["links"]


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("place", ["deep/src", "dst"])
def test_the_made_shapes_are_those_in_the_file(arm, tmp_path, capsys, suffix, place):
    output = tmp_path / place / f"x{suffix}"
    assert main(["collide", str(arm), "--method", "hull", "-o", str(output)]) == 0
    (row,) = measured(output, capsys)
    assert not row["problem"]
    assert row["outside"] == 0.0
    assert 0.1 < row["excess"] < 0.3  # of the hull of an L; the unrelated box reaches nowhere
    if suffix == ".glb":
        assert str(tmp_path).encode() not in output.read_bytes()


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_fleet_has_its_own_shapes(arm, tmp_path, capsys, suffix):
    results = tmp_path / "results"
    args = ["fleet", "collide", str(arm), "--method", "hull", "--to", suffix, "-o", str(results)]
    assert main(args) == 0
    (output,) = results.rglob(f"robot{suffix}")
    (row,) = measured(output, capsys)
    assert not row["problem"]
    assert row["outside"] == 0.0
    assert 0.1 < row["excess"] < 0.3


@pytest.mark.parametrize("suffix", [".glb", ".usda", ".mjcf", ".sdf"])
def test_simplified_meshes_are_those_in_the_file(tmp_path, suffix):
    source, elsewhere = tmp_path / "deep" / "src", tmp_path / "dst"
    (source / "x_meshes").mkdir(parents=True)
    elsewhere.mkdir()
    ball = write_stl(TriangleMesh((sphere(0.1, segments=48),)))
    for name in ("ball.stl", "x_meshes/ball.stl"):
        (source / name).write_bytes(ball)
    file = source / "ball.urdf"
    file.write_text(
        '<robot name="ball"><link name="ball"><visual><geometry><mesh filename="ball.stl"/>'
        "</geometry></visual></link></robot>"
    )
    output = elsewhere / f"x{suffix}"
    assert main(["meshes", str(file), "--simplify", "5mm", "-o", str(output)]) == 0
    before, after = (fb.load(each) for each in (file, output))
    written = (elsewhere / "x_meshes" / "ball.stl").read_bytes()
    count = (len(written) - 84) // 50  # a binary STL file has 50 bytes for each
    assert triangles(after) == count < triangles(before) / 2


def triangles(robot: fb.Robot) -> int:
    from fourbar.assets.disk_meshes import meshes_of
    from fourbar.diagnostics import Report

    report = Report()
    files = meshes_of(robot, report=report)
    path = PartPath("link", "ball").item("visual", 0)
    mesh = robot.links["ball"].visuals[0].geometry
    found = files.read(files.content(mesh, path=path), name=mesh.filename, path=path, report=report)
    assert report.ok
    return found.triangle_count


def test_a_made_mesh_that_cannot_be_read_back_is_an_error(arm):
    robot = fb.load(arm)
    path = PartPath("link", "arm").item("visual", 0)
    with pytest.raises(MadeMeshError, match="cannot be read back"):
        with_made_meshes(robot, {path: MadeMesh("m/base.stl", b"solid")}, original=robot)


def test_files_that_the_robot_uses_are_not_written_over(tmp_path):
    meshes = tmp_path / "meshes"
    meshes.mkdir()
    shape = boxes(((0, 0, 0), (0.4, 0.1, 0.1)), ((0, 0, 0), (0.1, 0.4, 0.1)))
    (meshes / "base.stl").write_bytes(shape)
    (meshes / "base_collision.stl").write_bytes(shape + b"\0")
    file = tmp_path / "arm.urdf"
    file.write_text(
        '<robot name="arm"><link name="base"><visual><geometry><mesh filename="meshes/base.stl"/>'
        "</geometry></visual><visual><geometry>"
        '<mesh filename="meshes/base_collision.stl"/></geometry></visual></link></robot>'
    )
    output = tmp_path / "new.urdf"
    args = ["collide", str(file), "--method", "hull", "--meshes", str(meshes), "-o", str(output)]
    for _ in range(2):  # the same names the second time
        assert main(args) == 0
        assert (meshes / "base.stl").read_bytes() == shape
        assert (meshes / "base_collision.stl").read_bytes() == shape + b"\0"
        names = sorted(each.name for each in meshes.iterdir())
        assert names == ["base.stl", "base_collision.stl", "base_collision_collision.stl"]
    (made,) = fb.load(output).links["base"].collisions
    assert made.geometry.filename == "meshes/base_collision_collision.stl"


def test_collision_meshes_of_the_input_stay_unless_it_is_rewritten(tmp_path):
    visual = boxes(((0, 0, 0), (0.4, 0.1, 0.1)), ((0, 0, 0), (0.1, 0.4, 0.1)))
    (tmp_path / "look.stl").write_bytes(visual)
    folder = tmp_path / "hulls"
    folder.mkdir()
    own = boxes(((0, 0, 0), (0.4, 0.4, 0.1)))
    (folder / "base.stl").write_bytes(own)
    file = tmp_path / "arm.urdf"
    file.write_text(
        '<robot name="arm"><link name="base"><visual><geometry><mesh filename="look.stl"/>'
        '</geometry></visual><collision><geometry><mesh filename="hulls/base.stl"/>'
        "</geometry></collision></link></robot>"
    )
    args = ["collide", str(file), "--method", "hull", "--meshes", str(folder), "-o"]
    assert main([*args, str(tmp_path / "new.urdf")]) == 0
    assert (folder / "base.stl").read_bytes() == own
    assert (folder / "base_collision.stl").exists()
    assert main([*args, str(file)]) == 0
    assert (folder / "base.stl").read_bytes() == (folder / "base_collision.stl").read_bytes()


def test_a_surface_without_parts_is_a_problem_in_words(tmp_path, capsys):
    need_coacd()
    (tmp_path / "point.obj").write_text("v 0 0 0\nv 0 0 0\nv 0 0 0\nf 1 2 3\n")
    file = tmp_path / "point.urdf"
    file.write_text(
        '<robot name="a"><link name="a"><visual><geometry><mesh filename="point.obj"/>'
        "</geometry></visual></link></robot>"
    )
    assert main(["collide", str(file), "--method", "parts"]) == 1
    assert "not computed: CoACD found no convex parts" in capsys.readouterr().out


def test_a_ratio_below_1_and_a_list_of_what_is_written(arm, tmp_path, capsys):
    with pytest.raises(SystemExit):
        main(["collide", str(arm), "--max-volume-ratio", "0.9"])
    assert "less than 1" in capsys.readouterr().err
    with pytest.raises(ValueError, match="at least 1"):
        fb.collision_shapes(fb.load(arm), max_volume_ratio=0.9)
    for method, listed in (("box", False), ("sphere", True)):
        args = ["collide", str(arm), "--method", method, "-o", str(tmp_path / "x.foo")]
        assert main(args) == 2
        assert (".srdf" in capsys.readouterr().err) == listed
