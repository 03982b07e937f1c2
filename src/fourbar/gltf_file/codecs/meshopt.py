"""Compressed buffer views, both ways; the bitstreams are the native core's business.

All modes, versions and filters of EXT_meshopt_compression and KHR_meshopt_compression are read.
Attributes of version 0 and lists of indices are written.
"""

from __future__ import annotations

from typing import Any

from ..._native import (
    decode_attributes,
    decode_indices,
    decode_triangles,
    encode_attributes,
    encode_indices,
)

__all__ = ["decode_view", "encode_attributes", "encode_indices"]

_WIDEST = 256
"""Bytes of an element."""


def decode_view(data: bytes, described: dict[str, Any], *, room: int) -> bytes:
    """What `data` stands for, as the extension describes it; at most `room` bytes.

    Damaged data, and a description that does not fit it, raise ValueError.
    """
    count, stride = described.get("count"), described.get("byteStride")
    mode = described.get("mode")
    if type(count) is not int or type(stride) is not int or count < 0 or stride < 1:
        raise ValueError("a compressed view must have a count and a byteStride")
    if count * stride > room:
        raise ValueError("the compressed views are larger than the limit")
    if mode == "ATTRIBUTES" and stride % 4 == 0 and stride <= _WIDEST:
        elements = decode_attributes(data, count, stride)
        name = described.get("filter", "NONE")
        if name == "NONE":
            return elements
        from .filters import undo_filter

        return undo_filter(name, elements, stride)
    if mode == "TRIANGLES" and stride in (2, 4):
        return decode_triangles(data, count, stride)
    if mode == "INDICES" and stride in (2, 4):
        return decode_indices(data, count, stride)
    raise ValueError(f"mode {mode!r:.20} with elements of {stride} bytes is not supported")
