"""The codecs of EXT_meshopt_compression that are needed to write: attributes and indices.

Bitstreams as in the extension's appendix A: mode 0 (attributes, version 0) and mode 2 (indices).
All groups of sixteen bytes are packed at once and then strung together by their lengths.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

_GROUP = 16
_BLOCK = 256
"""Elements of a block; the format's limit for elements of up to 32 bytes."""
_TAIL = 32


def encode_attributes(rows: NDArray[Any]) -> bytes:
    """Compress n elements of 4, 8, ... 32 bytes: an array (n, k) of any type.

    Bytes of the same place are compared from element to element, so that what changes slowly
    costs little.
    """
    table = np.ascontiguousarray(rows).view(np.uint8).reshape(len(rows), -1)
    count, stride = table.shape
    if count == 0 or stride % 4 or not 4 <= stride <= 32:
        raise ValueError(f"{count} elements of {stride} bytes cannot be encoded")
    first = table[:1]
    deltas = table - np.concatenate([first, table[:-1]])
    signed = deltas.view(np.int8)
    zigzag = ((signed >> 7) ^ (signed << 1)).view(np.uint8)
    blocks = -(-count // _BLOCK)
    padded = np.zeros((blocks * _BLOCK, stride), np.uint8)
    padded[:count] = zigzag
    # (block, byte of the element, group, element of the group)
    groups = padded.reshape(blocks, _BLOCK // _GROUP, _GROUP, stride).transpose(0, 3, 1, 2)
    used = np.full(blocks, _BLOCK // _GROUP)
    used[-1] = -(-(count - (blocks - 1) * _BLOCK) // _GROUP)
    body = _pack(np.ascontiguousarray(groups), used)
    tail = bytes(max(_TAIL - stride, 0)) + first.tobytes()
    return b"\xa0" + body + tail


def _pack(groups: Bytes, used: NDArray[np.intp]) -> bytes:
    """Each group in 0, 2, 4 or 8 bits per byte, whichever is shortest; `used` groups per block."""
    blocks, stride, per_block = (int(size) for size in groups.shape[:3])
    over_2, over_4 = groups >= 3, groups >= 15
    sizes = np.stack(
        [
            np.where(groups.any(axis=-1), 99, 0),
            4 + over_2.sum(axis=-1),
            8 + over_4.sum(axis=-1),
            np.full(groups.shape[:-1], 16),
        ],
        axis=-1,
    )
    mode = sizes.argmin(axis=-1).astype(np.uint8)
    header = (mode.reshape(blocks, stride, -1, 4) << np.array([0, 2, 4, 6], np.uint8)).sum(
        axis=-1, dtype=np.uint8
    )
    # A row per block and byte: the header, then for each group its fixed part and its exceptions.
    heads = int(header.shape[-1])
    data = np.zeros((blocks, stride, per_block, 2 * _GROUP), np.uint8)
    kept = np.zeros(data.shape, bool)
    two = np.minimum(groups, 3).reshape(blocks, stride, per_block, 4, 4)
    four = np.minimum(groups, 15).reshape(blocks, stride, per_block, 8, 2)
    packed_2 = (two << np.array([6, 4, 2, 0], np.uint8)).sum(axis=-1, dtype=np.uint8)
    packed_4 = (four << np.array([4, 0], np.uint8)).sum(axis=-1, dtype=np.uint8)
    exceptions = slice(_GROUP, 2 * _GROUP)
    for number, fixed, width, over in ((1, packed_2, 4, over_2), (2, packed_4, 8, over_4)):
        at = mode == number
        data[at, :width] = fixed[at]
        kept[at, :width] = True
        data[at, exceptions] = groups[at]
        kept[at, exceptions] = over[at]
    at = mode == 3
    data[at, :_GROUP] = groups[at]
    kept[at, :_GROUP] = True
    # Of the last block, only the groups that hold elements.
    limit = np.expand_dims(used, 1)
    present: NDArray[np.bool_] = np.less(np.arange(per_block), limit)
    kept &= present[:, None, :, None]
    head_kept: NDArray[np.bool_] = np.less(np.arange(heads), -(-limit // 4))
    rows = np.concatenate([header, data.reshape(blocks, stride, -1)], axis=-1)
    mask = np.concatenate(
        [
            np.broadcast_to(head_kept[:, None, :], (blocks, stride, heads)),
            kept.reshape(blocks, stride, -1),
        ],
        axis=-1,
    )
    return rows[mask].tobytes()


def encode_indices(indices: NDArray[Any]) -> bytes:
    """Compress a list of indices: differences, seven bits to a byte."""
    values = indices.astype(np.int64).ravel()
    steps = np.diff(values, prepend=0)
    # Bit 0 would choose the second of two baselines; the first always does.
    codes = ((steps << 1) ^ (steps >> 63)) << 1
    shifts = 7 * np.arange(6)
    septets = (codes[:, None] >> shifts) & 0x7F
    more = (codes[:, None] >> (shifts + 7)) > 0
    kept = np.concatenate([np.ones((len(codes), 1), bool), more[:, :-1]], axis=1)
    data = (septets | (more << 7)).astype(np.uint8)
    return b"\xd1" + data[kept].tobytes() + bytes(4)
