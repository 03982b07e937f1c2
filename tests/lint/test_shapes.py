"""Volume and inertia of shapes against sampling, and the eigenvalues against numpy."""

from __future__ import annotations

from itertools import product
from math import isclose, pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourbar.diagnostics import Report
from fourbar.lint.context import Context
from fourbar.lint.facts.shapes import placed
from fourbar.lint.settings import Settings
from fourbar.robot import Box, Capsule, Collision, Cylinder, Link, Pose, Robot, Sphere
from fourbar.robot.tensor import principal, transformed

POSE = Pose((0.3, -0.2, 0.5), (0.4, -0.7, 1.1))
CONTEXT = Context(Robot(), Report(), Settings())


def inside(shape: object, p: np.ndarray) -> np.ndarray:
    """Which points, in the shape's frame, lie in the solid: its definition, point by point."""
    x, y, z = p.T
    match shape:
        case Box():
            return (np.abs(p) <= np.array(shape.size) / 2).all(axis=1)
        case Sphere():
            return x**2 + y**2 + z**2 <= shape.radius**2
        case Cylinder():
            return (x**2 + y**2 <= shape.radius**2) & (np.abs(z) <= shape.length / 2)
        case Capsule():
            above = np.maximum(np.abs(z) - shape.length / 2, 0)
            return x**2 + y**2 + above**2 <= shape.radius**2
    raise AssertionError


@pytest.mark.parametrize(
    "shape", [Box((0.2, 0.3, 0.5)), Sphere(0.2), Cylinder(0.15, 0.4), Capsule(0.1, 0.3)], ids=str
)
def test_closed_forms_agree_with_a_sum_over_cells(shape: object) -> None:
    n, reach = 120, 0.3
    axis = (np.arange(n) + 0.5) / n * 2 * reach - reach
    grid = np.array(list(product(axis, axis, axis)))
    points = grid[inside(shape, grid)]
    cell = (2 * reach / n) ** 3
    world = points @ np.array(POSE.rotation()).T + np.array(POSE.xyz)
    center = world.mean(axis=0)
    r = world - center
    tensor = cell * (np.eye(3) * (r**2).sum() - r.T @ r)
    own = placed(Collision(shape, POSE), CONTEXT)
    assert own is not None
    assert own.volume == pytest.approx(len(points) * cell, rel=0.01)
    np.testing.assert_allclose(own.center, center, atol=1e-3)
    xx, yy, zz, xy, xz, yz = own.inertia
    computed = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    np.testing.assert_allclose(computed, tensor, atol=0.02 * np.abs(tensor).max())


def test_a_mesh_is_measured_as_its_box_is(tmp_path) -> None:
    lines = [f"v {x} {y} {z}" for x, y, z in product((0, 1), (0, 2), (0, 3))]
    quads = ("1 2 4 3", "5 7 8 6", "1 5 6 2", "3 4 8 7", "1 3 7 5", "2 6 8 4")
    (tmp_path / "box.obj").write_text("\n".join([*lines, *(f"f {q}" for q in quads), ""]))
    text = (
        '<robot name="r"><link name="a"><collision><geometry>'
        '<mesh filename="box.obj" scale="0.1 -0.2 0.3"/></geometry></collision></link></robot>'
    )
    (tmp_path / "r.urdf").write_text(text)
    from fourbar.lint.checking import inspect

    context, _ = inspect(str(tmp_path / "r.urdf"), settings=Settings())
    assert context is not None
    shape = context.shape_properties(context.robot.links["a"])
    box = placed(Collision(Box((0.1, 0.4, 0.9)), Pose((0.05, -0.2, 0.45))), CONTEXT)
    assert shape is not None
    assert box is not None
    assert shape.volume == pytest.approx(box.volume)
    np.testing.assert_allclose(shape.center, box.center)
    np.testing.assert_allclose(shape.inertia, box.inertia, atol=1e-12)
    np.testing.assert_allclose(shape.bounds, box.bounds, atol=1e-12)


numbers = st.floats(-1e3, 1e3, allow_subnormal=False)


@given(st.tuples(*[numbers] * 6))
def test_principal_moments_are_eigenvalues(tensor: tuple[float, ...]) -> None:
    xx, yy, zz, xy, xz, yz = tensor
    expected = np.linalg.eigvalsh([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    scale = max(map(abs, tensor)) or 1.0
    np.testing.assert_allclose(principal(tensor), expected, atol=1e-7 * scale)  # type: ignore[arg-type]


def test_a_point_is_carried_along() -> None:
    point = transformed(Pose((1, 0, 0), (0, 0, pi / 2)), (1, 0, 0))
    assert all(isclose(a, b, abs_tol=1e-12) for a, b in zip(point, (1, 1, 0), strict=True))


def test_links_without_known_shapes_have_no_properties() -> None:
    assert CONTEXT.shape_properties(Link("bare")) is None
