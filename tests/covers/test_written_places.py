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
