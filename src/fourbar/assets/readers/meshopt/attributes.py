"""Attributes of EXT_meshopt_compression and KHR_meshopt_compression (mode 0), versions 0 and 1.

Appendix A of the extensions. Each byte of an element is a column of its own, and sixteen elements
make a group; how long a group is, only the group itself tells. So all groups are found first, one
after the other, and then unpacked at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

_GROUP = 16
_BLOCK = 256
_BLOCK_BYTES = 8192
_VERSIONS = {0xA0: 0, 0xA1: 1}
_TAIL = (32, 24)
"""Bytes at the end, at least: by version."""

_WIDTHS_0 = (0, 2, 4, 8)
_WIDTHS = ((0, 1, 2, 4), (1, 2, 4, 8))
"""Bits of a value, by the mode of a column and of a group in it."""
_ZERO, _LITERAL = 2, 3
"""Further modes of a column: all zero, and all as they are."""

_EVERY_SECOND, _EVERY_FOURTH = 0x5555_5555, 0x1111_1111_1111_1111


def decode_attributes(data: bytes, count: int, stride: int) -> bytes:
    """So many elements of `stride` bytes; ValueError where the data is damaged."""
    version = _VERSIONS.get(data[0]) if data else None
    if version is None:
        raise ValueError("a compressed view is of another version, or cut off")
    channels = stride // 4 if version else 0
    end = len(data) - max(_TAIL[version], stride + channels)
    if end < 1:
        raise ValueError("a compressed view is cut off")
    groups = _Groups(data, end)
    if version:
        groups.find_1(count, stride)
    else:
        groups.find_0(count, stride)
    if groups.at != end:
        raise ValueError("a compressed view is longer than its elements")
    first = np.frombuffer(data, np.uint8, stride, len(data) - stride - channels)
    modes = data[len(data) - channels :] if channels else bytes(stride // 4)
    deltas = groups.unpack(-(-count // _GROUP), stride)[:count]
    out = np.empty((count, stride), np.uint8)
    for channel, mode in enumerate(modes):
        columns = slice(4 * channel, 4 * channel + 4)
        out[:, columns] = _summed(deltas[:, columns], first[columns], mode)
    return out.tobytes()


class _Groups:
    """Where the groups of a stream are: by the bits of a value, their offset, row and column."""

    def __init__(self, data: bytes, end: int) -> None:
        self.at = 1
        self._data = data
        self._end = end
        self._found: dict[int, list[tuple[int, int, int]]] = {1: [], 2: [], 4: [], 8: []}
        self._rests: list[tuple[int, int, int, int]] = []

    def find_0(self, count: int, stride: int) -> None:
        """The groups of version 0."""
        for row, size in _blocks(count, stride):
            for column in range(stride):
                self._packed(row, column, -(-size // _GROUP), _WIDTHS_0)

    def find_1(self, count: int, stride: int) -> None:
        """The groups of version 1, where each column of a block has a mode."""
        for row, size in _blocks(count, stride):
            control = self._take(stride // 4)
            for column in range(stride):
                mode = control[column // 4] >> (column % 4 * 2) & 3
                if mode == _LITERAL:
                    self._literal(row, column, size)
                elif mode != _ZERO:
                    self._packed(row, column, -(-size // _GROUP), _WIDTHS[mode])

    def unpack(self, rows: int, stride: int) -> Bytes:
        """The values of all groups, (16 rows, stride); 0 where there are none."""
        out = np.zeros((rows, _GROUP, stride), np.uint8)
        source = np.frombuffer(self._data, np.uint8)
        for bits, found in self._found.items():
            if found:
                offsets, at_rows, columns = np.array(found, np.int64).T
                out[at_rows, :, columns] = _values(source, offsets, bits)
        for offset, row, column, size in self._rests:
            out[row, :size, column] = source[offset : offset + size]
        return out.reshape(rows * _GROUP, stride)

    def _packed(self, row: int, column: int, groups: int, widths: tuple[int, ...]) -> None:
        header = self._take(-(-groups // 4))
        for group in range(groups):
            bits = widths[header[group // 4] >> (group % 4 * 2) & 3]
            if bits:
                self._found[bits].append((self.at, row + group, column))
                fixed = self._take(2 * bits)
                self._take(_exceptions(int.from_bytes(fixed), bits))

    def _literal(self, row: int, column: int, size: int) -> None:
        """A byte per element, and none for those that would fill the last group."""
        groups, rest = divmod(size, _GROUP)
        at = self.at
        self._take(size)
        self._found[8] += [(at + _GROUP * k, row + k, column) for k in range(groups)]
        if rest:
            self._rests.append((at + _GROUP * groups, row + groups, column, rest))

    def _take(self, size: int) -> bytes:
        at = self.at
        self.at += size
        if self.at > self._end:
            raise ValueError("a compressed view is cut off")
        return self._data[at : self.at]


def _blocks(count: int, stride: int) -> list[tuple[int, int]]:
    """The first group of each block, and how many elements it has."""
    longest = min(_BLOCK, _BLOCK_BYTES // stride & -_GROUP)
    return [(start // _GROUP, min(longest, count - start)) for start in range(0, count, longest)]


def _exceptions(fixed: int, bits: int) -> int:
    """How many of a group's values are all ones: a byte follows for each."""
    if bits == 8:
        return 0
    if bits == 1:
        return fixed.bit_count()
    pairs = fixed & fixed >> 1
    if bits == 2:
        return (pairs & _EVERY_SECOND).bit_count()
    return (pairs & pairs >> 2 & _EVERY_FOURTH).bit_count()


def _values(source: Bytes, offsets: NDArray[np.int64], bits: int) -> Bytes:
    """The values (n, 16) of groups that start at offsets (n,)."""
    width = 2 * bits
    fixed = source[offsets[:, None] + np.arange(width)]
    if bits == 8:
        return fixed
    # Bits of 1 go from the lowest up, all others from the highest down.
    shifts = np.arange(8) if bits == 1 else np.arange(8 - bits, -1, -bits)
    top = (1 << bits) - 1
    spread: Bytes = np.right_shift(fixed[:, :, None], shifts.astype(np.uint8))
    values = (spread & np.uint8(top)).reshape(-1, _GROUP)
    above = values == top
    order = np.cumsum(above, axis=1) - 1
    places = (offsets + width)[:, None] + order
    values[above] = source[places[above]]
    return values


def _summed(deltas: Bytes, first: Bytes, mode: int) -> Bytes:
    """The four bytes of a channel, from their differences and the element before the first."""
    kind, turn = mode & 15, mode >> 4
    if kind > 2 or (turn and kind != 2):
        raise ValueError(f"a compressed view has a channel of the unknown mode {mode}")
    width = (1, 2, 4)[kind]
    steps: NDArray[Any] = np.ascontiguousarray(deltas).view(f"<u{width}")
    start = first.view(f"<u{width}")
    if kind == 2:
        turned = steps if turn == 0 else steps >> turn | steps << (32 - turn)
        return (np.bitwise_xor.accumulate(turned, axis=0) ^ start).view(np.uint8)
    # Zigzag: the lowest bit is the sign.
    signed = (steps >> 1) ^ (0 - (steps & 1)).astype(steps.dtype)
    return (np.cumsum(signed, axis=0, dtype=steps.dtype) + start).view(np.uint8)
