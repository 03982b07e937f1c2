"""Fewer triangles: the bound is measured here again, by points on both surfaces."""

import hashlib
import subprocess
import sys

import numpy as np
import pytest

from fourbar._native import count_edges, join
from fourbar.assets import MeshMaterial, Primitive, TriangleMesh, box, cylinder, sphere
from fourbar.assets.simplify import MIN_TRIANGLES, simplify


def bare(*primitives):
    """Positions and triangles alone, equal positions made one."""
    return Primitive(join([p.data for p in primitives], True).merge())


def bumpy(count=40, amplitude=0.05):
    """An open sheet of hills over the unit square."""
    x, y = np.meshgrid(np.linspace(0, 1, count), np.linspace(0, 1, count), indexing="ij")
    z = amplitude * np.sin(7 * x) * np.cos(5 * y)
    positions = np.stack([x, y, z], axis=-1).reshape(-1, 3)
    corner = (np.arange(count - 1)[:, None] * count + np.arange(count - 1)).ravel()
    a, b, c, d = corner, corner + count, corner + count + 1, corner + 1
    triangles = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
    return positions, triangles


def samples(primitive, rng, each=2):
    corners = primitive.positions.astype(float)[primitive.triangles]
    weights = rng.dirichlet((1, 1, 1), (len(corners), each))
    return np.concatenate([corners.reshape(-1, 3), (weights @ corners).reshape(-1, 3)])


def distances(points, primitive):
    """From each point to the nearest point of the triangles (Ericson 2004, section 5.1.5)."""
    a, b, c = (primitive.positions.astype(float)[primitive.triangles[:, k]] for k in range(3))
    ab, ac = b - a, c - a
    found = np.full(len(points), np.inf)
    for start in range(0, len(points), 50):
        p = points[start : start + 50, None]
        best = np.full((p.shape[0], len(a)), np.inf)
        # Inside the triangle's plane, where the foot is in the triangle.
        normal = np.cross(ab, ac)
        area = np.einsum("ij,ij->i", normal, normal)
        safe = np.where(area > 0, area, 1.0)
        ap = p - a
        v = np.einsum("pij,ij->pi", np.cross(ap, ac), normal) / safe
        w = np.einsum("pij,ij->pi", np.cross(ab, ap), normal) / safe
        inside = (v >= 0) & (w >= 0) & (v + w <= 1) & (area > 0)
        height = np.abs(np.einsum("pij,ij->pi", ap, normal)) / np.sqrt(safe)
        best = np.where(inside, height, best)
        for begin, along in ((a, ab), (a, ac), (b, c - b)):
            length = np.einsum("ij,ij->i", along, along)
            share = np.einsum("pij,ij->pi", p - begin, along) / np.where(length > 0, length, 1.0)
            foot = begin + np.clip(share, 0, 1)[..., None] * along
            best = np.minimum(best, np.linalg.norm(p - foot, axis=-1))
        found[start : start + 50] = best.min(axis=1)
    return found


def normals(primitive):
    a, b, c = (primitive.positions.astype(float)[primitive.triangles[:, k]] for k in range(3))
    return np.cross(b - a, c - a)


SURFACES = {
    "ball": lambda: bare(sphere(0.5, segments=28)),
    "can": lambda: bare(cylinder(0.3, 1.0, segments=48)),
    "hills": lambda: Primitive.from_arrays(*bumpy(24)),
}


@pytest.mark.parametrize("error", [0.002, 0.01, 0.05])
@pytest.mark.parametrize("name", SURFACES)
def test_no_point_of_either_surface_is_farther_than_the_bound(name, error):
    surface = SURFACES[name]()
    rng = np.random.default_rng(0)
    found = simplify(TriangleMesh((surface,)), 0.1, error=error)
    (fewer,) = found.mesh.primitives
    low, high = surface.positions.min(axis=0), surface.positions.max(axis=0)
    assert found.distance <= error * float((high - low).max())
    assert len(fewer.triangles) < len(surface.triangles)
    slack = 1e-6  # single precision of the positions [m]
    assert distances(samples(surface, rng), fewer).max() <= found.distance + slack
    assert distances(samples(fewer, rng, each=4), surface).max() <= found.distance + slack


def test_flat_faces_lose_everything_but_their_outline():
    positions, triangles = bumpy(30, amplitude=0.0)
    sheet = Primitive.from_arrays(positions, triangles)
    found = simplify(TriangleMesh((sheet,)), 0.001)
    (fewer,) = found.mesh.primitives
    assert found.distance == pytest.approx(0.0, abs=1e-7)
    assert len(fewer.triangles) <= 8
    areas = np.linalg.norm(normals(fewer), axis=1) / 2
    assert areas.sum() == pytest.approx(1.0, rel=1e-6)


@pytest.mark.parametrize("name", ["ball", "can"])
def test_a_closed_surface_stays_closed(name):
    surface = SURFACES[name]()
    assert count_edges(surface.triangles)[1:] == (0, 0, 0, True)
    for ratio in (0.7, 0.3, 0.01):
        (fewer,) = simplify(TriangleMesh((surface,)), ratio, error=0.2).mesh.primitives
        assert count_edges(fewer.triangles)[1:] == (0, 0, 0, True)


def test_no_triangle_turns_over():
    ball = SURFACES["ball"]()
    (fewer,) = simplify(TriangleMesh((ball,)), 0.1, error=0.1).mesh.primitives
    centres = fewer.positions.astype(float)[fewer.triangles].mean(axis=1)
    assert (np.einsum("ij,ij->i", normals(fewer), centres) > 0).all()
    hills = SURFACES["hills"]()
    (fewer,) = simplify(TriangleMesh((hills,)), 0.1, error=0.1).mesh.primitives
    assert (normals(fewer)[:, 2] > 0).all()


def test_vertices_that_are_left_keep_their_attributes():
    ball = sphere(1.0, segments=48)  # with normals and texture coordinates
    (fewer,) = simplify(TriangleMesh((ball,)), 0.4).mesh.primitives
    rows = {
        tuple(row) for row in np.hstack([ball.positions, ball.normals, ball.texcoords]).tolist()
    }
    found = np.hstack([fewer.positions, fewer.normals, fewer.texcoords]).tolist()
    assert len(fewer.triangles) <= 0.6 * len(ball.triangles)
    assert all(tuple(row) in rows for row in found)


def test_a_texture_stays_in_its_place_along_a_seam():
    """Two halves of a sheet have different texture coordinates where they meet."""
    positions, triangles = bumpy(30, amplitude=0.0)
    texcoords = positions[:, :2].copy()
    right = positions[triangles].mean(axis=1)[:, 0] > positions[29 * 30 // 2 // 30 * 30, 0]
    # The right half has vertices of its own, half an image away.
    moved = triangles[right] + len(positions)
    whole = Primitive.from_arrays(
        np.vstack([positions, positions]),
        np.vstack([triangles[~right], moved]),
        texcoords=np.vstack([texcoords, texcoords * [0.5, 1.0] + [0.5, 0.0]]),
    )
    (fewer,) = simplify(TriangleMesh((whole,)), 0.02).mesh.primitives
    assert len(fewer.triangles) < 0.1 * len(triangles)
    corners = fewer.texcoords[fewer.triangles].astype(float)
    places = fewer.positions[fewer.triangles].astype(float)[..., :2]
    rng = np.random.default_rng(1)
    weights = rng.dirichlet((1, 1, 1), (len(corners), 20))
    at, seen = weights @ places, weights @ corners
    left = places.mean(axis=1)[:, 0] < positions[29 * 30 // 2 // 30 * 30, 0]
    expected = np.where(left[:, None, None], at, at * [0.5, 1.0] + [0.5, 0.0])
    np.testing.assert_allclose(seen, expected, atol=0.011)  # the tolerance, and rounding


def test_colours_that_differ_keep_their_border():
    positions, triangles = bumpy(30, amplitude=0.0)
    colors = np.ones((len(positions), 4))
    colors[positions[:, 0] > 0.5, :2] = 0.0
    sheet = Primitive.from_arrays(positions, triangles, colors=colors)
    (fewer,) = simplify(TriangleMesh((sheet,)), 0.01).mesh.primitives
    assert len(fewer.triangles) < 0.3 * len(triangles)
    rng = np.random.default_rng(2)
    weights = rng.dirichlet((1, 1, 1), (len(fewer.triangles), 20))
    at = (weights @ fewer.positions[fewer.triangles].astype(float)).reshape(-1, 3)
    red = (weights @ fewer.colors[fewer.triangles].astype(float)).reshape(-1, 4)[:, 0]
    step = 1.0 / 29
    assert (red[at[:, 0] < 0.5 - 2 * step] > 0.9).all()
    assert (red[at[:, 0] > 0.5 + 2 * step] < 0.1).all()


def test_parts_of_several_materials_stay_together():
    positions, triangles = bumpy(30)
    right = positions[triangles].mean(axis=1)[:, 0] > 0.5
    mesh = TriangleMesh(
        (
            Primitive.from_arrays(positions, triangles[right], material=MeshMaterial("red")),
            Primitive.from_arrays(positions, triangles[~right], material=MeshMaterial("blue")),
        )
    )
    found = simplify(mesh, 0.2).mesh
    assert [p.material.name for p in found.primitives] == ["red", "blue"]
    together = bare(*found.primitives)
    edges, open_edges, crowded, turned, _ = count_edges(together.triangles)
    outline = sum(
        1
        for a, b in {
            tuple(sorted(map(tuple, together.positions[[s, t]].tolist())))
            for s, t in together.triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
        }
        if (a[0] == b[0] and a[0] in (0, 1)) or (a[1] == b[1] and a[1] in (0, 1))
    )
    assert (crowded, turned) == (0, 0)
    assert open_edges == outline, "only the outline of the sheet is open, not the border inside"
    assert edges > 0


def test_wide_fans_take_no_longer_than_other_triangles():
    """Every triangle of a disc has the same corner; looking at all of them for each took hours."""
    count = 20_000
    angle = np.linspace(0, 2 * np.pi, count, endpoint=False)
    rim = np.stack([np.cos(angle), np.sin(angle), np.zeros(count)], axis=-1)
    first = np.arange(count) + 1
    triangles = np.stack([np.zeros(count, int), first, np.roll(first, -1)], axis=1)
    disc = Primitive.from_arrays(np.concatenate([np.zeros((1, 3)), rim]), triangles)
    found = simplify(TriangleMesh((disc,)), 0.001, error=0.01)
    (fewer,) = found.mesh.primitives
    assert len(fewer.triangles) <= 100
    areas = np.linalg.norm(normals(fewer), axis=1) / 2
    assert np.pi - areas.sum() < 2 * np.pi * found.distance


def test_vertices_with_attributes_that_are_no_numbers_stay():
    positions, triangles = bumpy(20, amplitude=0.0)
    texcoords = positions[:, :2].copy()
    texcoords[210] = np.nan
    sheet = Primitive.from_arrays(positions, triangles, texcoords=texcoords)
    (fewer,) = simplify(TriangleMesh((sheet,)), 0.01).mesh.primitives
    assert len(fewer.triangles) < 40
    assert (np.abs(fewer.positions - positions[210]).max(axis=1) < 1e-6).any()


def test_small_meshes_stay_as_they_are():
    cube = TriangleMesh((box((1.0, 1.0, 1.0)),))
    assert cube.triangle_count < MIN_TRIANGLES
    assert simplify(cube, 0.1).mesh is cube


def test_triangles_that_share_edges_in_odd_ways_are_left_alone():
    """Three faces on an edge, doubled faces, lines and points: nothing can be trusted."""
    rng = np.random.default_rng(4)
    for _ in range(30):
        positions = rng.integers(0, 4, (40, 3)).astype(float)
        triangles = rng.integers(0, 40, (200, 3))
        soup = TriangleMesh((Primitive.from_arrays(positions, triangles),))
        found = simplify(soup, 0.1, error=0.5)
        (fewer,) = found.mesh.primitives
        assert len(fewer.triangles) <= 200
        assert fewer.data.tidy()[1:4] == (0, 0, 0)


def test_the_same_mesh_gives_the_same_triangles_in_every_process():
    code = (
        "import hashlib\n"
        "from fourbar.assets import TriangleMesh, sphere\n"
        "from fourbar.assets.simplify import simplify\n"
        "mesh, distance = simplify(TriangleMesh((sphere(1.0, segments=64),)), 0.3)\n"
        "data = b''.join(bytes(p.data.positions) + bytes(p.data.triangles)"
        " for p in mesh.primitives)\n"
        "print(hashlib.sha256(data).hexdigest(), distance.hex())\n"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    }
    assert len(found) == 1
    assert len(found.pop().split()[0]) == len(hashlib.sha256().hexdigest())
