"""glTF 2.0, binary and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ... import rules
from ...record import replace
from ..limits import MAX_DEPTH, MAX_NODES
from ..mesh import Primitive, transform
from .gltf_accessor import read_accessor
from .gltf_document import COMPRESSIONS, Document, Object, as_object, held, listed, numbers
from .gltf_material import GltfMaterials
from .reading import MeshReading, RefusedError, Tally

Matrix = NDArray[np.float64]
Floats = NDArray[np.float32]
Indices = NDArray[np.uint32]

# A quarter turn about x: glTF's y, which is up, becomes the link's z. What RViz and Blender do.
_T_LINK_GLTF = np.array(
    [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
)
_MODES = {4: "triangles", 5: "strip", 6: "fan"}
_READABLE = (
    *COMPRESSIONS,
    "EXT_robot_kinematics",
    "KHR_materials_unlit",
    "KHR_mesh_quantization",
)


@np.errstate(all="ignore")  # what is not finite is looked for in the result
def read_gltf(reading: MeshReading) -> list[Primitive]:
    """The default scene's geometry, turned from y up to z up."""
    document = Document(reading)
    _check_extensions(document)
    _report_dropped(reading, document)
    walk = _Walk(reading, document)
    for node in _scene_nodes(document):
        walk.node(node, _T_LINK_GLTF, 0)
    return walk.primitives


def _check_extensions(document: Document) -> None:
    for name in listed(document.root, "extensionsRequired"):
        if name not in _READABLE:
            message = f"the file needs the extension {str(name)[:60]}, which is not read"
            raise RefusedError(rules.assets.MESH_FEATURE_UNSUPPORTED, message)


def _report_dropped(reading: MeshReading, document: Document) -> None:
    for key in ("animations", "skins"):
        if found := listed(document.root, key):
            reading.add(
                rules.assets.MESH_FEATURE_DROPPED, f"{key} are left out ({len(found)} of them)"
            )


def _scene_nodes(document: Document) -> list[Any]:
    if listed(document.root, "scenes"):
        scene = document.item("scenes", document.root.get("scene", 0), "/scene")
        return listed(scene, "nodes")
    # Without a scene, what no node has as its child.
    count = len(listed(document.root, "nodes"))
    children: set[int] = set()
    for index in range(count):
        node = document.item("nodes", index, "")
        children.update(child for child in listed(node, "children") if type(child) is int)
    return [index for index in range(count) if index not in children]


class _Walk:
    def __init__(self, reading: MeshReading, document: Document) -> None:
        self.primitives: list[Primitive] = []
        self._reading = reading
        self._document = document
        self._materials = GltfMaterials(reading, document)
        self._meshes: dict[int, list[Primitive]] = {}
        self._visited = 0
        self._read_so_far = Tally()
        self._placed = Tally()

    def node(self, index: object, T_parent: Matrix, depth: int) -> None:
        self._visited += 1
        if depth > MAX_DEPTH or self._visited > MAX_NODES:
            message = f"there are more than {MAX_NODES} nodes, or more than {MAX_DEPTH} in a chain"
            raise RefusedError(rules.assets.MESH_TOO_LARGE, message)
        node = self._document.item("nodes", index, "a scene or node")
        T = T_parent @ _local(node, f"/nodes/{index}")
        if node.get("mesh") is not None:
            self._place(node["mesh"], T, f"/nodes/{index}")
        for child in listed(node, "children"):
            self.node(child, T, depth + 1)

    def _place(self, index: object, T: Matrix, where: str) -> None:
        mesh = self._document.item("meshes", index, where)
        assert isinstance(index, int)
        if index not in self._meshes:
            self._meshes[index] = list(self._read(mesh, index))
        for primitive in self._meshes[index]:
            self._placed.add(primitive)
            self.primitives.append(transform(primitive, T.tolist()))

    def _read(self, mesh: Object, index: int) -> Iterator[Primitive]:
        name = mesh.get("name")
        for number, each in enumerate(listed(mesh, "primitives")):
            where = f"/meshes/{index}/primitives/{number}"
            primitive = self._primitive(as_object(each, where), where)
            if primitive is not None:
                # Primitives may share a buffer's bytes, and here each has its own.
                self._read_so_far.add(primitive)
                yield replace(primitive, name=name if isinstance(name, str) else "")

    def _primitive(self, each: Object, where: str) -> Primitive | None:
        mode = each.get("mode", 4)
        if type(mode) is not int or mode not in _MODES:
            self._reading.add(
                rules.assets.MESH_FEATURE_DROPPED, f"{where} has points or lines; it is left out"
            )
            return None
        if each.get("targets"):
            self._reading.add(
                rules.assets.MESH_FEATURE_DROPPED, f"{where} has morph targets; they are left out"
            )
        attributes = held(each, "attributes")
        if "POSITION" not in attributes:
            self._reading.add(
                rules.assets.MESH_FEATURE_DROPPED, f"{where} has no positions; it is left out"
            )
            return None
        positions = self._floats(attributes, "POSITION", where, (3,))
        assert positions is not None
        count = len(positions)
        triangles = self._triangles_of(each, _MODES[mode], count, where)
        normals = self._floats(attributes, "NORMAL", where, (3,), count)
        texcoords = self._floats(attributes, "TEXCOORD_0", where, (2,), count)
        colors = self._floats(attributes, "COLOR_0", where, (3, 4), count)
        if colors is not None:
            colors = np.clip(np.nan_to_num(colors), 0.0, 1.0)
            if colors.shape[1] == 3:
                colors = np.hstack([colors, np.ones((count, 1), np.float32)])
        material = self._materials.find(each.get("material"))
        return Primitive.from_arrays(positions, triangles, normals, texcoords, colors, material)

    def _floats(
        self,
        attributes: dict[str, Any],
        key: str,
        where: str,
        widths: tuple[int, ...],
        count: int | None = None,
    ) -> Floats | None:
        if key not in attributes:
            return None
        values = read_accessor(
            self._document, attributes[key], f"{where}/attributes/{key}", widths=widths
        )
        if count is not None and len(values) != count:
            message = f"{where} has {count} positions and {len(values)} of {key}; it is left out"
            self._reading.add(rules.assets.MESH_ATTRIBUTE, message)
            return None
        return values.astype(np.float32)

    def _triangles_of(self, each: Object, mode: str, count: int, where: str) -> Indices:
        if each.get("indices") is None:
            indices = np.arange(count, dtype=np.int64)
        else:
            values = read_accessor(self._document, each["indices"], f"{where}/indices", widths=(1,))
            if values.dtype.kind != "u":
                raise RefusedError(
                    rules.assets.MESH_UNREADABLE, f"{where}/indices are no whole numbers"
                )
            indices = values[:, 0].astype(np.int64)
        if mode == "triangles":
            if len(indices) % 3:
                message = f"{where} has {len(indices)} corners, no multiple of 3"
                raise RefusedError(rules.assets.MESH_UNREADABLE, message)
            return indices.reshape(-1, 3).astype(np.uint32)
        first = np.arange(max(len(indices) - 2, 0))
        odd = first % 2
        corners = (
            [np.zeros_like(first), first + 1, first + 2]
            if mode == "fan"
            else [first + odd, first + 1 - odd, first + 2]
        )
        return indices[np.stack(corners, axis=1)].astype(np.uint32)


def _local(node: Object, where: str) -> Matrix:
    """T_parent_node (4, 4); glTF stores matrices by columns and quaternions as x y z w."""
    matrix = numbers(node, "matrix", 16, where)
    if matrix is not None:
        return np.array(matrix).reshape(4, 4).T
    T = np.eye(4)
    rotation = numbers(node, "rotation", 4, where)
    if rotation is not None:
        T[:3, :3] = _rotation(rotation, where)
    scale = numbers(node, "scale", 3, where)
    if scale is not None:
        T[:3, :3] *= scale
    translation = numbers(node, "translation", 3, where)
    if translation is not None:
        T[:3, 3] = translation
    return T


def _rotation(quaternion: list[float], where: str) -> Matrix:
    q = np.array(quaternion)
    length = float(np.linalg.norm(q))
    if not length > 1e-9:
        raise RefusedError(rules.assets.MESH_UNREADABLE, f"{where}/rotation is no rotation")
    x, y, z, w = q / length
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
