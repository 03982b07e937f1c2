"""The mesh and image files of a description on disk, each read once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b, file_digest
from math import isfinite
from pathlib import Path

from ..assets import Located, Texture, TriangleMesh, load_mesh, locate, mesh_rules
from ..assets.limits import MAX_BYTES
from ..assets.mesh import transform
from ..diagnostics import Report
from ..packages import PackageFinder, StrPath
from ..robot import Mesh, Robot
from . import rules

_ALONE = (".stl", ".stlb", ".ply")
"""Meshes that name no further files."""


def _digest() -> blake2b:
    return blake2b(digest_size=16)


class FilesOnDisk:
    """Finds and reads what a robot names, from the folder it was read from."""

    def __init__(
        self,
        robot: Robot,
        *,
        report: Report,
        packages: Mapping[str, StrPath] | None = None,
        roots: Iterable[StrPath] = (),
        allow_outside: bool = False,
    ) -> None:
        self._source = robot.source
        self._base = None if robot.source is None else robot.source.path
        self._finder = PackageFinder(packages, near=self._base)
        self._report = report
        self._roots = tuple(roots)
        self._allow_outside = allow_outside
        self._meshes: dict[object, TriangleMesh | None] = {}
        self._contents: dict[Path, object] = {}
        self._located: dict[str, Located | None] = {}

    def key(self, mesh: Mesh, *, path: str) -> object:
        """Content and scale: copies of a file under other names are the same mesh."""
        found = self._locate(mesh.filename, f"{path}.geometry.mesh.filename")
        return (None if found is None else self._content(found.path)), mesh.scale

    def mesh(self, mesh: Mesh, *, path: str) -> TriangleMesh | None:
        """The triangles of a mesh file, scaled, or None with the reason in the report."""
        x, y, z = mesh.scale
        if not (x and y and z and all(map(isfinite, mesh.scale))):
            message = f"a mesh of scale {x:g} {y:g} {z:g} has no size"
            self._report.add(rules.NO_SHAPE, message, path=path)
            return None
        found = self._locate(mesh.filename, f"{path}.geometry.mesh.filename")
        if found is None:
            return None
        content = self._content(found.path)
        if content not in self._meshes:
            self._meshes[content] = load_mesh(
                found.path,
                report=self._report,
                finder=self._finder,
                roots=self._roots,
                allow_outside=self._allow_outside,
                name=mesh.filename,
                path=path,
            )
        loaded = self._meshes[content]
        if loaded is None or mesh.scale == (1.0, 1.0, 1.0):
            return loaded
        T = [[x, 0, 0, 0], [0, y, 0, 0], [0, 0, z, 0], [0, 0, 0, 1]]
        return TriangleMesh(tuple(transform(p, T) for p in loaded.primitives))

    def _content(self, file: Path) -> object:
        """What files of equal content share; the others may name files beside them."""
        if file not in self._contents:
            content: object = file
            if file.suffix.lower() in _ALONE:
                try:
                    with file.open("rb") as stream:
                        content = file_digest(stream, _digest).digest()
                except OSError:
                    pass  # reading it will say why
            self._contents[file] = content
        return self._contents[file]

    def texture(self, filename: str, *, path: str) -> Texture | None:
        """An image file, or None with the reason in the report."""
        found = self._locate(filename, path)
        if found is None:
            return None
        try:
            with found.path.open("rb") as stream:
                return Texture(filename, stream.read(MAX_BYTES + 1))
        except OSError as error:
            reason = error.strerror or type(error).__name__
            self._report.add(
                mesh_rules.TEXTURE, f"'{filename}' cannot be read: {reason}", path=path
            )
            return None

    def _locate(self, filename: str, path: str) -> Located | None:
        if filename not in self._located:
            self._located[filename] = locate(
                filename,
                base=self._base,
                finder=self._finder,
                report=self._report,
                roots=self._roots,
                allow_outside=self._allow_outside,
                span=None if self._source is None else self._source.span(path),
                path=path,
            )
        return self._located[filename]
