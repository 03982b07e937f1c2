"""The keys of animations: accessors of a few kinds, read without trust, and not without end."""

from __future__ import annotations

import itertools
import struct
from collections.abc import Iterator
from math import isfinite
from typing import Any

from ...gltf_file.document import GltfDocument
from ...gltf_file.json_value import as_list, as_object
from ...record import record

MAX_KEYS = 1_000_000
"""Rows of all accessors of a file together; accessors may share bytes."""

_KINDS: dict[object, tuple[str, int, float]] = {
    5120: ("b", 1, 127.0),
    5121: ("B", 1, 255.0),
    5122: ("h", 2, 32767.0),
    5123: ("H", 2, 65535.0),
    5126: ("f", 4, 1.0),
}
"""Letter, bytes, and what stands for one: integers are normalised."""
_WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}


@record
class Rows:
    """The rows of an accessor, each unpacked when it is asked for."""

    data: bytes
    start: int
    stride: int
    count: int
    layout: struct.Struct
    one: float

    def row(self, number: int) -> tuple[float, ...]:
        """One row."""
        values = self.layout.unpack_from(self.data, self.start + number * self.stride)
        return values if self.one == 1.0 else tuple(max(v / self.one, -1.0) for v in values)

    def rows(self) -> Iterator[tuple[float, ...]]:
        """All rows, one after the other."""
        return map(self.row, range(self.count))


class Keys:
    """Accessors by number; None for those that are compressed, sparse, broken or too many."""

    def __init__(self, document: GltfDocument) -> None:
        self._document = document
        self._left = MAX_KEYS
        self._found: dict[int, Rows | None] = {}
        self._times: dict[int, tuple[float, ...]] = {}

    def rows(self, index: object, kind: str) -> Rows | None:
        """The rows of an accessor of that type ("SCALAR", "VEC3", "VEC4")."""
        if type(index) is not int:
            return None
        if index not in self._found:
            rows = self._find(index)
            if rows is not None:
                self._left -= rows.count
            self._found[index] = rows if self._left >= 0 else None
        rows = self._found[index]
        return rows if rows is not None and _fits(rows, kind) else None

    def times(self, index: object) -> tuple[float, ...]:
        """A clock: times [s] that grow; none where they do not, or cannot be read."""
        rows = self.rows(index, "SCALAR")
        if rows is None or type(index) is not int:
            return ()
        if index not in self._times:
            times = tuple(row[0] for row in rows.rows())
            grow = all(map(isfinite, times)) and all(a < b for a, b in itertools.pairwise(times))
            self._times[index] = times if grow else ()
        return self._times[index]

    def _find(self, index: int) -> Rows | None:
        accessor = _item(self._document.root, "accessors", index)
        view = _item(self._document.root, "bufferViews", accessor.get("bufferView"))
        letter, size, one = _KINDS.get(_key(accessor.get("componentType")), ("", 0, 1.0))
        width = _WIDTHS.get(_key(accessor.get("type")), 0)
        if not letter or not width or view.get("buffer") != 0:
            return None
        if "sparse" in accessor or "extensions" in view:
            return None
        stride = _whole(view.get("byteStride", width * size))
        count = _whole(accessor.get("count"))
        start = _whole(view.get("byteOffset", 0)) + _whole(accessor.get("byteOffset", 0))
        if not 0 < count <= MAX_KEYS or not width * size <= stride <= 252:
            return None
        if start + stride * (count - 1) + width * size > len(self._document.binary):
            return None
        layout = struct.Struct(f"<{width}{letter}")
        return Rows(self._document.binary, start, stride, count, layout, one)


def _fits(rows: Rows, kind: str) -> bool:
    return len(rows.row(0)) == _WIDTHS[kind]


def _item(root: dict[str, Any], key: str, index: object) -> dict[str, Any]:
    items = as_list(root.get(key)) or []
    if type(index) is not int or not 0 <= index < len(items):
        return {}
    return as_object(items[index]) or {}


def _whole(value: object) -> int:
    """A count or an offset; a number that is never valid for anything else."""
    return value if type(value) is int and value >= 0 else 1 << 62


def _key(value: object) -> Any:
    """A value that may be looked up: lists and objects may not."""
    return value if isinstance(value, int | str) else None
