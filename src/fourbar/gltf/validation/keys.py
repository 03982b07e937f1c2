"""The keys of animations: accessors of a few kinds, read without trust, and not without end."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from math import isfinite

from ...gltf_file.buffers import Buffers
from ...gltf_file.component import WIDTHS
from ...gltf_file.document import GltfDocument
from ...gltf_file.error import GltfFileError
from ...gltf_file.stored_rows import StoredRows, accessor_rows
from ...record import record

MAX_KEYS = 1_000_000
"""Rows of all accessors of a file together; accessors may share bytes."""


@record
class Rows:
    """The rows of an accessor, each unpacked when it is asked for; integers are normalised."""

    stored: StoredRows

    @property
    def count(self) -> int:
        """How many rows there are."""
        return self.stored.count

    def row(self, number: int) -> tuple[float, ...]:
        """One row."""
        values, one = self.stored.row(number), self.stored.component.one
        return values if one == 1.0 else tuple(max(v / one, -1.0) for v in values)

    def rows(self) -> Iterator[tuple[float, ...]]:
        """All rows, one after the other."""
        return map(self.row, range(self.count))


class Keys:
    """Accessors by number; None for those that are sparse, broken or too many."""

    def __init__(self, document: GltfDocument) -> None:
        self._buffers = Buffers(document.root, first=document.binary)
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
        return rows if rows is not None and rows.stored.width == WIDTHS[kind] else None

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
        try:
            if "sparse" in self._buffers.item("accessors", index, "/animations"):
                return None
            stored = accessor_rows(self._buffers, index, "/animations")
        except GltfFileError:
            return None
        return Rows(stored) if stored.width and 0 < stored.count <= MAX_KEYS else None
