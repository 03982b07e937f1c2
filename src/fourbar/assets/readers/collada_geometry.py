"""The meshes of a COLLADA file: sources of numbers, and polygons over them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .. import mesh_rules as rules
from ..mesh import Floats, Indices, Primitive
from ..srgb import linear_array
from .collada_xml import Node
from .polygons import Attribute, build, flipped
from .reading import Reading, RefusedError

_POLYGONS = ("triangles", "polylist", "polygons", "trifans", "tristrips")
_WIDTHS = {"POSITION": 3, "NORMAL": 3, "TEXCOORD": 2, "COLOR": 3}


@dataclass(frozen=True, slots=True)
class Part:
    """Triangles and the symbol of their material."""

    primitive: Primitive
    material: str


@dataclass(frozen=True, slots=True)
class _Input:
    semantic: str
    source: str
    offset: int


def read_geometry(reading: Reading, geometry: Node) -> list[Part]:
    """All polygons of a geometry; lines are left out, and so is what is malformed."""
    mesh = geometry.first("mesh")
    name = geometry.get("name") or geometry.get("id")
    if mesh is None:
        message = f"geometry '{name}' is no mesh (a spline or a convex hull): left out"
        reading.add(rules.DROPPED, message, at=geometry.start)
        return []
    sources = _Sources(mesh)
    parts: list[Part] = []
    for node in mesh.children:
        if node.tag in ("lines", "linestrips"):
            reading.add(rules.DROPPED, f"<{node.tag}> of '{name}' are left out", at=node.start)
        elif node.tag in _POLYGONS:
            primitive = _polygons(reading, sources, node, name)
            if primitive is not None:
                parts.append(Part(primitive, node.get("material")))
    return parts


def _polygons(reading: Reading, sources: _Sources, node: Node, name: str) -> Primitive | None:
    inputs = [_input(child) for child in node.all("input")]
    stride = 1 + max((i.offset for i in inputs), default=0)
    indices, sizes = _indices(reading, node, stride)
    if len(indices) == 0:
        return None
    found: dict[str, Attribute] = {}
    for each in sources.expanded(inputs):
        if each.semantic in _WIDTHS and each.semantic not in found:
            values = sources.values(each, node.start)
            found[each.semantic] = Attribute(values, indices[:, each.offset])
    if "POSITION" not in found:
        message = f"<{node.tag}> of '{name}' has no positions"
        raise RefusedError(rules.UNREADABLE, message, at=node.start)
    return build(
        reading,
        found["POSITION"],
        sizes,
        normals=found.get("NORMAL"),
        texcoords=found.get("TEXCOORD"),
        colors=found.get("COLOR"),
        name=name,
        at=node.start,
    )


def _input(node: Node) -> _Input:
    written = node.get("offset") or node.get("idx") or "0"
    if not _counts(written) or int(written) > 64:
        message = f"the input's offset '{written[:40]}' is no small number"
        raise RefusedError(rules.UNREADABLE, message, at=node.start)
    return _Input(node.get("semantic"), node.get("source").removeprefix("#"), int(written))


def _rows(p: Node, stride: int) -> NDArray[np.int32]:
    numbers = p.integers()
    if len(numbers) % stride:
        message = f"<p> has {len(numbers)} indices, which {stride} inputs do not divide"
        raise RefusedError(rules.UNREADABLE, message, at=p.start)
    return numbers.reshape(-1, stride)


def _indices(reading: Reading, node: Node, stride: int) -> tuple[NDArray[np.int32], Indices | None]:
    """Rows (corners, stride) of indices, and the corners of each polygon (None: triangles)."""
    blocks = [_rows(p, stride) for p in node.all("p")]
    if node.tag == "polygons" and any(True for _ in node.all("ph")):
        reading.add(rules.DROPPED, "polygons with holes are left out", at=node.start)
    if not blocks:
        return np.empty((0, stride), np.int32), None
    if node.tag == "triangles":
        rows = np.concatenate(blocks) if len(blocks) > 1 else blocks[0]
        if len(rows) % 3:
            message = f"<triangles> have {len(rows)} corners, no multiple of 3"
            raise RefusedError(rules.UNREADABLE, message, at=node.start)
        return rows, None
    if node.tag == "polylist":
        return blocks[0], _vcount(node, len(blocks[0]))
    if node.tag == "polygons":
        sizes = np.array([len(block) for block in blocks], np.uint32)
        return np.concatenate(blocks), sizes
    cut = [block[_strip(len(block), fan=node.tag == "trifans")] for block in blocks]
    return np.concatenate(cut), None


def _vcount(node: Node, corners: int) -> Indices:
    vcount = node.first("vcount")
    sizes = vcount.integers() if vcount is not None else np.empty(0, np.int32)
    if (sizes < 0).any() or int(sizes.sum(dtype=np.int64)) != corners:
        total = int(sizes.sum(dtype=np.int64))
        message = f"<vcount> asks for {total} corners, and <p> has {corners}"
        raise RefusedError(rules.UNREADABLE, message, at=(vcount or node).start)
    return sizes.astype(np.uint32)


def _strip(count: int, *, fan: bool) -> NDArray[np.int64]:
    """Corners of the triangles of a fan or of a strip, whose every other triangle is turned."""
    first = np.arange(max(count - 2, 0))
    if fan:
        return np.stack([np.zeros_like(first), first + 1, first + 2], axis=1).ravel()
    odd = first % 2
    return np.stack([first + odd, first + 1 - odd, first + 2], axis=1).ravel()


class _Sources:
    """A mesh's sources of numbers, each read once."""

    def __init__(self, mesh: Node) -> None:
        self._nodes = {node.get("id"): node for node in mesh.all("source")}
        self._vertices = {node.get("id"): node for node in mesh.all("vertices")}
        self._values: dict[tuple[str, str], Floats] = {}

    def expanded(self, inputs: list[_Input]) -> Iterator[_Input]:
        """Inputs with VERTEX replaced by what `<vertices>` lists."""
        for each in inputs:
            vertices = self._vertices.get(each.source)
            if each.semantic != "VERTEX" or vertices is None:
                yield each
                continue
            for child in vertices.all("input"):
                inner = _input(child)
                yield _Input(inner.semantic, inner.source, each.offset)

    def values(self, each: _Input, at: int) -> Floats:
        """Rows of the width that the semantic asks for; linear colours, texture v downwards."""
        key = (each.source, each.semantic)
        if key not in self._values:
            self._values[key] = _converted(each.semantic, self._rows(each, at))
        return self._values[key]

    def _rows(self, each: _Input, at: int) -> NDArray[np.float64]:
        node = self._nodes.get(each.source)
        array = node.first("float_array") if node is not None else None
        if node is None or array is None:
            message = f"the input {each.semantic} names '#{each.source}', which has no numbers"
            raise RefusedError(rules.UNREADABLE, message, at=at)
        numbers = array.floats()
        _check_count(array, len(numbers))
        accessor = node.first("technique_common", "accessor")
        width = _WIDTHS[each.semantic]
        stride = _integer(accessor, "stride", width)
        offset = _integer(accessor, "offset", 0)
        # Parameters without a name are skipped: the others say which columns count.
        params = list(accessor.all("param")) if accessor is not None else []
        columns = [i for i, param in enumerate(params) if param.get("name")]
        if len(columns) < width:
            columns = list(range(width))
        if each.semantic == "COLOR" and len(columns) > 3 and stride >= 4:
            width = 4
        columns = columns[:width]
        if stride <= max(columns) or offset > len(numbers):
            message = f"the source '#{each.source}' has too few numbers for {each.semantic}"
            raise RefusedError(rules.UNREADABLE, message, at=node.start)
        count = (len(numbers) - offset) // stride
        table = numbers[offset : offset + count * stride].reshape(count, stride)
        return table if columns == list(range(stride)) else table[:, columns]


def _converted(semantic: str, rows: NDArray[np.float64]) -> Floats:
    if semantic == "TEXCOORD":
        return flipped(rows.astype(np.float32))
    if semantic == "COLOR":
        rgba = np.ones((len(rows), 4), np.float32)
        rgba[:, :3] = linear_array(rows[:, :3])
        if rows.shape[1] == 4:
            rgba[:, 3] = np.clip(np.nan_to_num(rows[:, 3], nan=1.0), 0.0, 1.0)
        return rgba
    return rows.astype(np.float32)


def _check_count(array: Node, found: int) -> None:
    written = array.get("count")
    if _counts(written) and int(written) > found:
        message = f"<float_array> announces {written} numbers, and has {found}"
        raise RefusedError(rules.TRUNCATED, message, at=array.start)


def _integer(node: Node | None, attribute: str, default: int) -> int:
    written = node.get(attribute) if node is not None else ""
    if not written:
        return default
    if not _counts(written) or (attribute == "stride" and int(written) < 1):
        message = f"{attribute}='{written[:40]}' is no number that can be used"
        raise RefusedError(rules.UNREADABLE, message, at=node.start if node else None)
    return int(written)


def _counts(written: str) -> bool:
    return written.isascii() and written.isdigit() and len(written) <= 12
