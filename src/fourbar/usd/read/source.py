"""The side table of a robot that was read from USD: its meshes are in the file itself."""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ...diagnostics import PartPath, Related, Report, SourceText, Span
from ...robot import Found, Mesh
from ...robot.source import GltfUp, Source
from .lines import MOST_BYTES, prims_of

if TYPE_CHECKING:
    from ...assets import Texture, TriangleMesh
    from ...assets.mesh_source import Scale


class UsdSource:
    """Where a robot of a USD file comes from, and the triangles of its shapes."""

    def __init__(self, file: str, path: Path | None, data: bytes = b"") -> None:
        self.file = file
        self.path = path
        has_lines = data.startswith(b"#usda") and len(data) <= MOST_BYTES
        self._text = SourceText(file, data) if has_lines else None
        self._prims: dict[str, tuple[int, int]] | None = None
        self._paths: dict[tuple[str, str], str] = {}
        self.found: Found | None = None
        self.semantics: Source | None = None
        self.confined = True
        self.packages: Mapping[str, str | os.PathLike[str]] = {}
        self.gltf_up: GltfUp = "auto"
        self._numbers: dict[PartPath, int] = {}
        self._meshes: list[TriangleMesh] = []

    def place(self, kind: str, name: str, prim: str) -> None:
        """Say which prim is a link or a joint."""
        self._paths.setdefault((kind, name), prim)

    def span(self, path: PartPath) -> Span | None:
        """The heading of the prim in a text file, or of the nearest one around it.

        Else the file as a whole: binary files have no lines, and neither have prims of others that
        a file refers to.
        """
        kind, key = path.part
        return self.at(self._paths.get((kind, str(key)), ""))

    def at(self, prim: str) -> Span:
        """The same of the prim at a path."""
        if prim and self._text is not None:
            if self._prims is None:
                self._prims = prims_of(self._text.data)
            while prim and prim not in self._prims:
                prim = prim.rpartition("/")[0]
            if prim:
                return self._text.span(*self._prims[prim])
        return Span(self.file, 0, 0, 1, 1, 1, 1)

    def calls_at(self, path: PartPath) -> tuple[Related, ...]:
        """None: USD has no macros."""
        return ()

    def keep(self, mesh: TriangleMesh) -> int:
        """Take the triangles of a shape; gives their number."""
        self._meshes.append(mesh)
        return len(self._meshes) - 1

    def remember(self, path: PartPath, number: int) -> None:
        """Say that the shape at `path` (`link[arm].visual[0]`) has the triangles of that number."""
        self._numbers[path] = number

    def files(self) -> HeldMeshes:
        """The meshes inside, as writers ask for them."""
        return HeldMeshes(self._numbers, self._meshes)


class HeldMeshes:
    """Meshes of a USD file at the size they have there."""

    def __init__(self, numbers: dict[PartPath, int], meshes: list[TriangleMesh]) -> None:
        self._numbers = numbers
        self._meshes = meshes

    def content(self, mesh: Mesh, *, path: PartPath) -> Hashable:
        """The number of the shape's triangles."""
        return self._numbers.get(path)

    def size(self, content: Hashable) -> int:
        """Nothing: they have been read."""
        return 0

    def read(
        self, content: Hashable, *, name: str, path: PartPath, report: Report
    ) -> TriangleMesh | None:
        """The triangles of a shape."""
        return self._meshes[cast(int, content)]

    def scaled(self, mesh: TriangleMesh, scale: Scale) -> TriangleMesh:
        """The same: meshes of a USD file are scaled already."""
        return mesh

    def texture(self, filename: str, *, path: PartPath) -> Texture | None:
        """None: images are part of the meshes' own materials."""
        return None
