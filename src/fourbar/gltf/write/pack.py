"""Triangles as rows of a buffer, in the file's axes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...gltf_file.buffer_writer import Rows, rows_of_numbers

if TYPE_CHECKING:
    from ...assets import MeshMaterial, Primitive
    from ...assets.tessellate import Surface

Order = tuple[int, int, int]
"""Which axis of the mesh becomes each axis of the file."""


class Packed(NamedTuple):
    """A primitive's rows, and the surface that the mesh file itself gives it."""

    positions: Rows
    indices: Rows
    normals: Rows | None = None
    texcoords: Rows | None = None
    colors: Rows | None = None
    material: MeshMaterial | None = None


def pack_primitive(primitive: Primitive, order: Order) -> Packed:
    """Rows of triangles, of which there is at least one."""
    positions, normals, texcoords, colors, indices, low, high = primitive.data.pack(order)
    narrow = len(indices) == 6 * primitive.data.count
    return Packed(
        Rows(positions, "float32", 3, low, high),
        Rows(indices, "uint16" if narrow else "uint32", 1),
        None if normals is None else Rows(normals, "float32", 3),
        None if texcoords is None else Rows(texcoords, "float32", 2),
        None if colors is None else Rows(colors, "uint16", 4),
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
