"""The bytes of a compressed view."""

from __future__ import annotations

from typing import Any

from .attributes import decode_attributes
from .filters import undo_filter
from .indices import decode_indices
from .triangles import decode_triangles

_DENSEST = 1024
"""Bytes that one compressed byte can stand for, at most: of version 1, where nothing changes."""


def decode_view(data: bytes, described: dict[str, Any], *, room: int) -> bytes:
    """What `data` stands for, by what the extension says about it; at most `room` bytes."""
    count, stride = described.get("count"), described.get("byteStride")
    mode = described.get("mode")
    if type(count) is not int or type(stride) is not int:
        raise ValueError("a compressed view is described in a way that is not read")
    if count < 0 or stride < 1 or count * stride > _DENSEST * len(data):
        raise ValueError("a compressed view announces more than it can hold")
    if count * stride > room:
        raise ValueError("the compressed views are more than is accepted together")
    if mode == "ATTRIBUTES" and stride % 4 == 0 and stride <= 256:
        elements = decode_attributes(data, count, stride)
        return undo_filter(described.get("filter", "NONE"), elements, stride)
    if mode == "TRIANGLES" and stride in (2, 4):
        return decode_triangles(data, count).astype(f"<u{stride}").tobytes()
    if mode == "INDICES" and stride in (2, 4):
        return decode_indices(data, count).astype(f"<u{stride}").tobytes()
    raise ValueError(f"compressed views of mode {mode!r:.20} are not read")
