"""How well the collision shapes of a file cover its visuals, and what a check says about it."""

from __future__ import annotations

import json

import numpy as np
import pytest

import fourbar as fb
from fourbar._native import Inside, TriangleTree
from fourbar.assets import Primitive, TriangleMesh, convex_hull
from fourbar.assets.disk_meshes import meshes_of
from fourbar.assets.write_stl import write_stl
from fourbar.cli import main
from fourbar.covers.coverage import surfaces_of
from fourbar.covers.surface import SurfaceReader
from fourbar.diagnostics import Report
from fourbar.lint import check

TEXT = """<robot name="r"><link name="a">
  <visual><geometry>{visual}</geometry></visual>
  <collision><origin xyz="{xyz}"/><geometry>{collision}</geometry></collision>
</link></robot>"""


def robot_file(tmp_path, visual, collision, xyz="0 0 0"):
    file = tmp_path / "r.urdf"
    file.write_text(TEXT.format(visual=visual, collision=collision, xyz=xyz))
    return file


def write_mesh(path, points, triangles):
    part = Primitive.from_arrays(np.asarray(points, float), np.asarray(triangles, np.uint32))
    path.write_bytes(write_stl(TriangleMesh((part,))))


def cube(half=1.0):
    corners = half * np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    hull = convex_hull(corners)
    return hull.vertices, hull.triangles


def ball(radius=1.0, count=2000):
    """A closed polyhedron on a sphere."""
    k = np.arange(count) + 0.5
    z, angle = 1 - 2 * k / count, np.pi * (1 + 5**0.5) * k
    across = np.sqrt(1 - z * z)
    hull = convex_hull(np.stack([across * np.cos(angle), across * np.sin(angle), z], 1) * radius)
    return hull.vertices, hull.triangles


@pytest.mark.parametrize(
    ("visual", "collision", "xyz", "outside", "excess"),
    [
        # A corner of the box is sqrt(3) from the middle.
        ('<box size="2 2 2"/>', '<sphere radius="1"/>', "0 0 0", 3**0.5 - 1, 0.0),
        ('<sphere radius="1"/>', '<box size="2 2 2"/>', "0 0 0", 0.0, 3**0.5 - 1),
        ('<box size="2 2 2"/>', '<box size="2 2 2"/>', "0.3 0 0", 0.3, 0.3),
        ('<box size="1 1 1"/>', '<box size="4 4 4"/>', "0 0 0", 0.0, 1.5 * 3**0.5),
        ('<cylinder radius="1" length="2"/>', '<box size="2 2 1"/>', "0 0 0", 0.5, 2**0.5 - 1),
    ],
)
def test_distances_of_primitives(tmp_path, visual, collision, xyz, outside, excess):
    robot = fb.load(robot_file(tmp_path, visual, collision, xyz))
    (row,) = fb.collision_coverage(robot)
    # Round shapes count as polyhedra around them, 0.25 % larger; bounds are a twentieth apart.
    assert row.outside == pytest.approx(outside, rel=0.06, abs=0.01)
    assert row.outside <= outside + 1e-9
    assert outside - 1e-9 <= row.outside_bound <= outside * 1.06 + 0.02
    assert excess - 1e-9 <= row.excess <= excess * 1.06 + 0.02


def test_what_is_flat_encloses_nothing(tmp_path):
    """A box below a plate is not inside of it, from whichever side one looks."""
    square = [[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]
    for triangles in ([[0, 1, 2], [0, 2, 3]], [[2, 1, 0], [3, 2, 0]]):
        write_mesh(tmp_path / "plate.stl", square, triangles)
        for z in (-0.3, 0.3):
            file = robot_file(
                tmp_path, '<box size="0.2 0.2 0.2"/>', '<mesh filename="plate.stl"/>', f"0 0 {z}"
            )
            (row,) = fb.collision_coverage(fb.load(file))
            assert row.outside == pytest.approx(0.4, rel=0.06)


def test_a_visual_that_looks_inwards_takes_nothing_from_another(tmp_path):
    """Two boxes that overlap, one of them inside out: a box in both reaches beyond neither."""
    points, triangles = cube(0.5)
    write_mesh(tmp_path / "out.stl", points, triangles)
    write_mesh(tmp_path / "in.stl", points, triangles[:, ::-1])
    file = tmp_path / "r.urdf"
    file.write_text(
        '<robot name="r"><link name="a"><visual><geometry><mesh filename="out.stl"/></geometry>'
        '</visual><visual><origin xyz="0.1 0 0"/><geometry><mesh filename="in.stl"/></geometry>'
        '</visual><collision><geometry><box size="0.5 0.5 0.5"/></geometry></collision></link>'
        "</robot>"
    )
    (row,) = fb.collision_coverage(fb.load(file))
    assert row.excess == 0.0


def test_shapes_that_are_both_cover_each_other_without_measuring(tmp_path):
    """Round ones as well, which are measured as polyhedra around them."""
    file = robot_file(tmp_path, '<sphere radius="2"/>', '<sphere radius="2"/>')
    (row,) = fb.collision_coverage(fb.load(file))
    assert (row.outside, row.outside_bound, row.excess) == (0.0, 0.0, 0.0)


def test_where_it_sticks_out(tmp_path):
    file = robot_file(tmp_path, '<box size="1 1 3"/>', '<box size="1 1 1"/>', "0 0 -1")
    (row,) = fb.collision_coverage(fb.load(file))
    assert row.outside == pytest.approx(2.0, rel=1e-9)
    assert row.where[2] == pytest.approx(1.5, abs=1e-9)


def test_an_open_collision_mesh_counts_as_its_hull_and_a_turned_one_as_solid(tmp_path):
    points, triangles = cube()
    for name, faces in (("open", triangles[1:]), ("turned", triangles[:, ::-1])):
        write_mesh(tmp_path / f"{name}.stl", points, faces)
        file = robot_file(tmp_path, '<box size="2 2 2"/>', f'<mesh filename="{name}.stl"/>')
        (row,) = fb.collision_coverage(fb.load(file))
        assert row.outside <= 1e-6
        assert row.excess <= 0.01


def test_pieces_that_stick_out_are_where_the_visuals_are_and_the_collisions_are_not(tmp_path):
    file = robot_file(tmp_path, '<box size="1 1 3"/>', '<box size="1.2 1.2 1.5"/>', "0 0 -0.75")
    robot = fb.load(file)
    reader = SurfaceReader(meshes_of(robot, report=Report()), Report())
    pieces, far = surfaces_of(robot.links["a"], reader).sticking_out(0.01)
    assert far.max() == pytest.approx(1.5, abs=0.02)
    assert pieces[..., 2].max() == pytest.approx(1.5)
    assert pieces.max(axis=1)[:, 2].min() > 0.01 - 1e-9  # above the collision box
    areas = np.linalg.norm(np.cross(*(pieces[:, k] - pieces[:, 0] for k in (1, 2))), axis=1) / 2
    assert areas.sum() == pytest.approx(1 + 4 * 1.5, rel=0.03)  # the top and four sides


def test_the_share_of_the_view_is_that_of_the_solid_angle():
    """Of a ball with a cap cut off, against the exact sum over all triangles."""
    points, triangles = ball()
    top = points[triangles].mean(axis=1)[:, 2] > 0.7
    tree = TriangleTree(points, np.ascontiguousarray(triangles[~top]))
    places = np.random.default_rng(2).uniform(-1.5, 1.5, (300, 3))
    a, b, c = (points[triangles[~top][:, k]][None] - places[:, None] for k in range(3))
    x, y, z = (np.linalg.norm(v, axis=2) for v in (a, b, c))
    upper = np.einsum("pti,pti->pt", a, np.cross(b, c))
    lower = x * y * z + (a * b).sum(2) * z + (b * c).sum(2) * x + (c * a).sum(2) * y
    exact = np.abs(2 * np.arctan2(upper, lower).sum(axis=1)) / (4 * np.pi)
    sure = np.abs(exact - 0.5) > 0.03
    assert sure.sum() > 250
    inside = np.asarray(tree.distances(places, Inside.OPEN)) < 0
    assert (inside == (exact > 0.5))[sure].all()


def test_the_command_measures_what_the_file_has(tmp_path, capsys):
    file = robot_file(tmp_path, '<box size="2 2 2"/>', '<box size="2 2 2"/>', "0.3 0 0")
    assert main(["collide", str(file), "--measure", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["format"] == "fourbar.coverage"
    assert facts["links"][0]["outside"] == pytest.approx(0.3, rel=0.05)
    assert main(["collide", str(file), "--measure"]) == 0
    assert "where it sticks out most" in capsys.readouterr().out
    assert main(["collide", str(file), "--measure", "-o", str(tmp_path / "o.urdf")]) == 2
    assert "--measure does not go with" in capsys.readouterr().err


def test_a_link_without_collisions_is_not_measured(tmp_path, capsys):
    file = tmp_path / "r.urdf"
    file.write_text(
        '<robot name="r"><link name="a"><visual><geometry><box size="1 1 1"/></geometry></visual>'
        "</link></robot>"
    )
    assert main(["collide", str(file), "--measure"]) == 1
    assert "not measured: has no collision shapes" in capsys.readouterr().out


def findings(file, **options):
    return {d.code: d for d in check(file, **options) if d.code in ("A564", "A565")}


def test_a_check_finds_visuals_outside_and_large_collisions(tmp_path):
    write_mesh(tmp_path / "cube.stl", *cube(0.05))
    mesh = '<mesh filename="cube.stl"/>'
    small = findings(robot_file(tmp_path, mesh, '<box size="0.1 0.1 0.04"/>'))
    assert small["A564"].facts["outside"] == pytest.approx(0.03)
    assert abs(small["A564"].facts["where"][2]) == pytest.approx(0.05)
    assert "A565" not in small
    large = findings(robot_file(tmp_path, mesh, '<box size="0.1 0.1 0.3"/>'))
    assert large["A565"].facts["excess"] == pytest.approx(0.1)
    assert "A564" not in large
    assert not findings(robot_file(tmp_path, mesh, '<box size="0.1 0.1 0.1"/>'))


def test_a_check_does_not_measure_the_same_mesh_or_meshes_it_must_not_open(tmp_path):
    write_mesh(tmp_path / "cube.stl", *cube(0.05))
    mesh = '<mesh filename="cube.stl"/>'
    assert not findings(robot_file(tmp_path, mesh, mesh))
    file = robot_file(tmp_path, mesh, '<box size="0.1 0.1 0.04"/>')
    assert not findings(file, settings=fb.lint.Settings(meshes=False))


def test_a_check_of_a_large_mesh_finds_the_worst_point_of_its_hull(tmp_path):
    points, _ = ball(0.5, 30_000)
    tip = np.array([[0.0, 0.0, 0.9]])
    hull = convex_hull(np.concatenate([points, tip]))
    write_mesh(tmp_path / "ball.stl", hull.vertices, hull.triangles)
    found = findings(robot_file(tmp_path, '<mesh filename="ball.stl"/>', '<sphere radius="0.5"/>'))
    assert found["A564"].facts["outside"] == pytest.approx(0.4, rel=0.01)
    assert found["A564"].facts["where"] == pytest.approx([0, 0, 0.9], abs=1e-6)
