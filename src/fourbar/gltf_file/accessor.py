"""From an accessor to an array, every length checked before anything is taken."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .buffers import Buffers, Object, held, whole
from .component import Component
from .error import GltfFileError, Problem
from .limits import MAX_ELEMENTS, MAX_ZEROS
from .stored_rows import component_of, stored_rows, width_of


def read_accessor(
    buffers: Buffers, index: object, where: str, *, widths: tuple[int, ...]
) -> NDArray[np.generic]:
    """(count, width) values as stored; one of `widths` is asked for.

    Normalised integers become float32 between -1 or 0 and 1.
    """
    accessor = buffers.item("accessors", index, where)
    name = f"/accessors/{index}"
    component, width = component_of(accessor, name), width_of(accessor)
    if width not in widths:
        message = f"{name} has type {accessor.get('type')!r:.20}, which cannot be used for {where}"
        raise GltfFileError(Problem.UNREADABLE, message)
    count = whole(accessor, "count", name)
    limit = MAX_ELEMENTS if accessor.get("bufferView") is not None else MAX_ZEROS
    if count > limit:
        message = f"{name} has {count} elements; at most {limit} are accepted"
        raise GltfFileError(Problem.TOO_LARGE, message)
    offset = whole(accessor, "byteOffset", name, default=0)
    if accessor.get("bufferView") is None:
        values = np.zeros((count, width), _dtype(component))
    else:
        values = _strided(buffers, accessor["bufferView"], offset, component, count, width, name)
    if sparse := held(accessor, "sparse"):
        values = _sparse(buffers, sparse, values, component, name)
    if accessor.get("normalized") is True and values.dtype.kind in "iu":
        return np.maximum(values.astype(np.float32) / np.float32(component.one), np.float32(-1.0))
    return values


def _strided(
    buffers: Buffers,
    view: object,
    offset: int,
    component: Component,
    count: int,
    width: int,
    name: str,
) -> NDArray[np.generic]:
    stored = stored_rows(buffers, view, offset, component, count, width, name)
    dtype = _dtype(component)
    if not count:
        return np.empty((0, width), dtype)
    rows = np.ndarray((count, width), dtype, stored.data, offset, (stored.stride, component.size))
    return np.ascontiguousarray(rows)


def _dtype(component: Component) -> np.dtype[np.generic]:
    return np.dtype(f"<{component.letter}")


def _sparse(
    buffers: Buffers,
    sparse: Object,
    values: NDArray[np.generic],
    component: Component,
    name: str,
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
        component_of(indices, f"{name}/indices"),
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
        component,
        count,
        values.shape[1],
        name,
    )
    values = values.copy()
    values[places.astype(np.intp)] = rows
    return values
