"""PLY: as text, and binary in both byte orders."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import rules
from ..._native import Meaning, parse_floats, select_columns, walk_ply
from ..limits import MAX_TRIANGLES, MAX_VERTICES
from ..material import MeshMaterial
from ..mesh import Primitive
from .ply_header import Element, Header, read_header
from .polygons import Values, build
from .reading import MeshReading, RefusedError

_INDEX_NAMES = ("vertex_indices", "vertex_index")
_TEXCOORD_NAMES = (("s", "t"), ("u", "v"), ("texture_u", "texture_v"))

Columns = dict[str, NDArray[np.generic]]
Indices = NDArray[np.uint32]


@np.errstate(all="ignore")  # what is not finite is looked for in the result
def read_ply(reading: MeshReading) -> list[Primitive]:
    """One primitive."""
    header = read_header(reading.data)
    reading.text = header.byte_order == ""
    vertices: Columns = {}
    faces: tuple[NDArray[np.int64], Indices] | None = None
    body = _TextBody(reading, header) if reading.text else _BinaryBody(reading, header)
    for element in header.elements:
        if element.name == "vertex":
            vertices = body.columns(element)
        elif element.name == "face":
            faces = body.lists(element, _INDEX_NAMES)
        else:
            if element.count:
                message = f"{element.count} '{element.name}' elements are left out"
                reading.add(rules.assets.MESH_FEATURE_DROPPED, message)
            if vertices and faces:
                break
            body.skip(element)
    if not all(axis in vertices for axis in "xyz"):
        raise RefusedError(
            rules.assets.MESH_UNREADABLE, "the vertices have no x, y and z properties"
        )
    if faces is None:
        raise RefusedError(rules.assets.MESH_EMPTY, "the file has points but no faces")
    indices, sizes = faces
    texcoords = next((names for names in _TEXCOORD_NAMES if names[0] in vertices), None)
    material = None
    if header.texture is not None and (texture := reading.texture(header.texture)) is not None:
        material = MeshMaterial(texture=texture)
    primitive = build(
        reading,
        # What 32 bits do not hold is as far out of range.
        np.clip(indices, -1, 2**31 - 1).astype(np.int32),
        1,
        np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]).astype(np.uint32),
        positions=_values(vertices, ("x", "y", "z")),
        normals=_values(vertices, ("nx", "ny", "nz")) if "nx" in vertices else None,
        texcoords=_values(vertices, texcoords, Meaning.TEXCOORD) if texcoords else None,
        colors=_colors(vertices),
        material=material,
    )
    return [] if primitive is None else [primitive]


def _values(
    columns: Columns, names: tuple[str, ...], meaning: Meaning = Meaning.PLAIN
) -> tuple[memoryview, int]:
    missing = [name for name in names if name not in columns]
    if missing:
        raise RefusedError(
            rules.assets.MESH_UNREADABLE, f"the vertices have {names[0]} but no {missing[0]}"
        )
    scale = [_largest(columns[name].dtype) if meaning is Meaning.COLOR else 1.0 for name in names]
    rows = np.stack([columns[name].astype(np.float64) for name in names], axis=1) / scale
    return select_columns(rows.ravel(), 0, len(names), list(range(len(names))), meaning), 0


def _colors(columns: Columns) -> Values | None:
    if "red" not in columns:
        return None
    names = ("red", "green", "blue", *(["alpha"] if "alpha" in columns else []))
    return _values(columns, names, Meaning.COLOR)


def _largest(dtype: np.dtype[np.generic]) -> float:
    """What stands for full intensity: integers count to their type's maximum, floats to one."""
    return 2.0 ** (8 * dtype.itemsize - (dtype.kind == "i")) - 1 if dtype.kind in "iu" else 1.0


def _bounded(element: Element) -> None:
    limit = MAX_VERTICES if element.name == "vertex" else MAX_TRIANGLES
    if element.count > limit:
        message = (
            f"the file has {element.count:,} '{element.name}' elements; the limit is {limit:,}"
        )
        raise RefusedError(rules.assets.MESH_TOO_LARGE, message)


def _cut(element: Element, found: int, at: int) -> RefusedError:
    declared = f"{element.count} '{element.name}' elements"
    message = f"the header declares {declared}, but the file ends after {found}"
    return RefusedError(rules.assets.MESH_TRUNCATED, message, at=at)


class _BinaryBody:
    def __init__(self, reading: MeshReading, header: Header) -> None:
        self._data = reading.data
        self._at = header.size
        self._order = header.byte_order

    def columns(self, element: Element) -> Columns:
        _bounded(element)
        if any(p.count_type for p in element.properties):
            raise RefusedError(
                rules.assets.MESH_UNREADABLE, "vertices with list properties are not supported"
            )
        dtype = np.dtype([(p.name, self._order + p.type) for p in element.properties])
        if dtype.itemsize == 0:
            return {}
        found = (len(self._data) - self._at) // dtype.itemsize
        if found < element.count:
            raise _cut(element, found, len(self._data))
        rows = np.frombuffer(self._data, dtype, element.count, self._at)
        self._at += element.count * dtype.itemsize
        return {p.name: rows[p.name].astype(p.type) for p in element.properties}

    def lists(self, element: Element, names: tuple[str, ...]) -> tuple[NDArray[np.int64], Indices]:
        _bounded(element)
        chosen = element.find_list(names)
        starts, counts, end = self._walk(element, chosen)
        item = np.dtype(self._order + element.properties[chosen].type)
        total = int(counts.sum(dtype=np.int64))
        if total > MAX_VERTICES:
            message = f"the faces have {total:,} corners; the limit is {MAX_VERTICES:,}"
            raise RefusedError(rules.assets.MESH_TOO_LARGE, message)
        # Offsets of all items, then their bytes: no loop over faces.
        first = np.repeat(
            starts
            - np.cumsum(counts, dtype=np.uint64) * np.uint64(item.itemsize)
            + counts * np.uint64(item.itemsize),
            counts,
        )
        at = first + np.arange(total, dtype=np.uint64) * np.uint64(item.itemsize)
        raw = np.frombuffer(self._data, np.uint8)
        taken = raw[at[:, None] + np.arange(item.itemsize, dtype=np.uint64)]
        self._at = end
        return np.ascontiguousarray(taken).view(item)[:, 0].astype(np.int64), counts

    def skip(self, element: Element) -> None:
        self._at = self._walk(element, 0)[2]

    def _walk(self, element: Element, chosen: int) -> tuple[NDArray[np.uint64], Indices, int]:
        layout = [
            (np.dtype(p.count_type).itemsize if p.count_type else 0, np.dtype(p.type).itemsize)
            for p in element.properties
        ]
        found = walk_ply(self._data, self._at, element.count, layout, chosen, self._order == ">")
        starts, counts, end = np.asarray(found[0]), np.asarray(found[1]), found[2]
        if len(counts) < element.count and layout:
            raise _cut(element, len(counts), len(self._data))
        return starts, counts, end


class _TextBody:
    def __init__(self, reading: MeshReading, header: Header) -> None:
        numbers, bad = parse_floats(reading.data, header.size, len(reading.data))
        self._numbers = np.asarray(numbers)
        self._length = len(reading.data)
        self._at = 0
        if bad >= 0:
            raise RefusedError(
                rules.assets.MESH_UNREADABLE,
                "the file contains a value that is not a number",
                at=bad,
            )

    def columns(self, element: Element) -> Columns:
        if any(p.count_type for p in element.properties):
            raise RefusedError(
                rules.assets.MESH_UNREADABLE, "vertices with list properties are not supported"
            )
        width = len(element.properties)
        found = (len(self._numbers) - self._at) // width if width else 0
        if found < element.count:
            raise _cut(element, found, self._length)
        if not width:
            return {}
        end = self._at + element.count * width
        rows = self._numbers[self._at : end].reshape(-1, width)
        self._at = end
        return {p.name: rows[:, i].astype(p.type) for i, p in enumerate(element.properties)}

    def lists(self, element: Element, names: tuple[str, ...]) -> tuple[NDArray[np.int64], Indices]:
        chosen = element.find_list(names)
        starts, counts = self._walk(element, chosen)
        if len(counts) and (counts == counts[0]).all() and len(element.properties) == 1:
            width = int(counts[0]) + 1
            rows = self._numbers[starts[0] - 1 : starts[0] - 1 + len(counts) * width]
            values = rows.reshape(-1, width)[:, 1:].ravel()
        else:
            pieces = [self._numbers[s : s + c] for s, c in zip(starts, counts, strict=True)]
            values = np.concatenate([np.empty(0), *pieces])
        # What is no index becomes one that does not exist.
        values = np.where(np.isfinite(values) & (np.abs(values) < 2**40), values, 2**40)
        return values.astype(np.int64), counts.astype(np.uint32)

    def skip(self, element: Element) -> None:
        self._walk(element, 0)

    def _walk(self, element: Element, chosen: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        starts: list[int] = []
        counts: list[int] = []
        numbers, at, length = self._numbers, self._at, len(self._numbers)
        if not element.properties:
            return np.empty(0, np.int64), np.empty(0, np.int64)
        uniform = self._uniform(element)
        if uniform is not None:
            return uniform
        for row in range(element.count):
            for number, p in enumerate(element.properties):
                count = 1
                if p.count_type:
                    value = numbers[at] if at < length else -1.0
                    if not 0 <= value <= length - at - 1:
                        raise _cut(element, row, self._length)
                    count = int(value)
                    at += 1
                if number == chosen:
                    starts.append(at)
                    counts.append(count)
                at += count
            if at > length:
                raise _cut(element, row, self._length)
        self._at = at
        return np.array(starts, np.int64), np.array(counts, np.int64)

    def _uniform(self, element: Element) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
        """The common case of one list of one length, without a loop."""
        if len(element.properties) != 1 or not element.count or self._at >= len(self._numbers):
            return None
        count = self._numbers[self._at]
        if not element.properties[0].count_type or not 0 <= count <= 64 or count != int(count):
            return None
        width = int(count) + 1
        end = self._at + element.count * width
        if end > len(self._numbers) or (self._numbers[self._at : end : width] != count).any():
            return None
        starts = self._at + 1 + width * np.arange(element.count, dtype=np.int64)
        self._at = end
        return starts, np.full(element.count, width - 1, np.int64)
