"""Shapes that share space, against closed forms."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

import fourbar as fb
from fourbar.assets import box, sphere


def overlaps(*visuals):
    robot = fb.Robot("r", links=[fb.Link("a", None, visuals)])
    (row,) = fb.inertia_table(robot, density=1.0)
    return row.overlaps


def test_two_boxes():
    (found,) = overlaps(
        fb.Visual(fb.Box((1, 1, 1))), fb.Visual(fb.Box((1, 1, 1)), fb.Pose((0.5, 0.5, 0)))
    )
    assert str(found.first) == "link[a].visual[0]"
    assert str(found.second) == "link[a].visual[1]"
    assert found.volume == pytest.approx(0.25, rel=0.02)
    assert found.share == pytest.approx(0.25, rel=0.02)


def test_boxes_that_touch_do_not_overlap():
    assert (
        overlaps(fb.Visual(fb.Box((1, 1, 1))), fb.Visual(fb.Box((1, 1, 1)), fb.Pose((1, 0, 0))))
        == ()
    )


def test_bounds_that_overlap_are_not_enough():
    """A ball in the corner of the box around another."""
    ball = fb.Sphere(0.5)
    assert overlaps(fb.Visual(ball), fb.Visual(ball, fb.Pose((0.75, 0.75, 0.0)))) == ()


def test_a_ball_inside_a_turned_cylinder_and_a_capsule():
    ball = fb.Visual(fb.Sphere(0.1))
    for other in (fb.Cylinder(0.3, 1.0), fb.Capsule(0.3, 1.0)):
        (found,) = overlaps(fb.Visual(other, fb.Pose((0, 0, 0), (0.3, 0.4, 0.5))), ball)
        assert found.share == pytest.approx(1.0, abs=0.03)


def test_two_balls_share_a_lens():
    """Of radius 1 at distance 1: 5 pi / 12."""
    (found,) = overlaps(fb.Visual(fb.Sphere(1)), fb.Visual(fb.Sphere(1), fb.Pose((1, 0, 0))))
    assert found.volume == pytest.approx(5 * pi / 12, rel=0.03)


@pytest.mark.parametrize("surface", [box((1, 2, 3)), sphere(0.7)], ids=["box", "sphere"])
def test_winding_numbers_tell_inside_from_outside(surface):
    rng = np.random.default_rng(0)
    points = rng.uniform(-1.6, 1.6, size=(5000, 3))
    found = np.asarray(surface.data.merge().winding_numbers(points))
    if len(surface.triangles) == 12:
        wanted = (np.abs(points) < (0.5, 1.0, 1.5)).all(axis=1)
    else:
        radius = np.linalg.norm(points, axis=1)
        clear = np.abs(radius - 0.7) > 0.02
        points, found, wanted = points[clear], found[clear], radius[clear] < 0.7
    np.testing.assert_array_equal(found, wanted)


def test_winding_numbers_count_nested_and_turned_surfaces():
    from fourbar._native import join
    from fourbar.assets import Primitive

    outer, inner = box((2, 2, 2)), box((1, 1, 1))
    twice = join([outer.data, inner.data], True)
    hollow = join(
        [outer.data, Primitive.from_arrays(inner.positions, inner.triangles[:, ::-1]).data], True
    )
    # Also on edges and corners of the triangles, seen from above.
    points = np.array([[0, 0, 0], [0.75, 0, 0], [3, 0, 0], [0, 0, 0.75], [0.25, 0.25, 0]])
    assert np.asarray(twice.winding_numbers(points)).tolist() == [2, 1, 0, 1, 2]
    assert np.asarray(hollow.winding_numbers(points)).tolist() == [0, 1, 0, 1, 0]


def written_inertia(tmp_path, triangles, points, rpy="0 0 0"):
    """The row of a link of one mesh, at a density of 1000 kg/m^3."""
    from fourbar.assets import Primitive, TriangleMesh
    from fourbar.assets.write_stl import write_stl
    from fourbar.diagnostics import Report
    from fourbar.shapes import inertia_table

    mesh = TriangleMesh((Primitive.from_arrays(np.array(points), np.array(triangles)),))
    (tmp_path / "m.stl").write_bytes(write_stl(mesh))
    file = tmp_path / "m.urdf"
    file.write_text(
        f'<robot name="m"><link name="m"><visual><origin rpy="{rpy}"/>'
        '<geometry><mesh filename="m.stl" scale="2 2 2"/></geometry></visual></link></robot>'
    )
    report = Report()
    (row,) = inertia_table(fb.load(file), density=1000.0, report=report)
    return row, [finding.code for finding in report]


def cube(*, at=0.0, size=0.1):
    from fourbar.assets import box

    one = box((size, size, size))
    return np.asarray(one.triangles), np.asarray(one.positions, dtype=np.float64) + at


def test_triangles_that_are_there_twice_count_once(tmp_path):
    triangles, points = cube()
    row, codes = written_inertia(tmp_path, np.concatenate([triangles, triangles]), points)
    assert row.computed.mass == pytest.approx(8.0, rel=1e-6)  # a cube of 0.2 m
    assert codes == ["A553"]
    assert not row.overlaps


def test_parts_of_one_mesh_that_overlap_are_said(tmp_path):
    first, second = cube(), cube(at=0.05)
    triangles = np.concatenate([first[0], second[0] + len(first[1])])
    row, codes = written_inertia(tmp_path, triangles, np.concatenate([first[1], second[1]]))
    (overlap,) = row.overlaps
    assert overlap.volume == pytest.approx(0.1**3, rel=0.05)  # of cubes of 0.2 m, half a side off
    assert overlap.what == "parts of visual[0]"
    assert codes == []


def test_cavities_and_parts_beside_each_other_share_nothing(tmp_path):
    first, inner, beside = cube(), cube(size=0.05), cube(at=0.2)
    triangles = [first[0], inner[0][:, ::-1] + len(first[1])]
    triangles.append(beside[0] + len(first[1]) + len(inner[1]))
    points = np.concatenate([first[1], inner[1], beside[1]])
    row, codes = written_inertia(tmp_path, np.concatenate(triangles), points)
    assert row.overlaps == ()
    assert codes == []
    assert row.computed.mass == pytest.approx(8.0 * 1.875, rel=1e-6)


def test_rounding_is_written_as_zero(tmp_path):
    row, _ = written_inertia(tmp_path, *cube(), rpy="0.3 0.2 0.7")  # all axes are principal
    inertia = row.computed.inertia
    assert (inertia.ixy, inertia.ixz, inertia.iyz) == (0.0, 0.0, 0.0)
