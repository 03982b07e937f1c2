"""The side table of a robot that was read from a glTF file: its meshes are in the file itself."""

from __future__ import annotations

import os
from _thread import allocate_lock  # `threading` is a larger import
from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ...diagnostics import PartPath, Related, Report, Span
from ...gltf_file.document import GltfDocument
from ...record import record
from ...robot import Found, Mesh, Vector3
from ...robot.source import GltfUp, Source
from ..basis import Basis

if TYPE_CHECKING:
    from ...assets import Texture, TriangleMesh
    from ...assets.mesh import Matrix
    from ...assets.mesh_source import Scale


@record
class EmbeddedShape:
    """A mesh of the file, the axes it is written in, and the scale of its node."""

    mesh: int
    basis: Basis
    scale: Vector3


class GltfSource:
    """Where a robot of a glTF file comes from, and which of its meshes each shape is."""

    def __init__(self, file: str, path: Path | None, document: GltfDocument) -> None:
        self.file = file
        self.path = path
        self.found: Found | None = None
        self.semantics: Source | None = None
        self.confined = True
        self.packages: Mapping[str, str | os.PathLike[str]] = {}
        self.gltf_up: GltfUp = "auto"
        self._document = document
        self._numbers: dict[PartPath, int] = {}
        self._shapes: dict[EmbeddedShape, int] = {}

    def span(self, path: PartPath) -> Span | None:
        """The file as a whole: parts of a binary file have no line."""
        return Span(self.file, 0, 0, 1, 1, 1, 1)

    def calls_at(self, path: PartPath) -> tuple[Related, ...]:
        """None: a glTF file has no macros."""
        return ()

    def remember(self, path: PartPath, shape: EmbeddedShape) -> None:
        """Say that the shape at `path` (`link[arm].visual[0]`) is that mesh of the file."""
        self._numbers[path] = self._shapes.setdefault(shape, len(self._shapes))

    def number(self, path: PartPath) -> int | None:
        """A number of the shape at a path: the same for the same mesh of the same size."""
        return self._numbers.get(path)

    def files(self) -> EmbeddedMeshes:
        """The meshes inside, as `convert` asks for them."""
        return EmbeddedMeshes(self, self._document, self._numbers, list(self._shapes))


class EmbeddedMeshes:
    """Meshes of a glTF file in the axes of the description, all read at once."""

    def __init__(
        self,
        source: GltfSource,
        document: GltfDocument,
        numbers: dict[PartPath, int],
        shapes: list[EmbeddedShape],
    ) -> None:
        self._source = source
        self._document = document
        self._numbers = numbers
        self._shapes = shapes
        self._read: dict[int, TriangleMesh] | None = None
        self._reading = allocate_lock()

    def content(self, mesh: Mesh, *, path: PartPath) -> Hashable:
        """The number of the shape."""
        return self._numbers.get(path)

    def size(self, content: Hashable) -> int:
        """Nothing: meshes of a glTF file are read together, by the first who asks."""
        return 0

    def read(
        self, content: Hashable, *, name: str, path: PartPath, report: Report
    ) -> TriangleMesh | None:
        """The triangles of a shape, at the size that it has in the file."""
        with self._reading:
            if self._read is None:
                self._read = self._read_all(report)
        return self._read.get(cast(int, content))

    def scaled(self, mesh: TriangleMesh, scale: Scale) -> TriangleMesh:
        """The same: meshes of a glTF file are scaled already."""
        return mesh

    def texture(self, filename: str, *, path: PartPath) -> Texture | None:
        """None: images are part of the meshes' own materials."""
        return None

    def _read_all(self, report: Report) -> dict[int, TriangleMesh]:
        """Every shape that can be read, by number."""
        from ...assets.readers.gltf import read_shapes
        from ...formats.content import beside

        found = read_shapes(
            self._document,
            [(shape.mesh, _to_description(shape)) for shape in self._shapes],
            file=self._source.file,
            report=report,
            resolve=beside(self._source.path),
        )
        return {number: mesh for number, mesh in enumerate(found) if mesh is not None}


def _to_description(shape: EmbeddedShape) -> Matrix:
    """From the file's axes to the description's, with the scale of the node."""
    rows = [[0.0] * 4 for _ in range(4)]
    for place, axis in enumerate(shape.basis.order):
        rows[axis][place] = shape.scale[place]
    rows[3][3] = 1.0
    return rows
