"""Indices of EXT_meshopt_compression and KHR_meshopt_compression (mode 2).

Appendix A of the extensions: differences from the latest of two lists that may be woven together.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_HEADER = 0xD1
_TAIL = 4


def decode_indices(data: bytes, count: int) -> NDArray[np.int64]:
    """So many indices; ValueError where the data is damaged."""
    end = len(data) - _TAIL
    if end < 1 or data[0] != _HEADER:
        raise ValueError("compressed indices are of another version, or cut off")
    out = np.zeros(count, np.int64)
    last = [0, 0]
    at = 1
    for number in range(count):
        code, at = decode_number(data, at, end)
        baseline, zigzag = code & 1, code >> 1
        last[baseline] = last[baseline] + ((zigzag >> 1) ^ -(zigzag & 1)) & 0xFFFFFFFF
        out[number] = last[baseline]
    if at != end:
        raise ValueError("compressed indices are longer than their count")
    return out


def decode_number(data: bytes, at: int, end: int) -> tuple[int, int]:
    """A number of 32 bits, seven to a byte, lowest first; and where the next one starts."""
    code = 0
    for shift in (0, 7, 14, 21, 28):
        if at >= end:
            raise ValueError("compressed indices are cut off")
        byte = data[at]
        at += 1
        code |= (byte & 0x7F) << shift
        if byte < 0x80:
            return code & 0xFFFFFFFF, at
    raise ValueError("compressed indices hold a number that is too long")
