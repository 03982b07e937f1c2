"""The mesh and image files of a description on disk."""

from __future__ import annotations

from _thread import allocate_lock  # `threading` is a larger import
from collections.abc import Hashable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ..diagnostics import PartPath, Report
from ..files import OpenedFiles
from ..gltf_file.suffixes import is_gltf_name
from ..packages import PackageFinder, StrPath
from ..robot import Mesh, Robot
from ..robot.source import GltfUp, Up
from .limits import MAX_BYTES
from .location import Located, locate_within
from .mesh_source import FindsMeshes, HoldsMeshes, MeshSource, Scale
from .roots import Roots

if TYPE_CHECKING:
    from .material import Texture
    from .mesh import TriangleMesh

_ALONE = (".stl", ".stlb", ".ply")
"""Meshes that name no further files."""


def meshes_of(
    robot: Robot,
    *,
    report: Report,
    packages: Mapping[str, StrPath] | None = None,
    opened: OpenedFiles | None = None,
    roots: Iterable[StrPath] = (),
    confined: bool = False,
) -> MeshSource:
    """Where a robot's meshes are: inside the file it was read from, or on disk."""
    if isinstance(robot.source, FindsMeshes):
        return robot.source.find(report=report, opened=opened, confined=confined)
    if isinstance(robot.source, HoldsMeshes):
        return robot.source.files()
    return DiskMeshes(
        robot, report=report, packages=packages, opened=opened, roots=roots, confined=confined
    )


class DiskMeshes:
    """Finds and reads what a robot names, from the folder it was read from."""

    def __init__(
        self,
        robot: Robot,
        *,
        report: Report,
        packages: Mapping[str, StrPath] | None = None,
        opened: OpenedFiles | None = None,
        roots: Iterable[StrPath] = (),
        confined: bool = False,
        gltf_up: GltfUp | None = None,
    ) -> None:
        self._robot = robot
        self._packages = packages
        self._source = robot.source
        self._base = None if robot.source is None else robot.source.path
        known: Mapping[str, StrPath] = {} if robot.source is None else robot.source.packages
        packages = {**known, **(packages or {})}
        self._finder = PackageFinder(packages, near=self._base, opened=opened)
        self._report = report
        self._roots = tuple(roots)
        self._confined = confined or (robot.source is not None and robot.source.confined)
        self._allowed = Roots(
            base=self._base, finder=self._finder, extra=self._roots, confined=self._confined
        )
        self._up: GltfUp = gltf_up or ("auto" if robot.source is None else robot.source.gltf_up)
        self._settling = allocate_lock()
        self._contents: dict[Path, Path] = {}
        self._alike: dict[int, dict[bytes, Path]] = {}  # by size, then digest
        self._located: dict[str, Located | None] = {}

    @property
    def finder(self) -> PackageFinder:
        """Finds packages around the description."""
        return self._finder

    def file(self, mesh: Mesh, *, path: PartPath) -> Path | None:
        """Where the file is; None, with a finding, where it is not."""
        found = self._locate(mesh.filename, path / "geometry" / "mesh" / "filename")
        return None if found is None else found.path

    def content(self, mesh: Mesh, *, path: PartPath) -> Path | None:
        """The first file of the same content: copies under other names are the same mesh."""
        found = self._locate(mesh.filename, path / "geometry" / "mesh" / "filename")
        return None if found is None else self._content(found.path)

    def size(self, content: Hashable) -> int:
        """Of the file."""
        try:
            return cast(Path, content).stat().st_size
        except OSError:
            return 0  # reading it will say why

    def read(
        self, content: Hashable, *, name: str, path: PartPath, report: Report
    ) -> TriangleMesh | None:
        """The triangles of a file, or None with the reason in the report."""
        from .load import load_mesh

        return load_mesh(
            cast(Path, content),
            report=report,
            finder=self._finder,
            roots=self._roots,
            confined=self._confined,
            name=name,
            path=path,
            gltf_up=self.gltf_up if is_gltf_name(name) else "y",
        )

    @property
    def gltf_up(self) -> Up:
        """The axis that is up in glTF files; settled, with a finding, when first asked for."""
        with self._settling:
            if self._up == "auto":
                self._up = self._settled()
            return self._up

    def _settled(self) -> Up:
        from .gltf_up import settled_up

        quiet = DiskMeshes(
            self._robot,
            report=Report(),
            packages=self._packages,
            opened=self._finder.opened,
            roots=self._roots,
            confined=self._confined,
            gltf_up="y",
        )
        source = self._source
        return settled_up(
            self._robot,
            quiet.turned,
            report=self._report,
            find_span=lambda path: None if source is None else source.span(path),
        )

    def turned(self, mesh: Mesh, path: PartPath) -> TriangleMesh | None:
        """A mesh of the robot, unscaled; None where it cannot be read."""
        content = self.content(mesh, path=path)
        if content is None:
            return None
        return self.read(content, name=mesh.filename, path=path, report=Report())

    def scaled(self, mesh: TriangleMesh, scale: Scale) -> TriangleMesh:
        """The triangles, made larger along each axis."""
        from .mesh import scaling

        return mesh.transformed(scaling(*scale))

    def _content(self, file: Path) -> Path:
        """The first file of the same content; those that name others beside them are their own."""
        if file not in self._contents:
            self._contents[file] = self._first_like(file)
        return self._contents[file]

    def _first_like(self, file: Path) -> Path:
        if file.suffix.lower() not in _ALONE:
            return file
        try:
            alike = self._alike.setdefault(file.stat().st_size, {})
            if not alike:
                alike[b""] = file  # nothing to compare it with yet
                return file
            if b"" in alike:
                first = alike.pop(b"")
                alike[self._digest(first)] = first
            return alike.setdefault(self._digest(file), file)
        except OSError:
            return file  # reading it will say why

    def _digest(self, file: Path) -> bytes:
        from hashlib import blake2b

        return blake2b(self._finder.opened.read(file, most=MAX_BYTES + 1)).digest()

    def texture(self, filename: str, *, path: PartPath) -> Texture | None:
        """An image file, or None with the reason in the report."""
        from .. import rules
        from .material import Texture

        found = self._locate(filename, path)
        if found is None:
            return None
        try:
            data = self._finder.opened.read(found.path, most=MAX_BYTES + 1)
            return Texture(filename, data)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            self._report.add(
                rules.assets.TEXTURE_MISSING, f"'{filename}' cannot be read: {reason}", path=path
            )
            return None

    def _locate(self, filename: str, path: PartPath) -> Located | None:
        if filename not in self._located:
            source = self._source
            self._located[filename] = locate_within(
                filename,
                self._allowed,
                finder=self._finder,
                report=self._report,
                find_span=lambda: None if source is None else source.span(path),
                path=path,
            )
        return self._located[filename]
