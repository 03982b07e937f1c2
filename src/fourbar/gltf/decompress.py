"""Compressed files made readable again: the way back of `compress`, and of other tools.

All modes and filters of EXT_meshopt_compression: attributes (version 0), triangles and indices
(version 1).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .compress import MESHOPT
from .document import GltfDocument
from .json_value import as_list, as_object
from .meshopt_filters import undo_filter
from .meshopt_triangles import decode_triangles

_GROUP, _BLOCK, _TAIL = 16, 256, 32
_BLOCK_BYTES = 8192
_DENSEST = 512
"""Bytes that one compressed byte can stand for, at most."""


def decompress(document: GltfDocument) -> GltfDocument:
    """The same file with plain views; one that is damaged or coded otherwise raises ValueError."""
    views = [as_object(view) or {} for view in as_list(document.root.get("bufferViews")) or []]
    if not any(MESHOPT in (as_object(view.get("extensions")) or {}) for view in views):
        return document
    data = bytearray()
    plain: list[dict[str, Any]] = []
    for view in views:
        packed = as_object((as_object(view.get("extensions")) or {}).get(MESHOPT))
        content = _slice(document, view) if packed is None else _decode(document, packed)
        kept = {key: view[key] for key in ("byteStride", "target") if key in view}
        plain.append({"buffer": 0, "byteOffset": len(data), "byteLength": len(content), **kept})
        data += content
        data += bytes(-len(data) % 4)
    root = {**document.root, "bufferViews": plain, "buffers": [{"byteLength": len(data)}]}
    return GltfDocument(root, bytes(data))


def _slice(document: GltfDocument, holder: dict[str, Any]) -> bytes:
    start, size = holder.get("byteOffset", 0), holder.get("byteLength")
    if holder.get("buffer") != 0 or type(start) is not int or type(size) is not int:
        raise ValueError("a view is not in the first buffer")
    if start < 0 or size < 0 or start + size > len(document.binary):
        raise ValueError("a view is longer than its buffer")
    return document.binary[start : start + size]


def _decode(document: GltfDocument, packed: dict[str, Any]) -> bytes:
    data = _slice(document, packed)
    count, stride, mode = packed.get("count"), packed.get("byteStride"), packed.get("mode")
    if type(count) is not int or type(stride) is not int:
        raise ValueError("a compressed view is described in a way that is not read")
    if count < 0 or stride < 1 or count * stride > _DENSEST * max(len(data), 1):
        raise ValueError("a compressed view announces more than it can hold")
    if mode == "ATTRIBUTES" and stride % 4 == 0 and stride <= 256:
        elements = decode_attributes(data, count, stride)
        return undo_filter(str(packed.get("filter", "NONE")), elements, stride)
    if mode == "TRIANGLES" and stride in (2, 4):
        return decode_triangles(data, count).astype(f"<u{stride}").tobytes()
    if mode == "INDICES" and stride in (2, 4):
        return decode_indices(data, count).astype(f"<u{stride}").tobytes()
    raise ValueError(f"compressed views of mode {mode!r:.20} are not read")


def decode_attributes(data: bytes, count: int, stride: int) -> bytes:
    """The elements that `encode_attributes` has encoded."""
    end = len(data) - max(_TAIL, stride)
    if end < 1 or data[0] != 0xA0:
        raise ValueError("a compressed view is of another version, or cut off")
    last = np.frombuffer(data[-stride:], np.uint8)
    out = np.zeros((count, stride), np.uint8)
    at = 1
    longest = min(_BLOCK, _BLOCK_BYTES // stride & -_GROUP)
    for start in range(0, count, longest):
        size = min(longest, count - start)
        groups = -(-size // _GROUP)
        block = np.zeros((groups * _GROUP, stride), np.uint8)
        for column in range(stride):
            header = data[at : at + -(-groups // 4)]
            at += -(-groups // 4)
            for group in range(groups):
                if at > end:
                    raise ValueError("a compressed view is cut off")
                bits = (0, 2, 4, 8)[header[group // 4] >> (group % 4 * 2) & 3]
                if bits:
                    values, at = _unpack(data, at, bits)
                    block[group * _GROUP : (group + 1) * _GROUP, column] = values
        steps = (block[:size] >> 1) ^ (0 - (block[:size] & 1)).astype(np.uint8)
        out[start : start + size] = np.cumsum(steps, axis=0, dtype=np.uint8) + last
        last = out[start + size - 1]
    return out.tobytes()


def _unpack(data: bytes, at: int, bits: int) -> tuple[list[int], int]:
    """Sixteen values of so many bits; all ones stand for a byte that follows."""
    width = 2 * bits
    fixed = data[at : at + width]
    if len(fixed) < width:
        raise ValueError("a compressed view is cut off")
    at += width
    if bits == 8:
        return list(fixed), at
    top = (1 << bits) - 1
    values = [byte >> shift & top for byte in fixed for shift in range(8 - bits, -1, -bits)]
    for place, value in enumerate(values):
        if value == top:
            if at >= len(data):
                raise ValueError("a compressed view is cut off")
            values[place] = data[at]
            at += 1
    return values, at


def decode_indices(data: bytes, count: int) -> NDArray[np.int64]:
    """The indices that `encode_indices` or meshoptimizer has encoded."""
    if len(data) < 5 or data[0] != 0xD1:
        raise ValueError("compressed indices are of another version, or cut off")
    out = np.zeros(count, np.int64)
    last = [0, 0]
    at = 1
    for number in range(count):
        code = shift = 0
        while True:
            if at >= len(data) - 4 or shift > 35:
                raise ValueError("compressed indices are cut off")
            byte = data[at]
            at += 1
            code |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        baseline, zigzag = code & 1, code >> 1
        last[baseline] += (zigzag >> 1) ^ -(zigzag & 1)
        if not 0 <= last[baseline] < 2**32:
            raise ValueError("compressed indices leave their range")
        out[number] = last[baseline]
    return out
