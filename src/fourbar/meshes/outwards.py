"""Fewer triangles around a surface: the new one contains the old one.

A surface that was simplified within a small part of the tolerance is moved outwards by the rest of
it, each vertex on the way on which all faces that meet there move by as much. Then it is proven:
the old surface is cut until each piece is deeper inside the new one than it is large. What cannot
be proven keeps all its triangles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._native import Inside, TriangleTree, count_edges, moments
from ..assets.mesh import Primitive, TriangleMesh
from ..assets.simplify import Simplified, simplify

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Points = NDArray[np.float64]
    Corners = NDArray[np.uint32]

_SHARES = (0.2, 0.1, 0.05)
"""Parts of the tolerance that triangles are taken away within; the rest is for moving outwards."""
_POINTED = 3.0
"""The farthest that a vertex goes when its faces move by 1."""
_BUDGET = 2_000_000
"""How often the old surface is cut for the proof."""


def simplify_outwards(mesh: TriangleMesh, ratio: float, *, error: float) -> Simplified:
    """As `simplify`, but no point of the old surface is outside of the new one.

    `error` is a share of the largest extent, and bounds how far the new surface is from the old
    one. A mesh that is not closed has no outside, and stays as it is.
    """
    extent = mesh.extent()
    unchanged = Simplified(mesh, 0.0)
    if extent is None:
        return unchanged
    points, triangles, closed = _surface(mesh)
    if not closed or moments(points, triangles)[0] <= 0.0:
        return unchanged
    low, high = extent
    most = error * max(b - a for a, b in zip(low, high, strict=True))
    for share in _SHARES:
        fewer = simplify(mesh, ratio, error=share * error)
        if fewer.mesh.triangle_count == mesh.triangle_count:
            return unchanged
        # Rounding to single precision moves vertices as well.
        room = (most - fewer.distance) * (1 - 1e-3) - 1e-6 * float(np.abs(points).max())
        if room <= fewer.distance:
            continue
        grown = _grown(fewer.mesh, room)
        if grown is not None and _contains(grown, points, triangles):
            return Simplified(grown, most)
    return unchanged


def _surface(mesh: TriangleMesh) -> tuple[Points, Corners, bool]:
    """All triangles over vertices that are there once, and whether they are closed."""
    merged = mesh.joined().data.merge()
    closed = bool(count_edges(merged.triangles)[-1])
    triangles: Any = np.asarray(merged.triangles)
    return np.ascontiguousarray(merged.positions, np.float64), triangles, closed


def _grown(mesh: TriangleMesh, room: float) -> TriangleMesh | None:
    """The mesh with each vertex moved outwards by at most `room` [m]."""
    points, triangles, closed = _surface(mesh)
    if not closed:
        return None
    ways = _ways(points, triangles)
    farthest = float(np.linalg.norm(ways, axis=1).max())
    if not farthest > 0.0:
        return None
    moved = (points + ways * (room / farthest)).astype(np.float32)
    place = {row.tobytes(): moved[k] for k, row in enumerate(points.astype(np.float32) + 0.0)}
    primitives: list[Primitive] = []
    for primitive in mesh.primitives:
        own = np.asarray(primitive.positions, np.float32) + 0.0  # -0 is 0
        there = [place.get(row.tobytes()) for row in own]
        if any(row is None for row in there):
            return None
        primitives.append(
            Primitive.from_arrays(
                np.array(there, np.float32),
                np.asarray(primitive.triangles),
                primitive.normals,
                primitive.texcoords,
                primitive.colors,
                primitive.material,
                primitive.name,
            )
        )
    return TriangleMesh(tuple(primitives))


def _ways(points: Points, triangles: Corners) -> Points:
    """Where vertices go so that the faces around them move outwards by 1, or somewhat less."""
    a, b, c = (points[triangles[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    lengths = np.linalg.norm(normals, axis=1)
    sound = lengths > 1e-12 * float(np.ptp(points, axis=0).max()) ** 2
    unit = np.where(sound[:, None], normals / np.maximum(lengths, 1e-300)[:, None], 0.0)
    ways = np.zeros_like(points)
    for k in range(3):
        own, one, two = (points[triangles[:, (k + i) % 3]] for i in range(3))
        u, v = one - own, two - own
        angle = np.arctan2(np.linalg.norm(np.cross(u, v), axis=1), np.einsum("ij,ij->i", u, v))
        np.add.at(ways, triangles[:, k], angle[:, None] * unit)
    ways /= np.maximum(np.linalg.norm(ways, axis=1), 1e-300)[:, None]
    least = np.ones(len(points))
    for k in range(3):
        corner = triangles[:, k]
        along = np.where(sound, np.einsum("ij,ij->i", ways[corner], unit), 1.0)
        np.minimum.at(least, corner, along)
    return ways / np.maximum(least, 1 / _POINTED)[:, None]


def _contains(mesh: TriangleMesh, points: Points, triangles: Corners) -> bool:
    own, corners, closed = _surface(mesh)
    if not closed:
        return False
    # Without a gap it ends with 0 only if every piece is inside by more than its size.
    bound, _, _ = TriangleTree(own, corners).farthest(
        points, triangles, inside=Inside.CLOSED, gap=0.0, budget=_BUDGET, share=0.0
    )
    return bound == 0.0
