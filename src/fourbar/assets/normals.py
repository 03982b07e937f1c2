"""Normals for meshes that have none."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from .._native import crease
from .crease_angle import CREASE_ANGLE
from .merge import merge_positions, merge_vertices
from .mesh import Primitive, TriangleMesh


def with_normals(mesh: TriangleMesh, *, crease_angle: float = CREASE_ANGLE) -> TriangleMesh:
    """The mesh with normals where a primitive had none."""
    primitives = tuple(
        p if p.normals is not None else creased(p, crease_angle=crease_angle)
        for p in mesh.primitives
    )
    return TriangleMesh(primitives)


def creased(primitive: Primitive, *, crease_angle: float = CREASE_ANGLE) -> Primitive:
    """New normals: smooth where surfaces bend gently, split where edges are sharp.

    Parameters
    ----------
    primitive
        Its own normals are not looked at.
    crease_angle
        Triangles whose normals enclose a larger angle do not share a normal across their edge
        [rad].

    Returns
    -------
    Primitive
        The same triangles; vertices at creases are there once for every side.
    """
    attributes = (primitive.texcoords, primitive.colors)
    if any(a is not None for a in attributes):
        # A seam of the texture is no crease: look at places, and split again below.
        return _over_seams(primitive, crease_angle)
    source, triangles, normals = crease(
        primitive.positions, primitive.triangles, math.cos(crease_angle)
    )
    return replace(
        primitive, positions=primitive.positions[source], triangles=triangles, normals=normals
    )


def _over_seams(primitive: Primitive, crease_angle: float) -> Primitive:
    first, place = merge_positions(primitive.positions)
    _, triangles, normals = crease(
        primitive.positions[first], place[primitive.triangles], math.cos(crease_angle)
    )
    corners = primitive.triangles.ravel()
    unshared = replace(
        primitive,
        positions=primitive.positions[corners],
        triangles=np.arange(len(corners), dtype=np.uint32).reshape(-1, 3),
        normals=normals[triangles.ravel()],
        texcoords=None if primitive.texcoords is None else primitive.texcoords[corners],
        colors=None if primitive.colors is None else primitive.colors[corners],
    )
    return merge_vertices(unshared)
