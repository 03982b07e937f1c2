"""The meshes of a COLLADA file: sources of numbers, and polygons over them."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import NamedTuple

from ... import rules
from ..._native import Meaning, corner_starts, select_columns, unroll
from ..mesh import Primitive
from .collada_xml import Node
from .polygons import Values, build
from .reading import MeshReading, RefusedError

_POLYGONS = ("triangles", "polylist", "polygons", "trifans", "tristrips")
_WIDTHS = {"POSITION": 3, "NORMAL": 3, "TEXCOORD": 2, "COLOR": 3}
_MEANINGS = {"TEXCOORD": Meaning.TEXCOORD, "COLOR": Meaning.COLOR}


class Part(NamedTuple):
    """Triangles and the symbol of their material."""

    primitive: Primitive
    material: str


class _Input(NamedTuple):
    semantic: str
    source: str
    offset: int


def read_geometry(reading: MeshReading, geometry: Node) -> list[Part]:
    """All polygons of a geometry; lines are left out, and so is what is malformed."""
    mesh = geometry.first("mesh")
    name = geometry.get("name") or geometry.get("id")
    if mesh is None:
        message = f"geometry '{name}' is not a mesh but a spline or convex hull; it is left out"
        reading.add(rules.assets.MESH_FEATURE_DROPPED, message, at=geometry.start)
        return []
    sources = _Sources(mesh)
    parts: list[Part] = []
    for node in mesh.children:
        if node.tag in ("lines", "linestrips"):
            reading.add(
                rules.assets.MESH_FEATURE_DROPPED,
                f"<{node.tag}> of '{name}' are left out",
                at=node.start,
            )
        elif node.tag in _POLYGONS:
            primitive = _polygons(reading, sources, node, name)
            if primitive is not None:
                parts.append(Part(primitive, node.get("material")))
    return parts


def _polygons(reading: MeshReading, sources: _Sources, node: Node, name: str) -> Primitive | None:
    inputs = [_input(child) for child in node.all("input")]
    stride = 1 + max((i.offset for i in inputs), default=0)
    corners, starts = _corners(reading, node, stride)
    if len(corners) == 0:
        return None
    found: dict[str, Values] = {}
    for each in sources.expanded(inputs):
        if each.semantic in _WIDTHS and each.semantic not in found:
            found[each.semantic] = (sources.values(each, node.start), each.offset)
    if "POSITION" not in found:
        message = f"<{node.tag}> of '{name}' has no positions"
        raise RefusedError(rules.assets.MESH_UNREADABLE, message, at=node.start)
    return build(
        reading,
        corners,
        stride,
        starts,
        positions=found["POSITION"],
        normals=found.get("NORMAL"),
        texcoords=found.get("TEXCOORD"),
        colors=found.get("COLOR"),
        name=name,
        at=node.start,
    )


def _input(node: Node) -> _Input:
    written = node.get("offset") or node.get("idx") or "0"
    if not _counts(written) or int(written) > 64:
        message = f"the offset of an input must be an integer from 0 to 64, got '{written[:40]}'"
        raise RefusedError(rules.assets.MESH_UNREADABLE, message, at=node.start)
    return _Input(node.get("semantic"), node.get("source").removeprefix("#"), int(written))


def _block(p: Node, stride: int) -> memoryview:
    numbers = p.integers()
    if len(numbers) % stride:
        message = f"<p> has {len(numbers)} indices, which is not a multiple of {stride}"
        raise RefusedError(rules.assets.MESH_UNREADABLE, message, at=p.start)
    return numbers


def _corners(reading: MeshReading, node: Node, stride: int) -> tuple[memoryview, memoryview | None]:
    """`stride` indices of each corner, and where polygons start (None: triangles)."""
    blocks = [_block(p, stride) for p in node.all("p")]
    if node.tag == "polygons" and any(True for _ in node.all("ph")):
        reading.add(
            rules.assets.MESH_FEATURE_DROPPED, "polygons with holes are left out", at=node.start
        )
    if not blocks:
        return memoryview(b""), None
    if node.tag == "triangles":
        corners = _joined(blocks)
        if len(corners) % (3 * stride):
            message = (
                f"<triangles> has {len(corners) // stride} corners, which is not a multiple of 3"
            )
            raise RefusedError(rules.assets.MESH_UNREADABLE, message, at=node.start)
        return corners, None
    if node.tag == "polylist":
        return blocks[0], _polylist_starts(node, len(blocks[0]) // stride)
    if node.tag == "polygons":
        sizes = array("i", [len(block) // stride for block in blocks])
        return _joined(blocks), corner_starts(sizes)
    return _joined([unroll(b, stride, node.tag == "trifans") for b in blocks]), None


def _joined(blocks: list[memoryview]) -> memoryview:
    return blocks[0] if len(blocks) == 1 else memoryview(b"".join(blocks)).cast("i")


def _polylist_starts(node: Node, corners: int) -> memoryview:
    vcount = node.first("vcount")
    sizes = vcount.integers() if vcount is not None else array("i")
    starts = corner_starts(sizes)
    if starts is None or starts[-1] != corners:
        total = sum(sizes)
        message = f"<vcount> needs {total} corners, but <p> has {corners}"
        raise RefusedError(rules.assets.MESH_UNREADABLE, message, at=(vcount or node).start)
    return starts


class _Sources:
    """A mesh's sources of numbers, each read once."""

    def __init__(self, mesh: Node) -> None:
        self._nodes = {node.get("id"): node for node in mesh.all("source")}
        self._vertices = {node.get("id"): node for node in mesh.all("vertices")}
        self._values: dict[tuple[str, str], memoryview] = {}

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

    def values(self, each: _Input, at: int) -> memoryview:
        """Rows of the width that the semantic asks for; linear colours, texture v downwards."""
        key = (each.source, each.semantic)
        if key not in self._values:
            self._values[key] = self._read(each, at)
        return self._values[key]

    def _read(self, each: _Input, at: int) -> memoryview:
        node = self._nodes.get(each.source)
        array = node.first("float_array") if node is not None else None
        if node is None or array is None:
            message = (
                f"the input {each.semantic} refers to '#{each.source}', which contains no numbers"
            )
            raise RefusedError(rules.assets.MESH_UNREADABLE, message, at=at)
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
            raise RefusedError(rules.assets.MESH_UNREADABLE, message, at=node.start)
        meaning = _MEANINGS.get(each.semantic, Meaning.PLAIN)
        return select_columns(numbers, offset, stride, columns, meaning)


def _check_count(array: Node, found: int) -> None:
    written = array.get("count")
    if _counts(written) and int(written) > found:
        message = f"<float_array> declares {written} numbers, but contains {found}"
        raise RefusedError(rules.assets.MESH_TRUNCATED, message, at=array.start)


def _integer(node: Node | None, attribute: str, default: int) -> int:
    written = node.get(attribute) if node is not None else ""
    if not written:
        return default
    if not _counts(written) or (attribute == "stride" and int(written) < 1):
        message = f"invalid number in {attribute}='{written[:40]}'"
        raise RefusedError(rules.assets.MESH_UNREADABLE, message, at=node.start if node else None)
    return int(written)


def _counts(written: str) -> bool:
    return written.isascii() and written.isdigit() and len(written) <= 12
