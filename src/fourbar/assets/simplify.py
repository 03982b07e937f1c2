"""Fewer triangles, with a bound on how far the surface moves.

Vertices are taken away one by one, in the order of quadric error metrics (Garland and Heckbert
1997); those that are left stay where they are, with the normals, texture coordinates and colours
they have. Each step is measured exactly, and the sum of the steps bounds the distance between the
surfaces in both directions: the true distance is smaller, often by a factor of five.
"""

from __future__ import annotations

from typing import NamedTuple

from .._native import simplify as simplify_parts
from ..record import replace
from .mesh import TriangleMesh

MIN_TRIANGLES = 64
"""A mesh with fewer stays as it is."""

DEFAULT_ERROR = 0.02
"""How far the surface may move, as a part of the mesh's largest extent."""

_TEXCOORD = 0.01
"""How far texture coordinates may move, as a part of the image."""
_COLOR = 0.05
_NORMAL = 0.5
"""Between unit vectors: about half a radian."""


class Simplified(NamedTuple):
    """A mesh of fewer triangles; no point of one is farther than `distance` [m] from the other."""

    mesh: TriangleMesh
    distance: float


def simplify(mesh: TriangleMesh, ratio: float, *, error: float = DEFAULT_ERROR) -> Simplified:
    """Keep a part of a mesh's triangles, or as few as the error allows.

    Parameters
    ----------
    ratio
        The part of the triangles to keep, between 0 and 1.
    error
        How far the surface may move, as a part of the mesh's largest extent. The edges of open
        surfaces and of textures count as much as the rest, and a closed surface stays closed.
    """
    extent = mesh.extent()
    if ratio >= 1.0 or mesh.triangle_count < MIN_TRIANGLES or extent is None:
        return Simplified(mesh, 0.0)
    low, high = extent
    size = max(b - a for a, b in zip(low, high, strict=True))
    wanted = max(int(mesh.triangle_count * ratio), 4)
    parts, distance = simplify_parts(
        [primitive.data for primitive in mesh.primitives],
        wanted,
        error * size,
        _TEXCOORD,
        _COLOR,
        _NORMAL,
    )
    primitives = (
        replace(primitive, data=data)
        for primitive, data in zip(mesh.primitives, parts, strict=True)
    )
    return Simplified(TriangleMesh(tuple(primitives)), distance)
