"""Merging, normals and shapes."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourbar._native import Triangles, assemble, count_edges, join
from fourbar.assets import Primitive, TriangleMesh, box, capsule, cylinder, sphere, with_normals
from fourbar.assets.mesh import transform

from .mesh_files import FACES, POINTS, cube_grid


def merged(positions, triangles, **attributes):
    """The primitive with equal vertices made one."""
    return Primitive(Primitive.from_arrays(positions, triangles, **attributes).data.merge())


NUMBERS = st.sampled_from([-1.0, -0.0, 0.0, 0.5])


@given(st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS), max_size=60))
def test_vertices_are_numbered_in_order_of_appearance(rows):
    positions = np.float32(rows).reshape(-1, 3)
    triangles = np.arange(len(rows) // 3 * 3).reshape(-1, 3)
    result = merged(positions, triangles)
    np.testing.assert_array_equal(result.positions[result.triangles], positions[triangles])
    assert [tuple(p) for p in result.positions.tolist()] == list(dict.fromkeys(rows))


def test_merging_agrees_with_sorting():
    rng = np.random.default_rng(0)
    positions = rng.integers(-5, 5, (6000, 3)).astype(np.float32)
    triangles = np.arange(6000).reshape(-1, 3)
    result = merged(positions, triangles)
    assert len(result.positions) == len(np.unique(positions, axis=0))
    np.testing.assert_array_equal(result.positions[result.triangles], positions[triangles])


def test_nothing_near_is_merged():
    a = np.float32(1.0)
    positions = np.array([[a, 0, 0], [np.nextafter(a, np.float32(2)), 0, 0]], np.float32)
    assert len(merged(positions, [[0, 1, 1]]).positions) == 2


def test_vertices_of_different_normals_stay_apart():
    normals = np.float32([[1, 0, 0], [0, 1, 0], [1, 0, 0]])
    result = merged(np.zeros((3, 3)), [[0, 1, 2]], normals=normals)
    np.testing.assert_array_equal(result.triangles, [[0, 1, 0]])


def test_joining_keeps_the_attributes_that_all_have():
    first = Triangles(np.zeros((3, 3), "f"), np.uint32([[0, 1, 2]]), np.ones((3, 3), "f"))
    second = Triangles(
        np.ones((4, 3), "f"),
        np.uint32([[0, 1, 3]]),
        np.ones((4, 3), "f"),
        np.ones((4, 2), "f"),
    )
    both = join([first, second], False)
    assert np.asarray(both.triangles).tolist() == [[0, 1, 2], [3, 4, 6]]
    assert (both.vertex_count, both.texcoords) == (7, None)
    assert np.asarray(both.normals).shape == (7, 3)
    assert join([first, second], True).normals is None


def bare(shape):
    """Places and triangles, nothing else that would keep vertices apart."""
    return merged(shape.positions, shape.triangles)


def creased(points, faces, degrees=40.0):
    mesh = TriangleMesh((Primitive.from_arrays(np.float32(points), np.uint32(faces)),))
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
    ball = bare(sphere(2.0))
    result = creased(ball.positions, ball.triangles)
    assert len(result.positions) == len(ball.positions)
    radial = result.positions / np.linalg.norm(result.positions, axis=1, keepdims=True)
    assert np.sum(result.normals * radial, axis=1).min() > math.cos(math.radians(1.0))


def test_a_cylinder_is_smooth_around_and_sharp_at_its_ends():
    tube = bare(cylinder(1.0, 2.0))
    result = creased(tube.positions, tube.triangles)
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
    plane = Primitive.from_arrays(
        np.float32(corners), np.arange(len(corners)).reshape(-1, 3), texcoords=np.float32(texcoords)
    )
    (result,) = with_normals(TriangleMesh((plane,))).primitives
    np.testing.assert_array_equal(result.texcoords[result.triangles.ravel()], np.float32(texcoords))


MISSING = Primitive.from_arrays(np.zeros((3, 3)), [[0, 1, 3]]).data


@pytest.mark.parametrize("work", [MISSING.merge, MISSING.bounds, lambda: MISSING.crease(0.5)])
def test_the_core_refuses_missing_vertices(work):
    with pytest.raises(IndexError):
        work()


SQUARE = (np.float32([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]), 0)


@pytest.mark.parametrize(
    ("corners", "stride", "starts", "runs", "column"),
    [
        ([0, 1, 2], 0, None, None, 0),
        ([0, 1, 2], 2, None, None, 0),
        ([0, 1, 2], 1, None, None, 1),
        ([0, 1, 2], 1, [0, 4], None, 0),
        ([0, 1, 2], 1, [0, 2, 1], None, 0),
        ([0, 1, 2], 1, [], None, 0),
        ([0, 1, 2], 1, None, [(0, 2)], 0),
        ([0, 1, 2], 1, None, [(1, 0)], 0),
    ],
)
def test_the_core_refuses_polygons_that_cannot_be(corners, stride, starts, runs, column):
    starts = None if starts is None else np.uint32(starts)
    positions = (SQUARE[0], column)
    with pytest.raises((IndexError, ValueError)):
        assemble(np.int32(corners), stride, starts, runs, positions, None, None, None, 1)


def test_runs_choose_polygons():
    corners = np.int32([0, 1, 2, 0, 2, 3, 0, 1, 2, 3])
    starts = np.uint32([0, 3, 6, 10])
    triangles, polygons, *_ = assemble(
        corners, 1, starts, [(2, 3), (1, 2)], SQUARE, None, None, None, 100
    )
    assert (polygons, triangles.count) == (2, 3)
    places = np.asarray(triangles.positions)[np.asarray(triangles.triangles)]
    square = SQUARE[0].reshape(-1, 3)
    np.testing.assert_array_equal(places, square[[[0, 1, 2], [0, 2, 3], [0, 2, 3]]])


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
    _, open_edges, crowded, turned, closed = count_edges(bare(shape).triangles)
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


@pytest.mark.parametrize("mirror", [1.0, -1.0])
def test_transforming_agrees_with_numpy(mirror):
    rng = np.random.default_rng(3)
    shape = sphere(1.0)
    T = np.eye(4)
    T[:3] = rng.normal(size=(3, 4))
    if np.linalg.det(T[:3, :3]) * mirror < 0:
        T[:3, 0] *= -1
    moved = transform(shape, T)
    expected = shape.positions.astype(float) @ T[:3, :3].T + T[:3, 3]
    np.testing.assert_allclose(moved.positions, expected, rtol=3e-7, atol=1e-7)
    normals = shape.normals.astype(float) @ np.linalg.inv(T[:3, :3])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    np.testing.assert_allclose(moved.normals, normals, atol=1e-6)
    order = [0, 1, 2] if mirror > 0 else [2, 1, 0]
    np.testing.assert_array_equal(moved.triangles, shape.triangles[:, order])


def test_arrays_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        sphere(1.0).positions[0] = 0.0


def test_bounds_ignore_vertices_nothing_uses():
    mesh = TriangleMesh((Primitive.from_arrays(np.float32(POINTS * 2), np.uint32(FACES[:1])),))
    np.testing.assert_array_equal(mesh.bounds, [[0, 0, 0], [2, 4, 0]])


def test_arrays_of_wrong_shape_are_refused():
    with pytest.raises(ValueError, match=r"normals must have shape \(4, 3\)"):
        Primitive.from_arrays(np.float32(POINTS), np.uint32(FACES), np.zeros((3, 3), np.float32))


def corner_groups(points, faces, cosine):
    """Corners that share a normal, from the definition: chains over edges of exactly two."""
    flat = np.cross(
        points[faces[:, 1]] - points[faces[:, 0]], points[faces[:, 2]] - points[faces[:, 0]]
    )
    length = np.linalg.norm(flat, axis=1, keepdims=True)
    flat = np.divide(flat, length, out=np.zeros_like(flat), where=length > 0)
    sides = {}
    for face, corners in enumerate(faces.tolist()):
        for k in range(3):
            a, b = corners[k], corners[(k + 1) % 3]
            sides.setdefault(frozenset((a, b)), []).append((face, k, a, b))
    group = {(face, k): {(face, k)} for face in range(len(faces)) for k in range(3)}
    for edge, found in sides.items():
        if len(edge) != 2 or len(found) != 2 or found[0][2] != found[1][3]:
            continue
        (f, k, *_), (g, m, *_) = found
        if flat[f] @ flat[g] < cosine:
            continue
        for one, other in (((f, k), (g, (m + 1) % 3)), ((f, (k + 1) % 3), (g, m))):
            union = group[one] | group[other]
            for each in union:
                group[each] = union
    return {frozenset(each) for each in group.values()}


@pytest.mark.parametrize("hub", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_creases_agree_with_their_definition(seed, hub):
    rng = np.random.default_rng(seed)
    points = rng.normal(size=(12, 3)).astype(np.float32)
    faces = rng.integers(0, len(points), (30, 3))
    if hub:  # more triangles around one vertex than are looked through one by one
        rim = np.linspace(0, 2 * np.pi, 90, endpoint=False)
        circle = np.stack([np.cos(rim), np.sin(rim), 0.2 * np.sin(3 * rim)], axis=1)
        points = np.vstack([points, circle]).astype(np.float32)
        ring = 12 + np.arange(90)
        faces = np.vstack([faces, np.stack([np.zeros(90, int), ring, np.roll(ring, -1)], axis=1)])
        faces = np.vstack([faces, faces[-3:]])  # and some of them twice
    result = creased(points, faces, 60.0)
    made = {}
    for face, corners in enumerate(result.triangles.tolist()):
        for k, vertex in enumerate(corners):
            made.setdefault(vertex, set()).add((face, k))
    wanted = corner_groups(points.astype(float), faces, math.cos(math.radians(60.0)))
    assert set(map(frozenset, made.values())) == wanted


def test_normals_are_weighted_by_angles():
    # Two right angles in one plane and a third across, the first of them cut in two: the corner of
    # a box, whose normal must not depend on the cut.
    points = np.float32([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.4, 0.6, 0]])
    faces = [[0, 1, 4], [0, 4, 2], [0, 2, 3], [0, 3, 1]]
    result = creased(points, faces, 100.0)
    normal = result.normals[result.triangles[0, 0]]
    np.testing.assert_allclose(normal, np.full(3, 3**-0.5), atol=1e-7)
