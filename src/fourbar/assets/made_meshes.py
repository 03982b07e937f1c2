"""Meshes that a reader has made, beside the files of a description."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING

from ..diagnostics import PartPath, Report
from ..robot import Mesh
from .mesh_source import MeshSource, Scale

if TYPE_CHECKING:
    from .material import Texture
    from .mesh import TriangleMesh


class MadeMeshes:
    """Meshes by the name that shapes have for them; all others are asked of `files`."""

    def __init__(self, made: Mapping[str, TriangleMesh], files: MeshSource) -> None:
        self._made = made
        self._files = files

    def content(self, mesh: Mesh, *, path: PartPath) -> Hashable:
        """The name of a mesh that was made, or what the files have for it."""
        return (
            mesh.filename if mesh.filename in self._made else self._files.content(mesh, path=path)
        )

    def size(self, content: Hashable) -> int:
        """Nothing for what was made, else that of the file."""
        return 0 if content in self._made else self._files.size(content)

    def read(
        self, content: Hashable, *, name: str, path: PartPath, report: Report
    ) -> TriangleMesh | None:
        """The triangles of a shape."""
        if isinstance(content, str) and content in self._made:
            return self._made[content]
        return self._files.read(content, name=name, path=path, report=report)

    def scaled(self, mesh: TriangleMesh, scale: Scale) -> TriangleMesh:
        """The triangles, made larger along each axis."""
        return self._files.scaled(mesh, scale)

    def texture(self, filename: str, *, path: PartPath) -> Texture | None:
        """An image file, or None with the reason in the report."""
        return self._files.texture(filename, path=path)
