"""Convex hulls: closed forms, Qhull, and integers that do not round."""

import math
from collections import Counter

import numpy as np
import pytest

from fourbar import _native
from fourbar.assets import convex_hull, load_mesh
from fourbar.diagnostics import Report
from fourbar.packages import PackageFinder

from .integers import exact, plane
from .point_sets import KINDS, point_sets

FORMATS = (".stl", ".obj", ".dae", ".glb", ".gltf", ".ply")


def sides(points, hull):
    """For every face, the exact side of every point."""
    rows = exact(points)
    for face in hull.faces:
        side = plane(rows, hull.indices[list(face)])
        yield face, [side(row) for row in rows]


def volume(hull):
    return _native.moments(hull.vertices, hull.triangles)[0]


def test_a_cube_with_points_everywhere():
    """Points in faces, on edges and inside are not corners, and six squares are six faces."""
    points = np.stack(np.meshgrid(*[[0.0, 0.5, 1.0]] * 3), axis=-1).reshape(-1, 3)
    hull = convex_hull(np.concatenate([points, points]))
    assert hull.dimension == 3
    assert sorted(map(tuple, hull.vertices.tolist())) == sorted(
        (float(x), float(y), float(z)) for x in (0, 1) for y in (0, 1) for z in (0, 1)
    )
    assert [len(face) for face in hull.faces] == [4] * 6
    assert volume(hull) == 1.0


@pytest.mark.parametrize(
    ("points", "dimension", "corners"),
    [
        ([[1, 2, 3]] * 4, 0, [[1, 2, 3]]),
        ([[0, 0, 0], [2, 4, 6], [1, 2, 3], [3, 6, 9]], 1, [[0, 0, 0], [3, 6, 9]]),
        (
            [[0, 0, 1], [4, 0, 1], [4, 4, 1], [0, 4, 1], [2, 2, 1], [2, 0, 1], [4, 4, 1]],
            2,
            [[0, 0, 1], [4, 0, 1], [4, 4, 1], [0, 4, 1]],
        ),
        # Upright, where a view along z sees a line.
        ([[1, 0, 0], [1, 1, 0], [1, 1, 1]], 2, [[1, 0, 0], [1, 1, 0], [1, 1, 1]]),
    ],
)
def test_flat_sets(points, dimension, corners):
    hull = convex_hull(points)
    assert hull.dimension == dimension
    assert hull.vertices.tolist() == corners
    assert hull.faces == ()
    assert hull.triangles.shape == (0, 3)


@pytest.mark.parametrize("make", KINDS, ids=lambda kind: kind.__name__)
def test_no_point_is_outside_in_exact_arithmetic(make):
    for seed in range(6):
        points = make(np.random.default_rng(seed), 60)
        hull = convex_hull(points)
        assert hull.dimension == 3
        planes = []
        for face, signs in sides(points, hull):
            assert max(signs) == 0
            on = frozenset(points[i].tobytes() for i, sign in enumerate(signs) if sign == 0)
            assert {hull.vertices[k].tobytes() for k in face} <= on
            planes.append(on)
        assert len(set(planes)) == len(planes), "two faces in one plane"


@pytest.mark.parametrize("make", KINDS, ids=lambda kind: kind.__name__)
def test_the_surface_is_closed_and_simple(make):
    hull = convex_hull(make(np.random.default_rng(1), 80))
    edges = Counter(
        (a, b) for face in hull.faces for a, b in zip(face, face[1:] + face[:1], strict=True)
    )
    assert set(edges.values()) == {1}
    assert all((b, a) in edges for a, b in edges)
    assert len(hull.vertices) - len(edges) // 2 + len(hull.faces) == 2  # Euler
    assert {k for face in hull.faces for k in face} == set(range(len(hull.vertices)))


def test_the_order_of_points_does_not_matter():
    for name, points in point_sets(140, seed=3):
        other = points[np.random.default_rng(4).permutation(len(points))]
        a, b = convex_hull(points), convex_hull(other)
        assert a.dimension == b.dimension, name
        assert set(map(tuple, a.vertices.tolist())) == set(map(tuple, b.vertices.tolist())), name


@pytest.mark.parametrize("exponent", [-1060, -500, 500, 1020])
def test_any_size(exponent):
    """Down to the smallest doubles there are and up to the largest."""
    points = np.stack(np.meshgrid(*[[0, 1, 2]] * 3), axis=-1).reshape(-1, 3)
    hull = convex_hull(np.ldexp(points.astype(float), exponent))
    assert hull.dimension == 3
    assert len(hull.vertices) == 8
    assert len(hull.faces) == 6


def test_a_last_digit_decides():
    """A corner of a square lifted by one unit in the last place makes a solid."""
    flat = [[0.1, 0.1, 0.1], [0.9, 0.1, 0.1], [0.9, 0.9, 0.1], [0.1, 0.9, 0.1]]
    assert convex_hull(flat).dimension == 2
    flat[2][2] = math.nextafter(0.1, 1)
    assert convex_hull(flat).dimension == 3


@pytest.mark.parametrize("points", [[], [[1, 2]], [[math.nan, 0, 0]], [1, 2, 3], np.zeros((2, 4))])
def test_what_is_not_points_is_refused(points):
    with pytest.raises(ValueError, match="points must"):
        convex_hull(points)


@pytest.mark.peer
def test_ten_thousand_sets_against_qhull():
    """Volumes agree to 1e-12. Qhull gets each set about its first point, which for most kinds is
    exact: its volumes of a distant set have few digits. Where it is not, or the set is thin, the
    tolerance is what rounding the points to their last digit does to the volume.
    """
    spatial = pytest.importorskip("scipy.spatial")
    compared = 0
    for name, points in point_sets(10_000, seed=7):
        hull = convex_hull(points)
        try:
            peer = spatial.ConvexHull(points - points[0])
        except spatial.QhullError:
            # Qhull refuses what is flat to its own tolerance.
            assert hull.dimension < 3 or volume(hull) < 1e-12 * np.ptp(points, axis=0).max() ** 3
            continue
        area = peer.area * np.finfo(float).eps * np.abs(points).max()
        assert volume(hull) == pytest.approx(peer.volume, rel=1e-12, abs=area), name
        compared += 1
    assert compared > 9_900


@pytest.mark.corpus
@pytest.mark.peer
def test_every_corpus_mesh_against_qhull(corpus):
    spatial = pytest.importorskip("scipy.spatial")
    compared = 0
    for file in sorted(p for p in corpus.rglob("*") if p.suffix.lower() in FORMATS):
        mesh = load_mesh(file, report=Report(), finder=PackageFinder(near=file, environ={}))
        if mesh is None:
            continue
        merged = mesh.joined().data.merge()
        dimension, solid = merged.hull()
        points = np.asarray(merged.positions).astype(float)
        points = np.unique(points[np.asarray(merged.triangles).ravel()], axis=0)
        if dimension < 3:
            with pytest.raises(spatial.QhullError):
                spatial.ConvexHull(points)
            continue
        peer = spatial.ConvexHull(points)
        assert solid.moments()[0] == pytest.approx(peer.volume, rel=1e-12), file
        hull = convex_hull(points)
        assert volume(hull) == pytest.approx(peer.volume, rel=1e-12), file
        rows = exact(points)
        for face, near in _near(points, hull):
            side = plane(rows, face)
            assert all(side(rows[p]) <= 0 for p in near), file
        compared += 1
    assert compared > 300


def _near(points, hull):
    """Each face, and the points that rounding leaves on either side of it.

    Heights over it are computed in double precision; none may be clearly outside.
    """
    corners = hull.indices[[face[:3] for face in hull.faces]]
    a, b, c = np.moveaxis(points[corners], 1, 0)
    u, v = b - a, c - a
    normals = np.cross(u, v)
    sizes = np.abs(u[:, [1, 2, 0]] * v[:, [2, 0, 1]]) + np.abs(u[:, [2, 0, 1]] * v[:, [1, 2, 0]])
    slack = 1e-14 * sizes @ np.ptp(points, axis=0)
    for f, face in enumerate(corners.tolist()):
        heights = (points - a[f]) @ normals[f]
        assert heights.max() <= slack[f]
        yield face, np.flatnonzero(heights >= -slack[f]).tolist()
