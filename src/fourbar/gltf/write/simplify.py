"""Fewer triangles: vertices in one cell of a grid become one, placed where surfaces meet.

P. Lindstrom, Out-of-core simplification of large polygonal models, 2000: each cell's vertex
minimises the squared distance to the planes of the triangles that touch it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...assets import Primitive, TriangleMesh

if TYPE_CHECKING:
    from numpy.typing import NDArray

MIN_TRIANGLES = 64
"""A mesh with fewer stays as it is."""
_TRIES = 14
_KEEP = 1e-3
"""Eigenvalues below this share of the largest say nothing about where a vertex belongs."""


def simplify(mesh: TriangleMesh, ratio: float) -> TriangleMesh:
    """About `ratio` of the triangles, never more than there were; without texture coordinates.

    Primitives with a texture or vertex colours stay whole: their looks hang on their vertices.
    Normals are left for the caller to make anew.
    """
    if ratio >= 1.0:
        return mesh
    return TriangleMesh(tuple(_simplify(p, ratio) for p in mesh.primitives))


def _simplify(primitive: Primitive, ratio: float) -> Primitive:
    count = primitive.data.count
    textured = primitive.material is not None and primitive.material.texture is not None
    if count < MIN_TRIANGLES or textured or primitive.colors is not None:
        return primitive
    positions = primitive.positions.astype(np.float64)
    low, high = positions.min(axis=0), positions.max(axis=0)
    size = float((high - low).max())
    if not size > 0.0:
        return primitive
    wanted = max(int(count * ratio), 4)
    coarse, fine = 1.0, 4.0 * np.sqrt(count)  # cells along the longest edge
    best: tuple[NDArray[np.int64], NDArray[np.uint32]] | None = None
    for _ in range(_TRIES):
        cells = np.sqrt(coarse * fine)
        clustered = _cluster(positions, primitive.triangles, low, size / cells)
        if len(clustered[1]) > wanted:
            fine = cells
        else:
            coarse, best = cells, clustered
    if best is None or len(best[1]) == 0:
        return primitive
    place, triangles = best
    moved = _vertices(positions, primitive.triangles, place, size)
    return Primitive.from_arrays(
        moved,
        triangles,
        material=primitive.material,
        name=primitive.name,
    )


def _cluster(
    positions: NDArray[np.float64],
    triangles: NDArray[np.uint32],
    low: NDArray[np.float64],
    cell: float,
) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    """The cluster of each vertex, and the triangles that still have three corners, each once."""
    grid = np.floor((positions - low) / cell).astype(np.int64)
    width = grid.max(axis=0) + 1
    key = (grid[:, 0] * width[1] + grid[:, 1]) * width[2] + grid[:, 2]
    _, place = np.unique(key, return_inverse=True)
    corners = place[triangles]
    whole = (
        (corners[:, 0] != corners[:, 1])
        & (corners[:, 1] != corners[:, 2])
        & (corners[:, 2] != corners[:, 0])
    )
    corners = corners[whole]
    if len(corners):
        # Turned so that the smallest number comes first: equal triangles are then equal rows.
        first = corners.argmin(axis=1)
        rows = np.arange(len(corners))[:, None]
        corners = corners[rows, (first[:, None] + np.arange(3)) % 3]
        corners = np.unique(corners, axis=0)
    return place, corners.astype(np.uint32)


def _vertices(
    positions: NDArray[np.float64],
    triangles: NDArray[np.uint32],
    place: NDArray[np.int64],
    size: float,
) -> NDArray[np.float64]:
    """Where each cluster's vertex goes: next to its mean, as close to all planes as it gets."""
    count = int(place.max()) + 1
    mean = (
        np.stack([np.bincount(place, positions[:, k], count) for k in range(3)], axis=1)
        / np.bincount(place, minlength=count)[:, None]
    )
    a, b, c = (positions[triangles[:, k]] for k in range(3))
    normal = np.cross(b - a, c - a)  # its length is twice the area: large triangles count more
    A = np.zeros((count, 3, 3))
    r = np.zeros((count, 3))
    outer = normal[:, :, None] * normal[:, None, :]
    for k in range(3):
        at = place[triangles[:, k]]
        distance = np.einsum("ij,ij->i", normal, a - mean[at])
        np.add.at(A, at, outer)
        np.add.at(r, at, normal * distance[:, None])
    values, vectors = np.linalg.eigh(A)
    largest = values[:, 2:3]
    good = values > _KEEP * np.where(largest > 0.0, largest, 1.0)
    inverse = np.where(good, 1.0 / np.where(good, values, 1.0), 0.0)
    step = np.einsum("nij,nj,nkj,nk->ni", vectors, inverse, vectors, r)
    reach = np.linalg.norm(step, axis=1, keepdims=True)
    # A vertex that would leave its neighbourhood is badly determined: the mean is safe.
    return mean + np.where(reach < 0.1 * size, step, 0.0)
