"""Vertices that are the same, made one. Hashing, not sorting: linear in the number of vertices."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .._native import merge_rows
from .mesh import Floats, Indices, Primitive


def merge_positions(positions: Floats) -> tuple[Indices, Indices]:
    """The first vertex at each place, in order of appearance, and the place of each vertex.

    Places are the same where all bits are, but for the sign of zero: nothing is rounded, so that
    nothing thin collapses.

    Parameters
    ----------
    positions
        (n, 3) float32.

    Returns
    -------
    first, inverse
        (k,) uint32 vertices, `positions[first]` being all places, and (n,) uint32 numbers of
        places: `positions[first][inverse]` equals `positions`.
    """
    return merge_rows(_bits(positions))


def merge_vertices(primitive: Primitive) -> Primitive:
    """The primitive with vertices made one where all their attributes are equal."""
    attributes = (primitive.positions, primitive.normals, primitive.texcoords, primitive.colors)
    rows = np.concatenate([a for a in attributes if a is not None], axis=1)
    first, inverse = merge_rows(_bits(rows))
    if len(first) == len(primitive.positions):
        return primitive

    def take(attribute: Floats | None) -> Floats | None:
        return None if attribute is None else attribute[first]

    return replace(
        primitive,
        positions=primitive.positions[first],
        triangles=inverse[primitive.triangles],
        normals=take(primitive.normals),
        texcoords=take(primitive.texcoords),
        colors=take(primitive.colors),
    )


def _bits(rows: Floats) -> Indices:
    # Adding zero turns -0.0 into 0.0 and leaves everything else alone.
    with np.errstate(invalid="ignore"):
        return np.ascontiguousarray(rows + np.float32(0.0), dtype=np.float32).view(np.uint32)
