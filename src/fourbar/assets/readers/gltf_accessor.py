"""From an accessor to an array, every length checked before anything is taken."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import rules
from ..limits import MAX_VERTICES
from .gltf_document import Document, Object, held, whole
from .reading import RefusedError

_TYPES = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
# Of an accessor without a buffer view, which is all zeros but for what a sparse one replaces.
_MAX_ZEROS = 1_000_000
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}


def read_accessor(
    document: Document, index: object, where: str, *, widths: tuple[int, ...]
) -> NDArray[np.generic]:
    """(count, width) values as stored; one of `widths` is asked for.

    Normalised integers become float32 between -1 or 0 and 1.
    """
    accessor = document.item("accessors", index, where)
    name = f"/accessors/{index}"
    dtype = _dtype(accessor, name)
    width = _WIDTHS.get(str(accessor.get("type")), 0)
    if width not in widths:
        message = f"{name} is a {accessor.get('type')!r:.20}, which {where} cannot be"
        raise RefusedError(rules.assets.MESH_UNREADABLE, message)
    count = whole(accessor, "count", name)
    limit = MAX_VERTICES if accessor.get("bufferView") is not None else _MAX_ZEROS
    if count > limit:
        message = f"{name} has {count} values, more than the {limit} accepted"
        raise RefusedError(rules.assets.MESH_TOO_LARGE, message)
    offset = whole(accessor, "byteOffset", name, default=0)
    if accessor.get("bufferView") is None:
        values = np.zeros((count, width), dtype)
    else:
        values = _strided(document, accessor["bufferView"], offset, dtype, count, width, name)
    if sparse := held(accessor, "sparse"):
        values = _sparse(document, sparse, values, name)
    if accessor.get("normalized") is True and dtype.kind in "iu":
        largest = 2 ** (8 * dtype.itemsize - (dtype.kind == "i")) - 1
        return np.maximum(values.astype(np.float32) / np.float32(largest), np.float32(-1.0))
    return values


def _dtype(holder: Object, name: str) -> np.dtype[np.generic]:
    written = holder.get("componentType")
    if type(written) is not int or written not in _TYPES:
        raise RefusedError(rules.assets.MESH_UNREADABLE, f"{name}/componentType is {written!r:.40}")
    return np.dtype(_TYPES[written])


def _strided(
    document: Document,
    view: object,
    offset: int,
    dtype: np.dtype[np.generic],
    count: int,
    width: int,
    name: str,
) -> NDArray[np.generic]:
    data, stride = document.view(view, name)
    packed = dtype.itemsize * width
    stride = stride or packed
    if stride < packed or stride > 4096:
        raise RefusedError(
            rules.assets.MESH_UNREADABLE, f"{name} overlaps itself: its stride is {stride}"
        )
    needed = offset + (count - 1) * stride + packed if count else 0
    if needed > len(data):
        message = f"{name} needs {needed} bytes of a view of {len(data)}"
        raise RefusedError(rules.assets.MESH_TRUNCATED, message)
    if not count:
        return np.empty((0, width), dtype)
    # The last row need not be followed by a whole stride.
    rows = np.ndarray((count, width), dtype, data, offset, (stride, dtype.itemsize))
    return np.ascontiguousarray(rows)


def _sparse(
    document: Document, sparse: Object, values: NDArray[np.generic], name: str
) -> NDArray[np.generic]:
    """Values replaced at some places (glTF 2.0, section 3.6.2.3)."""
    name = f"{name}/sparse"
    count = whole(sparse, "count", name)
    indices, replaced = held(sparse, "indices"), held(sparse, "values")
    if count > len(values):
        message = f"{name} replaces {count} of {len(values)} values"
        raise RefusedError(rules.assets.MESH_UNREADABLE, message)
    places = _strided(
        document,
        indices.get("bufferView"),
        whole(indices, "byteOffset", name, default=0),
        _dtype(indices, f"{name}/indices"),
        count,
        1,
        name,
    )[:, 0]
    if places.dtype.kind != "u" or (count and int(np.max(places)) >= len(values)):
        raise RefusedError(rules.assets.MESH_INDEX, f"{name} names values that do not exist")
    rows = _strided(
        document,
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
