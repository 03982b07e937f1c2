"""glTF 2.0, binary and as JSON: the geometry of a scene, or of single meshes."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ... import rules
from ...diagnostics import Report, Rule
from ...gltf_file.buffers import COMPRESSIONS, Buffers, Object, listed, numbers
from ...gltf_file.container import read_container
from ...gltf_file.document import GltfDocument
from ...gltf_file.error import GltfFileError, Problem
from ..limits import MAX_DEPTH, MAX_NODES
from ..mesh import Matrix, Primitive, TriangleMesh, transform
from ..tidy import tidy
from .gltf_primitives import GltfPrimitives
from .reading import MeshReading, RefusedError, Resolve, Tally

Transform = NDArray[np.float64]

# A quarter turn about x: glTF's y, which is up, becomes the link's z. What RViz and Blender do.
_T_LINK_GLTF = np.array(
    [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
)
_READABLE = (
    *COMPRESSIONS,
    "EXT_robot_kinematics",
    "KHR_materials_unlit",
    "KHR_mesh_quantization",
)


@contextmanager
def _refusals() -> Generator[None]:
    """Faults of the file as refusals of the mesh."""
    try:
        # What is not finite is looked for in the result.
        with np.errstate(all="ignore"):
            yield
    except GltfFileError as error:
        raise RefusedError(_rule(error.problem), error.message, at=error.at) from None


def _rule(problem: Problem) -> Rule:
    match problem:
        case Problem.UNREADABLE:
            return rules.assets.MESH_UNREADABLE
        case Problem.UNSUPPORTED:
            return rules.assets.MESH_FEATURE_UNSUPPORTED
        case Problem.TOO_LARGE:
            return rules.assets.MESH_TOO_LARGE
        case Problem.TRUNCATED:
            return rules.assets.MESH_TRUNCATED
        case Problem.MISSING_FILE:
            return rules.assets.MESH_SIDE_FILE
        case Problem.INDEX:
            return rules.assets.MESH_INDEX


def read_gltf(reading: MeshReading) -> list[Primitive]:
    """The default scene's geometry, turned from y up to z up unless z is up already."""
    with _refusals():
        reading.text = not reading.data.startswith(b"glTF")
        container = read_container(reading.data)
        if container.trailing:
            at = len(reading.data) - container.trailing
            message = f"{container.trailing} bytes follow the end of the GLB"
            reading.add(rules.assets.MESH_TRAILING_DATA, message, at=at)
        buffers = Buffers(container.root, container.binary, resolve=reading.side_file)
        _check_extensions(buffers.root)
        _report_dropped(reading, buffers.root)
        scene = _Scene(reading, buffers)
        for node in _scene_nodes(buffers):
            scene.add_node(node, _T_LINK_GLTF if reading.gltf_up == "y" else np.eye(4), 0)
        return scene.primitives


def read_shapes(
    document: GltfDocument,
    shapes: Sequence[tuple[int, Matrix]],
    *,
    file: str,
    report: Report,
    resolve: Resolve | None = None,
) -> list[TriangleMesh | None]:
    """Meshes of a file by number, each moved, turned and scaled by its transform (4, 4).

    Parameters
    ----------
    file
        The name that findings show.
    report
        Takes the findings.
    resolve
        From the name of a file beside this one to its bytes, or None where there is none.

    Returns
    -------
    list[TriangleMesh | None]
        None for a mesh that cannot be read; the report then says why.
    """
    reading = MeshReading(b"", file, report, resolve)
    buffers = Buffers(document.root, resolve=reading.side_file, first=document.binary or None)
    source, placed = GltfPrimitives(reading, buffers), Tally()

    def read(mesh: int, T: Matrix) -> TriangleMesh | None:
        try:
            with _refusals():
                primitives = source.of_mesh(mesh, "the robot")
                for primitive in primitives:
                    placed.add(primitive)
                return tidy([transform(primitive, T) for primitive in primitives], reading)
        except RefusedError as error:
            reading.add(error.rule, error.message)
        except MemoryError:
            reading.add(rules.assets.MESH_TOO_LARGE, "not enough memory for this mesh")
        return None

    return [read(mesh, T) for mesh, T in shapes]


def _check_extensions(root: Object) -> None:
    for name in listed(root, "extensionsRequired"):
        if name not in _READABLE:
            message = f"the file requires extension {str(name)[:60]}, which is not supported"
            raise RefusedError(rules.assets.MESH_FEATURE_UNSUPPORTED, message)


def _report_dropped(reading: MeshReading, root: Object) -> None:
    for key in ("animations", "skins"):
        if found := listed(root, key):
            reading.add(
                rules.assets.MESH_FEATURE_DROPPED, f"{key} are left out ({len(found)} of them)"
            )


def _scene_nodes(buffers: Buffers) -> list[Any]:
    root = buffers.root
    if listed(root, "scenes"):
        scene = buffers.item("scenes", root.get("scene", 0), "/scene")
        return listed(scene, "nodes")
    # Without a scene, what no node has as its child.
    count = len(listed(root, "nodes"))
    children: set[int] = set()
    for index in range(count):
        node = buffers.item("nodes", index, "")
        children.update(child for child in listed(node, "children") if type(child) is int)
    return [index for index in range(count) if index not in children]


class _Scene:
    """The meshes of a scene's nodes, each where its node is."""

    def __init__(self, reading: MeshReading, buffers: Buffers) -> None:
        self.primitives: list[Primitive] = []
        self._buffers = buffers
        self._source = GltfPrimitives(reading, buffers)
        self._visited = 0
        self._placed = Tally()

    def add_node(self, index: object, T_parent: Transform, depth: int) -> None:
        self._visited += 1
        if depth > MAX_DEPTH or self._visited > MAX_NODES:
            message = f"the scene has more than {MAX_NODES} nodes or {MAX_DEPTH} levels"
            raise RefusedError(rules.assets.MESH_TOO_LARGE, message)
        node = self._buffers.item("nodes", index, "a scene or node")
        T = T_parent @ _local(node, f"/nodes/{index}")
        if node.get("mesh") is not None:
            for primitive in self._source.of_mesh(node["mesh"], f"/nodes/{index}"):
                self._placed.add(primitive)
                self.primitives.append(transform(primitive, T.tolist()))
        for child in listed(node, "children"):
            self.add_node(child, T, depth + 1)


def _local(node: Object, where: str) -> Transform:
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


def _rotation(quaternion: list[float], where: str) -> Transform:
    q = np.array(quaternion)
    length = float(np.linalg.norm(q))
    if not length > 1e-9:
        message = f"{where}/rotation must not be zero"
        raise RefusedError(rules.assets.MESH_UNREADABLE, message)
    x, y, z, w = q / length
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
