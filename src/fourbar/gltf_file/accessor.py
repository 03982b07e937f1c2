"""From an accessor to an array, every length checked before anything is taken."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .buffers import Buffers, Object, held, whole
from .error import GltfFileError, Problem
from .limits import MAX_ELEMENTS, MAX_ZEROS

_TYPES = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}


def read_accessor(
    buffers: Buffers, index: object, where: str, *, widths: tuple[int, ...]
) -> NDArray[np.generic]:
    """(count, width) values as stored; one of `widths` is asked for.

    Normalised integers become float32 between -1 or 0 and 1.
    """
    accessor = buffers.item("accessors", index, where)
    name = f"/accessors/{index}"
    dtype = _dtype(accessor, name)
    width = _WIDTHS.get(str(accessor.get("type")), 0)
    if width not in widths:
        message = f"{name} has type {accessor.get('type')!r:.20}, which {where} cannot use"
        raise GltfFileError(Problem.UNREADABLE, message)
    count = whole(accessor, "count", name)
    limit = MAX_ELEMENTS if accessor.get("bufferView") is not None else MAX_ZEROS
    if count > limit:
        message = f"{name} has {count} elements; at most {limit} are accepted"
        raise GltfFileError(Problem.TOO_LARGE, message)
    offset = whole(accessor, "byteOffset", name, default=0)
    if accessor.get("bufferView") is None:
        values = np.zeros((count, width), dtype)
    else:
        values = _strided(buffers, accessor["bufferView"], offset, dtype, count, width, name)
    if sparse := held(accessor, "sparse"):
        values = _sparse(buffers, sparse, values, name)
    if accessor.get("normalized") is True and dtype.kind in "iu":
        largest = 2 ** (8 * dtype.itemsize - (dtype.kind == "i")) - 1
        return np.maximum(values.astype(np.float32) / np.float32(largest), np.float32(-1.0))
    return values


def _dtype(holder: Object, name: str) -> np.dtype[np.generic]:
    written = holder.get("componentType")
    if type(written) is not int or written not in _TYPES:
        raise GltfFileError(Problem.UNREADABLE, f"{name}/componentType {written!r:.40} is unknown")
    return np.dtype(_TYPES[written])


def _strided(
    buffers: Buffers,
    view: object,
    offset: int,
    dtype: np.dtype[np.generic],
    count: int,
    width: int,
    name: str,
) -> NDArray[np.generic]:
    data, stride = buffers.view(view, name)
    packed = dtype.itemsize * width
    stride = stride or packed
    if stride < packed or stride > 4096:
        raise GltfFileError(
            Problem.UNREADABLE, f"{name} has a stride of {stride} bytes for elements of {packed}"
        )
    needed = offset + (count - 1) * stride + packed if count else 0
    if needed > len(data):
        message = f"{name} needs {needed} bytes of a view that has {len(data)}"
        raise GltfFileError(Problem.TRUNCATED, message)
    if not count:
        return np.empty((0, width), dtype)
    # The last row need not be followed by a whole stride.
    rows = np.ndarray((count, width), dtype, data, offset, (stride, dtype.itemsize))
    return np.ascontiguousarray(rows)


def _sparse(
    buffers: Buffers, sparse: Object, values: NDArray[np.generic], name: str
) -> NDArray[np.generic]:
    """Values replaced at some places (glTF 2.0, section 3.6.2.3)."""
    name = f"{name}/sparse"
    count = whole(sparse, "count", name)
    indices, replaced = held(sparse, "indices"), held(sparse, "values")
    if count > len(values):
        message = f"{name} replaces {count} of {len(values)} elements"
        raise GltfFileError(Problem.UNREADABLE, message)
    places = _strided(
        buffers,
        indices.get("bufferView"),
        whole(indices, "byteOffset", name, default=0),
        _dtype(indices, f"{name}/indices"),
        count,
        1,
        name,
    )[:, 0]
    if places.dtype.kind != "u" or (count and int(np.max(places)) >= len(values)):
        raise GltfFileError(Problem.INDEX, f"{name} refers to elements that do not exist")
    rows = _strided(
        buffers,
        replaced.get("bufferView"),
        whole(replaced, "byteOffset", name, default=0),
        values.dtype,
        count,
        values.shape[1],
        name,
    )
    values = values.copy()
    values[places.astype(np.intp)] = rows
    return values
