"""The side table of a robot that was read from a glTF file: its meshes are in the file itself."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ..diagnostics import Report, Span
from ..diagnostics import gltf_rules as rules
from ..record import replace
from ..robot import Mesh
from .basis import Basis
from .document import GltfDocument
from .json_value import as_list, as_object

if TYPE_CHECKING:
    from ..assets import Texture, TriangleMesh
    from .mesh_files import Scale


class GltfSource:
    """Where a robot of a glTF file comes from, and which of its meshes each shape is."""

    def __init__(self, file: str, path: Path | None, document: GltfDocument) -> None:
        self.file = file
        self.path = path
        self._document = document
        self._meshes: dict[str, tuple[int, Basis]] = {}

    def span(self, path: str) -> Span | None:
        """The file as a whole: parts of a binary file have no line."""
        return Span(self.file, 0, 0, 1, 1, 1, 1)

    def remember(self, path: str, mesh: int | None, basis: Basis) -> None:
        """Say that the shape at `path` (`link[arm].visual[0]`) is that mesh of the file."""
        if mesh is not None:
            self._meshes[path] = (mesh, basis)

    def number(self, path: str) -> int | None:
        """The mesh of the shape at a path."""
        found = self._meshes.get(path)
        return None if found is None else found[0]

    def files(self) -> EmbeddedFiles:
        """The meshes inside, as `convert` asks for them."""
        return EmbeddedFiles(self._document, self._meshes, self.file)


class EmbeddedFiles:
    """Meshes of a glTF file in the axes of the description, all read at once."""

    def __init__(
        self,
        document: GltfDocument,
        meshes: dict[str, tuple[int, Basis]],
        file: str,
    ) -> None:
        self._document = document
        self._numbers = meshes
        self._file = file
        self._read: dict[int, TriangleMesh] | None = None

    def content(self, mesh: Mesh, *, path: str) -> Hashable:
        """The number of the mesh."""
        found = self._numbers.get(path)
        return None if found is None else found[0]

    def size(self, content: Hashable) -> int:
        """Nothing: meshes of a glTF file are read together, by the first who asks."""
        return 0

    def read(
        self, content: Hashable, *, name: str, path: str, report: Report
    ) -> TriangleMesh | None:
        """The triangles of a mesh, as they are in the file."""
        if self._read is None:
            self._read = self._read_all(report)
        return self._read.get(cast(int, content))

    def scaled(self, mesh: TriangleMesh, scale: Scale) -> TriangleMesh:
        """The same: meshes of a glTF file are scaled already."""
        return mesh

    def texture(self, filename: str, *, path: str) -> Texture | None:
        """None: images are part of the meshes' own materials."""
        return None

    def _read_all(self, report: Report) -> dict[int, TriangleMesh]:
        """Every mesh that a shape uses, by number.

        The file's meshes are hung on nodes of their own, which undo the turn that the mesh reader
        gives every glTF file, and are told apart by their names.
        """
        from ..assets import TriangleMesh, read_mesh
        from .decompress import decompress

        used = dict(self._numbers.values())
        try:
            document = decompress(self._document)
        except ValueError as error:
            span = Span(self._file, 0, 0, 1, 1, 1, 1)
            report.add(rules.UNREADABLE, str(error), span=span, path="/bufferViews")
            return {}
        root = document.root
        renamed = [
            {**(as_object(mesh) or {}), "name": str(number)}
            for number, mesh in enumerate(as_list(root.get("meshes")) or [])
        ]
        nodes = [{"mesh": number, "matrix": _turn(basis)} for number, basis in used.items()]
        kept = {
            key: root[key]
            for key in ("asset", "accessors", "bufferViews", "materials", "textures", "images")
            if key in root
        }
        scene = {
            **kept,
            "buffers": root.get("buffers", []),
            "meshes": renamed,
            "nodes": nodes,
            "scenes": [{"nodes": list(range(len(nodes)))}],
        }
        data = GltfDocument(scene, document.binary).to_glb()
        found = read_mesh(data, file=f"{self._file}.glb", report=report)
        parts: dict[int, list[Any]] = {}
        for primitive in found.primitives if found is not None else ():
            number = int(primitive.name)
            parts.setdefault(number, []).append(replace(primitive, name=""))
        return {number: TriangleMesh(tuple(each)) for number, each in parts.items()}


def _turn(basis: Basis) -> list[float]:
    """The matrix (by columns) that takes the file's axes to the description's.

    The mesh reader then turns y up to z up, (x, y, z) -> (x, -z, y); this undoes it first.
    """
    rows = [[0.0] * 4 for _ in range(4)]
    for place, axis in enumerate(basis.order):
        rows[axis][place] = 1.0
    rows[3][3] = 1.0
    x, y, z, last = rows
    turned = [x, z, [-c for c in y], last]
    return [turned[row][column] for column in range(4) for row in range(4)]
