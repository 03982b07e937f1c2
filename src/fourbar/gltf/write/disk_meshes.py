"""The mesh and image files of a description on disk."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ...assets import Located
from ...assets.limits import MAX_BYTES
from ...assets.locate import locate_within
from ...assets.roots import Roots
from ...diagnostics import Report
from ...packages import PackageFinder, StrPath
from ...robot import Mesh, Robot
from .load_meshes import Scale

if TYPE_CHECKING:
    from ...assets import Texture, TriangleMesh

_ALONE = (".stl", ".stlb", ".ply")
"""Meshes that name no further files."""

_SAMPLE = 256


class DiskMeshes:
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
        self._allowed = Roots(
            base=self._base, finder=self._finder, extra=self._roots, allow_outside=allow_outside
        )
        self._contents: dict[Path, Path] = {}
        self._alike: dict[tuple[int, bytes], list[Path]] = {}
        self._located: dict[str, Located | None] = {}

    def content(self, mesh: Mesh, *, path: str) -> Path | None:
        """The first file of the same content: copies under other names are the same mesh."""
        found = self._locate(mesh.filename, f"{path}.geometry.mesh.filename")
        return None if found is None else self._content(found.path)

    def size(self, content: Hashable) -> int:
        """Of the file."""
        try:
            return cast(Path, content).stat().st_size
        except OSError:
            return 0  # reading it will say why

    def read(
        self, content: Hashable, *, name: str, path: str, report: Report
    ) -> TriangleMesh | None:
        """The triangles of a file, or None with the reason in the report."""
        from ...assets import load_mesh

        return load_mesh(
            cast(Path, content),
            report=report,
            finder=self._finder,
            roots=self._roots,
            allow_outside=self._allow_outside,
            name=name,
            path=path,
        )

    def scaled(self, mesh: TriangleMesh, scale: Scale) -> TriangleMesh:
        """The triangles, made larger along each axis."""
        from ...assets.mesh import scaling

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
            others = self._alike.setdefault(_sample(file), [])
            for other in others:
                if other.read_bytes() == file.read_bytes():
                    return other
        except OSError:
            return file  # reading it will say why
        others.append(file)
        return file

    def texture(self, filename: str, *, path: str) -> Texture | None:
        """An image file, or None with the reason in the report."""
        from ...assets import Texture, mesh_rules

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


def _sample(file: Path) -> tuple[int, bytes]:
    """Length and a few bytes of a file, by which nearly all that differ do."""
    with file.open("rb", buffering=0) as stream:
        size = stream.seek(0, 2)
        sample = b""
        for place in (0, size // 3, size // 2, size - _SAMPLE):
            stream.seek(max(place, 0))
            sample += stream.read(_SAMPLE)
    return size, sample
