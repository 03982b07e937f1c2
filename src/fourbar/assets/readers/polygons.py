"""From polygons with separate indices per attribute to triangles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ... import rules
from ..._native import assemble
from ..limits import MAX_TRIANGLES, MAX_VERTICES, POLYGON_BUDGET
from ..material import MeshMaterial
from ..mesh import Primitive
from .reading import MeshReading, RefusedError

Values = tuple[Any, int]
"""A flat buffer of float32 values, and the column of the corners that numbers them."""


def build(
    reading: MeshReading,
    corners: Any,
    stride: int,
    starts: Any | None,
    *,
    runs: Sequence[tuple[int, int]] | None = None,
    positions: Values,
    normals: Values | None = None,
    texcoords: Values | None = None,
    colors: Values | None = None,
    material: MeshMaterial | None = None,
    name: str = "",
    at: int | None = None,
) -> Primitive | None:
    """Triangles of one material, equal vertices made one; None if no polygon is left.

    Polygons with a corner at a vertex that does not exist are left out and reported; normals,
    texture coordinates and colours that do not exist leave the primitive without them.

    Parameters
    ----------
    corners
        A flat buffer of int32: `stride` numbers of values for each corner, negative for none.
    starts
        A buffer of uint32, the first corner of each polygon and the end of the last; None for
        triangles only.
    runs
        Polygons from the first to before the second number; without any, all.
    positions, normals, texcoords, colors
        3, 3, 2 and 4 numbers each.
    """
    count = len(corners) // stride
    if count > MAX_VERTICES:
        message = f"the polygons have {count:,} corners; the limit is {MAX_VERTICES:,}"
        raise RefusedError(rules.assets.MESH_TOO_LARGE, message, at=at)
    triangles, polygons, dropped, fanned, *beyond = assemble(
        corners, stride, starts, runs, positions, normals, texcoords, colors, POLYGON_BUDGET
    )
    if dropped:
        message = f"{dropped} of {polygons} faces refer to vertices that do not exist"
        reading.add(rules.assets.MESH_INDEX, f"{message}; they are left out", at=at)
    if fanned:
        message = f"{fanned} polygons have too many concave corners to be triangulated well"
        note = "Triangulate the mesh before exporting it."
        reading.add(rules.assets.MESH_POLYGON, message, at=at, notes=(note,))
    if triangles.count > MAX_TRIANGLES:
        message = f"the mesh has {triangles.count:,} triangles; the limit is {MAX_TRIANGLES:,}"
        raise RefusedError(rules.assets.MESH_TOO_LARGE, message, at=at)
    for what, wrong in zip(("normals", "texture coordinates", "colours"), beyond, strict=True):
        if wrong:
            message = f"faces refer to {what} that do not exist; all {what} are ignored"
            reading.add(rules.assets.MESH_INDEX, message, at=at)
    return Primitive(triangles, material, name) if triangles.count else None
