"""One binary buffer and the accessors into it, each distinct content once."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

from .component import COMPONENTS, WIDTHS

Record = dict[str, Any]
Target = Literal["vertices", "indices"] | None
Number = Literal["uint16", "uint32", "float32"]

_TARGETS = {"vertices": 34962, "indices": 34963}
_NUMBERS: dict[Number, int] = {"uint16": 5123, "uint32": 5125, "float32": 5126}
_SAMPLE = 64  # bytes
_TYPES = {width: name for name, width in WIDTHS.items()}


class Rows(NamedTuple):
    """The content of an accessor: rows of `width` little-endian numbers."""

    data: bytes
    component: Number
    width: int
    low: Sequence[float] | None = None
    high: Sequence[float] | None = None

    @property
    def height(self) -> int:
        """How many rows there are."""
        return len(self.data) // (COMPONENTS[_NUMBERS[self.component]].size * self.width)


def rows_of_numbers(
    numbers: Iterable[float], component: Number, width: int, *, bounds: bool = False
) -> Rows:
    """Rows of a flat sequence."""
    values = array(COMPONENTS[_NUMBERS[component]].letter, numbers)
    low = high = None
    if bounds:
        columns = [values[k::width] for k in range(width)]
        low, high = [min(column) for column in columns], [max(column) for column in columns]
    if sys.byteorder == "big":
        values.byteswap()
    return Rows(values.tobytes(), component, width, low, high)


class BufferWriter:
    """Grows by rows and images; what was added before is found again by its content."""

    def __init__(self) -> None:
        self.views: list[Record] = []
        self.accessors: list[Record] = []
        self._parts: list[bytes] = []
        self._length = 0
        self._contents: list[bytes] = []
        self._alike: dict[tuple[object, ...], list[int]] = {}
        self._known_accessors: dict[tuple[int, Number, int, bool], int] = {}

    def __len__(self) -> int:
        return self._length

    def data(self) -> bytes:
        """All bytes, a multiple of four."""
        return b"".join(self._parts)

    def add_view(self, data: bytes, *, target: Target = None) -> int:
        """The number of a buffer view with these bytes, aligned to four."""
        # A few bytes tell most contents apart; to hash all of them takes as long as to copy them.
        middle = len(data) // 2
        samples = (data[:_SAMPLE], data[middle : middle + _SAMPLE], data[-_SAMPLE:])
        alike = self._alike.setdefault((target, len(data), *samples), [])
        for number in alike:
            if self._contents[number] == data:
                return number
        view: Record = {"buffer": 0, "byteOffset": self._length, "byteLength": len(data)}
        if target is not None:
            view["target"] = _TARGETS[target]
        alike.append(len(self.views))
        self.views.append(view)
        self._contents.append(data)
        self._append(data)
        return len(self.views) - 1

    def add_rows(self, rows: Rows, *, target: Target = None, normalized: bool = False) -> int:
        """The number of an accessor with these rows; those of vertices are multiples of four."""
        view = self.add_view(rows.data, target=target)
        # One accessor per view: glTF wants a stride where there are several.
        key = (view, rows.component, rows.width, normalized)
        if key not in self._known_accessors:
            accessor: Record = {
                "bufferView": view,
                "componentType": _NUMBERS[rows.component],
                "count": rows.height,
                "type": _TYPES[rows.width],
            }
            if normalized:
                accessor["normalized"] = True
            self._known_accessors[key] = len(self.accessors)
            self.accessors.append(accessor)
        number = self._known_accessors[key]
        if rows.low is not None and rows.high is not None:
            self.accessors[number].update(min=list(rows.low), max=list(rows.high))
        return number

    def _append(self, data: bytes) -> None:
        self._parts.append(data)
        self._length += len(data)
        padding = -self._length % 4
        if padding:
            self._parts.append(bytes(padding))
            self._length += padding
