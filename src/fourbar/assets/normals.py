"""Normals for meshes that have none."""

from __future__ import annotations

import math

from ..record import replace
from .mesh import TriangleMesh

CREASE_ANGLE = math.radians(40.0)
"""Edges that bend more look sharp [rad]. Rounded CAD parts stay below, chamfers of 45 degrees
above."""


def with_normals(mesh: TriangleMesh, *, crease_angle: float = CREASE_ANGLE) -> TriangleMesh:
    """The mesh with normals where a primitive had none: smooth, but split where edges are sharp.

    Parameters
    ----------
    crease_angle
        Triangles whose normals enclose a larger angle do not share a normal across their edge
        [rad]. Vertices at creases are there once for every side.
    """
    cosine = math.cos(crease_angle)
    return TriangleMesh(
        tuple(
            p if p.data.normals is not None else replace(p, data=p.data.crease(cosine))
            for p in mesh.primitives
        )
    )
