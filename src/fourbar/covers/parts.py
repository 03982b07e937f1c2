"""Convex parts that cover a surface.

A decomposition gives parts that follow the surface and leave some of it outside. Every piece of the
surface is given to the part that it is outside of the least, or cut further where that is far, and
each part becomes the hull of its pieces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..assets import convex_hull
from ..numerics import COVERS_SHORTEST_PIECE
from .cover import plane_depths
from .fit import Grid
from .hull import fit_hull, solid_around, thick
from .pieces import halves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .cover import CoverShape
    from .surface import Points, Surface

_CUTS = 16
"""How often a piece is cut across its longest side at most."""
_MOST = 400_000
"""Pieces are not cut further when there are this many."""


def grow_parts(
    surface: Surface, parts: Sequence[Points], *, most: int, tolerance: float
) -> tuple[tuple[CoverShape, ...], float]:
    """Bodies of at most `most` corners around what each part gets; and the least depth."""
    grid = Grid(surface.points)
    solids = [np.asarray(part, np.float64) for part in parts if len(part)]
    shares = _shares(surface, solids, tolerance, grid.size)
    shapes: list[CoverShape] = []
    depth = np.inf
    for share in shares:
        if not len(share):
            continue  # nothing of the surface is in it
        inside = thick(share, surface.slack) if surface.slack else share
        shape = fit_hull(solid_around(inside), grid, most)
        depth = min(depth, float(shape.depths(share).min()))
        shapes.append(shape)
    return tuple(shapes), depth


def _shares(surface: Surface, solids: list[Points], tolerance: float, size: float) -> list[Points]:
    """The corners of the pieces that each part gets."""
    planes = [_planes(solid) for solid in solids]
    shares: list[list[Points]] = [[] for _ in solids]
    pieces = surface.points[surface.triangles]
    for step in range(_CUTS + 1):
        outside = np.stack([_beyond(pieces, *plane) for plane in planes])
        owner, least = outside.argmin(axis=0), outside.min(axis=0)
        sides = np.linalg.norm(np.roll(pieces, -1, axis=1) - pieces, axis=2)
        again = (least > tolerance) & (sides.max(axis=1) > COVERS_SHORTEST_PIECE * size)
        if step == _CUTS or len(pieces) > _MOST:
            again[:] = False
        for k, share in enumerate(shares):
            share.append(pieces[(owner == k) & ~again].reshape(-1, 3))
        if not again.any():
            break
        pieces = halves(pieces[again], sides[again])
    return [np.unique(np.concatenate(share), axis=0) for share in shares]


def _planes(solid: Points) -> tuple[Points, Points]:
    """Normals and offsets of the faces of the hull."""
    hull = convex_hull(solid_around(solid).corners)
    a, b, c = (hull.vertices[hull.triangles[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    lengths = np.linalg.norm(normals, axis=1)
    # What is narrower than rounding has no direction; its neighbours bound the part.
    sound = lengths > 1e-12 * np.ptp(hull.vertices, axis=0).max() ** 2
    normals = normals[sound] / lengths[sound, None]
    return normals, np.einsum("ij,ij->i", normals, a[sound])


def _beyond(pieces: Points, normals: Points, offsets: Points) -> Points:
    """How far each piece is outside of all faces' planes, at its worst corner."""
    depths = plane_depths(pieces.reshape(-1, 3), normals, offsets)
    return -depths.reshape(-1, 3).min(axis=1)
