"""An STL file straight to the arrays of a glTF file: the way most meshes of robots take.

Only for files about which there is nothing to say. Every other one goes through `read_mesh`,
which says it; both ways give the same bytes.
"""

from __future__ import annotations

from math import cos
from typing import NamedTuple

from .. import _native
from .crease_angle import CREASE_ANGLE
from .limits import MAX_BYTES, MAX_TRIANGLES
from .readers.sniff import (
    STL_HEADER,
    STL_RECORD,
    fits_stl,
    is_git_lfs_pointer,
    is_text_stl,
    is_web_page,
    sniff,
    stl_count,
)

Triple = tuple[float, float, float]


class PackedTriangles(NamedTuple):
    """Bytes of a glTF buffer.

    Attributes
    ----------
    positions
        (n, 3) float32 [m].
    normals
        (n, 3) float32, or empty where none were asked for.
    indices
        (m, 3) numbers of vertices, of 16 bits where there are fewer than 65535 vertices, else 32.
    low, high
        Bounds of the positions [m].
    """

    positions: bytes
    normals: bytes
    indices: bytes
    low: Triple
    high: Triple


def pack_stl(
    data: bytes, *, scale: Triple, order: tuple[int, int, int], normals: bool
) -> PackedTriangles | None:
    """Merge, scale and crease the triangles of an STL file; its axis order[i] becomes axis i.

    None for what is no sound STL file.
    """
    if len(data) > MAX_BYTES or is_git_lfs_pointer(data) or is_web_page(data):
        return None
    text = is_text_stl(data)
    if sniff(data) != "stl" or not (text or fits_stl(data)):
        return None
    count = 0 if text else stl_count(data)
    if count > MAX_TRIANGLES or (text and len(data) // STL_RECORD > MAX_TRIANGLES):
        return None
    packed = _native.pack_stl(
        data, STL_HEADER, count, text, scale, order, cos(CREASE_ANGLE), normals
    )
    return None if packed is None else PackedTriangles(*packed)
