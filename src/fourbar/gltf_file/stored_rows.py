"""Where the elements of an accessor are in a buffer, every length checked before any is taken."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from ..record import record
from .buffers import Buffers, Object, whole
from .component import COMPONENTS, WIDTHS, Component
from .error import GltfFileError, Problem

_LONGEST_STRIDE = 4096


@record
class StoredRows:
    """The elements of an accessor as they are stored: `width` numbers every `stride` bytes."""

    data: memoryview
    start: int
    stride: int
    count: int
    component: Component
    width: int

    def row(self, number: int) -> tuple[float, ...]:
        """One element, unpacked when it is asked for; integers are those of the file."""
        layout = f"<{self.width}{self.component.letter}"
        return struct.unpack_from(layout, self.data, self.start + number * self.stride)

    def rows(self) -> Iterator[tuple[float, ...]]:
        """All elements, one after the other."""
        return map(self.row, range(self.count))


def component_of(holder: Object, name: str) -> Component:
    """The type of the numbers that an accessor, or the indices of a sparse one, consists of."""
    written = holder.get("componentType")
    if type(written) is not int or written not in COMPONENTS:
        raise GltfFileError(Problem.UNREADABLE, f"unknown {name}/componentType {written!r:.40}")
    return COMPONENTS[written]


def width_of(accessor: Object) -> int:
    """How many numbers an element of an accessor has; 0 for matrices and what is unknown."""
    return WIDTHS.get(str(accessor.get("type")), 0)


def stored_rows(
    buffers: Buffers,
    view: object,
    offset: int,
    component: Component,
    count: int,
    width: int,
    name: str,
) -> StoredRows:
    """`count` elements from byte `offset` of a buffer view."""
    data, stride = buffers.view(view, name)
    packed = component.size * width
    stride = stride or packed
    if stride < packed or stride > _LONGEST_STRIDE:
        raise GltfFileError(
            Problem.UNREADABLE, f"{name} has a stride of {stride} bytes, but elements of {packed}"
        )
    # The last row need not be followed by a whole stride.
    needed = offset + (count - 1) * stride + packed if count else 0
    if needed > len(data):
        message = f"{name} needs {needed} bytes of a view that has {len(data)}"
        raise GltfFileError(Problem.TRUNCATED, message)
    return StoredRows(data, offset, stride, count, component, width)


def accessor_rows(buffers: Buffers, index: object, where: str) -> StoredRows:
    """The elements of an accessor that has a view."""
    accessor = buffers.item("accessors", index, where)
    name = f"/accessors/{index}"
    count = whole(accessor, "count", name)
    offset = whole(accessor, "byteOffset", name, default=0)
    component, width = component_of(accessor, name), width_of(accessor)
    return stored_rows(buffers, accessor.get("bufferView"), offset, component, count, width, name)
