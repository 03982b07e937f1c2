"""Triangles as rows of a buffer, in the file's axes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .buffer import Rows, rows_of_array, rows_of_numbers

if TYPE_CHECKING:
    from ..assets import MeshMaterial, Primitive
    from ..assets.pack_stl import PackedTriangles
    from ..assets.tessellate import Surface

Order = tuple[int, int, int]
"""Which axis of the mesh becomes each axis of the file."""

_SMALL = 65535
"""16 bits number fewer vertices than this; the last number is kept for restarts."""


class Packed(NamedTuple):
    """A primitive's rows, and the surface that the mesh file itself gives it."""

    positions: Rows
    indices: Rows
    normals: Rows | None = None
    texcoords: Rows | None = None
    colors: Rows | None = None
    material: MeshMaterial | None = None


def pack_primitive(primitive: Primitive, order: Order) -> Packed:
    """Rows of arrays."""
    import numpy as np

    def permuted(rows: np.ndarray[tuple[int, int], np.dtype[np.float32]], bounds: bool) -> Rows:
        return rows_of_array(rows if order == (0, 1, 2) else rows[:, order], bounds=bounds)

    colors = None
    if primitive.colors is not None:
        # Sixteen bits keep linear light apart where eight would show bands.
        colors = rows_of_array(np.rint(primitive.colors * np.float32(65535.0)).astype(np.uint16))
    small = len(primitive.positions) < _SMALL
    indices = primitive.triangles.ravel().astype(np.uint16 if small else np.uint32)
    return Packed(
        permuted(primitive.positions, True),
        rows_of_array(indices),
        None if primitive.normals is None else permuted(primitive.normals, False),
        None if primitive.texcoords is None else rows_of_array(primitive.texcoords),
        colors,
        primitive.material,
    )


def pack_surface(surface: Surface, order: Order) -> Packed:
    """Rows of lists: shapes without a file."""

    def permuted(numbers: list[float], bounds: bool) -> Rows:
        mixed = [0.0] * len(numbers)
        for place, axis in enumerate(order):
            mixed[place::3] = numbers[axis::3]
        return rows_of_numbers(mixed, "float32", 3, bounds=bounds)

    return Packed(
        permuted(surface.positions, True),
        rows_of_numbers(surface.triangles, "uint16", 1),
        permuted(surface.normals, False),
        rows_of_numbers(surface.texcoords, "float32", 2),
    )


def pack_triangles(packed: PackedTriangles) -> Packed:
    """Rows of what is packed already."""
    positions = Rows(packed.positions, "float32", 3, packed.low, packed.high)
    small = positions.height < _SMALL
    return Packed(
        positions,
        Rows(packed.indices, "uint16" if small else "uint32", 1),
        Rows(packed.normals, "float32", 3) if packed.normals else None,
    )
