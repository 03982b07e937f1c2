"""Compressed files made readable again: the way back of `compress`, and of other tools.

All modes, versions and filters of EXT_meshopt_compression and KHR_meshopt_compression.
"""

from __future__ import annotations

from typing import Any

from .container import MAX_BYTES
from .document import GltfDocument
from .json_value import as_list, as_object
from .meshopt_attributes import decode_attributes
from .meshopt_filters import undo_filter
from .meshopt_indices import decode_indices
from .meshopt_triangles import decode_triangles

EXTENSIONS = ("EXT_meshopt_compression", "KHR_meshopt_compression")

_DENSEST = 1024
"""Bytes that one compressed byte can stand for, at most: of version 1, where nothing changes."""


def decompress(document: GltfDocument) -> GltfDocument:
    """The same file with plain views; one that is damaged or coded otherwise raises ValueError."""
    views = [as_object(view) or {} for view in as_list(document.root.get("bufferViews")) or []]
    packs = [_packed(view) for view in views]
    if not any(packs):
        return document
    data = bytearray()
    plain: list[dict[str, Any]] = []
    for view, packed in zip(views, packs, strict=True):
        # Views may share bytes: each can be within bounds, and all together far beyond.
        room = MAX_BYTES - len(data)
        content = _decode(document, packed, room) if packed else _slice(document, view)
        if len(content) > room:
            raise ValueError(f"the views are more than {MAX_BYTES} bytes together")
        kept = {key: view[key] for key in ("byteStride", "target") if key in view}
        plain.append({"buffer": 0, "byteOffset": len(data), "byteLength": len(content), **kept})
        data += content
        data += bytes(-len(data) % 4)
    root = {**document.root, "bufferViews": plain, "buffers": [{"byteLength": len(data)}]}
    return GltfDocument(root, bytes(data))


def _packed(view: dict[str, Any]) -> dict[str, Any] | None:
    """What a view says about its compressed data, by either name of the extension."""
    extensions = as_object(view.get("extensions")) or {}
    found = (as_object(extensions.get(name)) for name in EXTENSIONS)
    return next((each for each in found if each), None)


def _slice(document: GltfDocument, holder: dict[str, Any]) -> bytes:
    start, size = holder.get("byteOffset", 0), holder.get("byteLength")
    if holder.get("buffer") != 0 or type(start) is not int or type(size) is not int:
        raise ValueError("a view is not in the first buffer")
    if start < 0 or size < 0 or start + size > len(document.binary):
        raise ValueError("a view is longer than its buffer")
    return document.binary[start : start + size]


def _decode(document: GltfDocument, packed: dict[str, Any], room: int) -> bytes:
    data = _slice(document, packed)
    count, stride, mode = packed.get("count"), packed.get("byteStride"), packed.get("mode")
    if type(count) is not int or type(stride) is not int:
        raise ValueError("a compressed view is described in a way that is not read")
    if count < 0 or stride < 1 or count * stride > min(_DENSEST * len(data), room):
        raise ValueError("a compressed view announces more than it can hold")
    if mode == "ATTRIBUTES" and stride % 4 == 0 and stride <= 256:
        elements = decode_attributes(data, count, stride)
        return undo_filter(packed.get("filter", "NONE"), elements, stride)
    if mode == "TRIANGLES" and stride in (2, 4):
        return decode_triangles(data, count).astype(f"<u{stride}").tobytes()
    if mode == "INDICES" and stride in (2, 4):
        return decode_indices(data, count).astype(f"<u{stride}").tobytes()
    raise ValueError(f"compressed views of mode {mode!r:.20} are not read")
