"""Merging, normals and shapes."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourbar._native import count_edges, crease, merge_rows, triangulate
from fourbar.assets import Primitive, TriangleMesh, box, capsule, cylinder, sphere, with_normals
from fourbar.assets.merge import merge_positions, merge_vertices
from fourbar.assets.mesh import transform

from .mesh_files import FACES, POINTS, cube_grid


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=60))
def test_rows_are_numbered_in_order_of_appearance(rows):
    array = np.array(rows, np.uint32).reshape(-1, 2)
    first, inverse = merge_rows(array)
    order = list(dict.fromkeys(map(tuple, array.tolist())))
    assert [tuple(row) for row in array[first].tolist()] == order
    np.testing.assert_array_equal(array[first][inverse], array)


def test_merging_agrees_with_sorting():
    rng = np.random.default_rng(0)
    positions = rng.integers(-5, 5, (5000, 3)).astype(np.float32)
    first, inverse = merge_positions(positions)
    assert len(first) == len(np.unique(positions, axis=0))
    np.testing.assert_array_equal(positions[first][inverse], positions)


def test_nothing_near_is_merged():
    a = np.float32(1.0)
    positions = np.array([[a, 0, 0], [np.nextafter(a, np.float32(2)), 0, 0]], np.float32)
    assert len(merge_positions(positions)[0]) == 2


def test_vertices_of_different_normals_stay_apart():
    positions = np.zeros((3, 3), np.float32)
    normals = np.float32([[1, 0, 0], [0, 1, 0], [1, 0, 0]])
    merged = merge_vertices(Primitive(positions, np.uint32([[0, 1, 2]]), normals))
    np.testing.assert_array_equal(merged.triangles, [[0, 1, 0]])


def creased(points, faces, degrees=40.0):
    mesh = TriangleMesh((Primitive(np.float32(points), np.uint32(faces)),))
    (result,) = with_normals(mesh, crease_angle=math.radians(degrees)).primitives
    return result


def test_the_edges_of_a_cube_stay_sharp():
    points, faces = cube_grid(3)
    result = creased(points, faces)
    flat = np.cross(*np.moveaxis(points[faces][:, 1:] - points[faces][:, :1], 1, 0))
    flat /= np.linalg.norm(flat, axis=1, keepdims=True)
    np.testing.assert_allclose(result.normals[result.triangles], flat[:, None].repeat(3, 1))
    assert len(result.positions) == 6 * 16


def test_a_sphere_becomes_smooth():
    ball = sphere(2.0)
    first, inverse = merge_positions(ball.positions)
    result = creased(ball.positions[first], inverse[ball.triangles])
    assert len(result.positions) == len(first)
    radial = result.positions / np.linalg.norm(result.positions, axis=1, keepdims=True)
    assert np.sum(result.normals * radial, axis=1).min() > math.cos(math.radians(1.0))


def test_a_cylinder_is_smooth_around_and_sharp_at_its_ends():
    tube = cylinder(1.0, 2.0)
    first, inverse = merge_positions(tube.positions)
    result = creased(tube.positions[first], inverse[tube.triangles])
    upright = np.abs(result.normals[:, 2])
    assert (np.isclose(upright, 1, atol=1e-6) | np.isclose(upright, 0, atol=1e-6)).all()
    around = result.normals[upright < 0.5]
    where = result.positions[upright < 0.5]
    np.testing.assert_allclose(around[:, :2], where[:, :2], atol=1e-6)


@pytest.mark.parametrize(("degrees", "vertices"), [(89.0, 24), (91.0, 8)])
def test_the_angle_decides(degrees, vertices):
    assert len(creased(*cube_grid(1), degrees).positions) == vertices


def test_triangles_without_area_get_unit_normals():
    result = creased([[0, 0, 0], [1, 0, 0], [2, 0, 0]], [[0, 1, 2], [0, 0, 1]])
    np.testing.assert_allclose(np.linalg.norm(result.normals, axis=1), 1)


def test_normals_cross_texture_seams():
    points, faces = cube_grid(2)
    flat = points * [1, 1, 0]
    corners = flat[faces].reshape(-1, 3)
    texcoords = np.arange(len(corners) * 2).reshape(-1, 2)
    plane = Primitive(
        np.float32(corners), np.arange(len(corners)).reshape(-1, 3), texcoords=np.float32(texcoords)
    )
    (result,) = with_normals(TriangleMesh((plane,))).primitives
    np.testing.assert_array_equal(result.texcoords[result.triangles.ravel()], np.float32(texcoords))


@pytest.mark.parametrize("function", [crease, lambda p, t, c: triangulate(p, t.ravel(), t[0], 1)])
def test_the_core_refuses_missing_vertices(function):
    with pytest.raises((IndexError, ValueError)):
        function(np.zeros((3, 3), np.float32), np.uint32([[0, 1, 3]]), 0.5)


SHAPES = {
    "box": (box((1.0, 2.0, 3.0)), 6.0),
    "cylinder": (cylinder(0.5, 2.0), math.pi * 0.25 * 2),
    "sphere": (sphere(0.5), 4 / 3 * math.pi * 0.125),
    "capsule": (capsule(0.5, 2.0), math.pi * 0.25 * 2 + 4 / 3 * math.pi * 0.125),
    "ball": (capsule(0.5, 0.0), 4 / 3 * math.pi * 0.125),
}


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_are_closed_and_face_outwards(name):
    shape, volume = SHAPES[name]
    _, inverse = merge_positions(shape.positions)
    _, open_edges, crowded, turned, closed = count_edges(inverse[shape.triangles])
    assert (open_edges, crowded, turned, closed) == (0, 0, 0, True)
    a, b, c = np.moveaxis(shape.positions[shape.triangles].astype(float), 1, 0)
    enclosed = np.einsum("ij,ij->", a, np.cross(b, c)) / 6
    assert volume * 0.98 < enclosed <= volume * (1 + 1e-6)
    faces = np.cross(b - a, c - a)
    for corner in range(3):
        normals = shape.normals[shape.triangles[:, corner]]
        assert (np.einsum("ij,ij->i", faces, normals) > 0).all()


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_have_unit_normals_and_texture_coordinates(name):
    shape, _ = SHAPES[name]
    np.testing.assert_allclose(np.linalg.norm(shape.normals, axis=1), 1, atol=1e-6)
    assert shape.texcoords.min() >= 0
    assert shape.texcoords.max() <= 1


def test_shapes_lie_along_z():
    assert np.ptp(cylinder(0.5, 2.0).positions, axis=0) == pytest.approx([1, 1, 2])
    assert np.ptp(capsule(0.5, 2.0).positions, axis=0) == pytest.approx([1, 1, 3])


def test_transforming_keeps_normals_perpendicular():
    shape = sphere(1.0)
    T = np.eye(4)
    T[:3, :3] = [[2, 0.5, 0], [0, -1, 0], [0, 0, 3]]  # sheared, mirrored
    moved = transform(shape, T)
    a, b, c = np.moveaxis(moved.positions[moved.triangles].astype(float), 1, 0)
    faces = np.cross(b - a, c - a)
    normals = moved.normals[moved.triangles].sum(axis=1)
    assert (np.einsum("ij,ij->i", faces, normals) > 0).all()
    np.testing.assert_allclose(np.linalg.norm(moved.normals, axis=1), 1, atol=1e-5)


def test_bounds_ignore_vertices_nothing_uses():
    mesh = TriangleMesh((Primitive(np.float32(POINTS * 2), np.uint32(FACES[:1])),))
    np.testing.assert_array_equal(mesh.bounds, [[0, 0, 0], [2, 4, 0]])


def test_arrays_of_wrong_shape_are_refused():
    with pytest.raises(ValueError, match=r"normals must have shape \(4, 3\)"):
        Primitive(np.float32(POINTS), np.uint32(FACES), np.zeros((3, 3), np.float32))
