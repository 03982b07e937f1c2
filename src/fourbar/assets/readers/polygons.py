"""From polygons with separate indices per attribute to triangles."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..._native import triangulate
from .. import mesh_rules as rules
from ..limits import MAX_TRIANGLES, MAX_VERTICES, POLYGON_BUDGET
from ..material import MeshMaterial
from ..merge import merge_vertices
from ..mesh import Floats, Indices, Primitive
from .reading import Reading, RefusedError

Corners = NDArray[np.signedinteger] | NDArray[np.unsignedinteger]


@dataclass(frozen=True, slots=True)
class Attribute:
    """Values (k, width) and, for each corner, the number of its value (negative: none)."""

    values: Floats
    corners: Corners

    def missing(self) -> NDArray[np.bool_]:
        """Which corners name no value."""
        return (self.corners < 0) | (self.corners >= len(self.values))


def build(
    reading: Reading,
    positions: Attribute,
    sizes: Indices | None,
    *,
    normals: Attribute | None = None,
    texcoords: Attribute | None = None,
    colors: Attribute | None = None,
    material: MeshMaterial | None = None,
    name: str = "",
    at: int | None = None,
) -> Primitive | None:
    """Triangles of one material, equal vertices made one; None if no polygon is left.

    `sizes` are the corners of each polygon; None for triangles only. Polygons with a corner at a
    vertex that does not exist are left out and reported; normals, texture coordinates and colours
    that do not exist leave the primitive without them.
    """
    count = len(positions.corners)
    if count > MAX_VERTICES:
        message = f"{count} corners are more than the {MAX_VERTICES} accepted"
        raise RefusedError(rules.TOO_LARGE, message, at=at)
    sizes = np.full(count // 3, 3, np.uint32) if sizes is None else sizes
    corners = np.arange(count, dtype=np.uint32)
    missing = positions.missing()
    if missing.any():
        sizes, corners = _without(reading, sizes, missing, at)
    vertices = positions.corners[corners].astype(np.uint32)
    if (sizes == 3).all():
        triples = np.arange(len(vertices), dtype=np.uint32)
    else:
        cut, fanned = triangulate(positions.values, vertices, sizes, POLYGON_BUDGET)
        if fanned:
            message = f"{fanned} polygons have too many corners that bend inwards to be cut well"
            reading.add(rules.POLYGON, message, at=at, notes=("triangulate before exporting",))
        triples = cut.ravel()
    if len(triples) == 0:
        return None
    if len(triples) > 3 * MAX_TRIANGLES:
        message = f"{len(triples) // 3} triangles are more than the {MAX_TRIANGLES} accepted"
        raise RefusedError(rules.TOO_LARGE, message, at=at)
    corners = corners[triples]

    def gather(attribute: Attribute | None, what: str) -> Floats | None:
        if attribute is None:
            return None
        numbers = attribute.corners[corners]
        if (numbers < 0).any():
            return None  # written for some corners only
        if (numbers >= len(attribute.values)).any():
            reading.add(rules.INDEX, f"{what} that do not exist are named; none is used", at=at)
            return None
        return attribute.values[numbers]

    primitive = Primitive(
        positions.values[vertices[triples]],
        np.arange(len(triples), dtype=np.uint32).reshape(-1, 3),
        gather(normals, "normals"),
        gather(texcoords, "texture coordinates"),
        gather(colors, "colours"),
        material,
        name,
    )
    return merge_vertices(primitive)


def flipped(texcoords: Floats) -> Floats:
    """Texture coordinates with v downwards, as glTF has them; elsewhere it points upwards."""
    return texcoords * np.array([1, -1], np.float32) + np.array([0, 1], np.float32)


def _without(
    reading: Reading, sizes: Indices, missing: NDArray[np.bool_], at: int | None
) -> tuple[Indices, Indices]:
    """Sizes and corners of the polygons whose vertices all exist."""
    polygon = np.repeat(np.arange(len(sizes)), sizes)
    good = np.ones(len(sizes), bool)
    good[polygon[missing]] = False
    dropped = len(sizes) - int(good.sum())
    message = f"{dropped} of {len(sizes)} faces name vertices that do not exist; they are left out"
    reading.add(rules.INDEX, message, at=at)
    return sizes[good], np.flatnonzero(good[polygon]).astype(np.uint32)
