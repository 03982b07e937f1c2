"""The mesh and image files of a description on disk, each read once."""

from __future__ import annotations

from binascii import crc32
from collections.abc import Iterable, Mapping
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from ..assets import Located
from ..assets.limits import MAX_BYTES
from ..assets.locate import locate_within
from ..assets.roots import Roots
from ..diagnostics import Report
from ..diagnostics import gltf_rules as rules
from ..packages import PackageFinder, StrPath
from ..robot import Mesh, Robot
from .pack import Order, Packed

if TYPE_CHECKING:
    from ..assets import Texture, TriangleMesh
    from ..assets.pack_stl import PackedTriangles

_STL = (".stl", ".stlb")
_ALONE = (*_STL, ".ply")
"""Meshes that name no further files."""

_Job = tuple[Path, tuple[float, float, float], bool]
"""A file, its scale, and whether normals are wanted."""


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
        self._allowed = Roots(
            base=self._base, finder=self._finder, extra=self._roots, allow_outside=allow_outside
        )
        self._meshes: dict[object, TriangleMesh | None] = {}
        self._contents: dict[Path, Path] = {}
        self._by_size: dict[int, list[Path]] = {}
        self._sizes: dict[Path, int] = {}
        self._checksums: dict[Path, int] = {}
        self._located: dict[str, Located | None] = {}
        self._ahead: dict[_Job, PackedTriangles | None] = {}

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
            from ..assets import load_mesh

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
        from ..assets import TriangleMesh
        from ..assets.mesh import transform

        T = [[x, 0, 0, 0], [0, y, 0, 0], [0, 0, z, 0], [0, 0, 0, 1]]
        scaled = TriangleMesh(tuple(transform(p, T) for p in loaded.primitives))
        bounds = scaled.bounds
        if bounds is not None and all(map(isfinite, bounds.ravel().tolist())):
            return scaled
        message = f"scaled by {x:g} {y:g} {z:g}, the mesh exceeds single precision"
        self._report.add(rules.NO_SHAPE, message, path=path)
        return None

    def packed(self, mesh: Mesh, *, path: str, order: Order, normals: bool) -> Packed | None:
        """The rows of a sound STL file; None for every other file."""
        job = self._job(mesh, path, normals)
        if job is None:
            return None
        found = self._ahead.pop(job) if job in self._ahead else _pack(job, order)
        if found is None:
            return None
        from .pack import pack_triangles

        return pack_triangles(found)

    def read_ahead(self, robot: Robot, *, order: Order) -> None:
        """Pack the STL files of a robot on all processors, if there is enough to do."""
        from .read_ahead import pack_together

        jobs: dict[_Job, int] = {}
        with_normals: set[tuple[object, ...]] = set()
        for link in robot.links:
            shapes = [("visual", n, v.geometry) for n, v in enumerate(link.visuals)]
            shapes += [("collision", n, c.geometry) for n, c in enumerate(link.collisions)]
            for kind, number, geometry in shapes:
                if not isinstance(geometry, Mesh):
                    continue
                path = f"link[{link.name}].{kind}[{number}]"
                job = self._job(geometry, path, kind == "visual")
                if job is None or job[:2] in with_normals:
                    continue  # what is shown also serves for contact
                if job[2]:
                    with_normals.add(job[:2])
                jobs[job] = self._sizes.get(job[0], 0)
        self._ahead = pack_together(jobs, lambda job: _pack(job, order))

    def _job(self, mesh: Mesh, path: str, normals: bool) -> _Job | None:
        found = self._locate(mesh.filename, f"{path}.geometry.mesh.filename")
        if found is None or not mesh.filename.lower().endswith(_STL):
            return None
        if not (all(mesh.scale) and all(map(isfinite, mesh.scale))):
            return None
        return self._content(found.path), mesh.scale, normals

    def _content(self, file: Path) -> Path:
        """The first file of the same content; those that name others beside them are their own."""
        if file not in self._contents:
            self._contents[file] = self._first_like(file)
        return self._contents[file]

    def _first_like(self, file: Path) -> Path:
        if file.suffix.lower() not in _ALONE:
            return file
        try:
            self._sizes[file] = size = file.stat().st_size
            others = self._by_size.setdefault(size, [])
            for other in others:
                if self._checksum(other) == self._checksum(file) and _same(other, file):
                    return other
        except OSError:
            return file  # reading it will say why
        others.append(file)
        return file

    def _checksum(self, file: Path) -> int:
        if file not in self._checksums:
            self._checksums[file] = crc32(file.read_bytes())
        return self._checksums[file]

    def texture(self, filename: str, *, path: str) -> Texture | None:
        """An image file, or None with the reason in the report."""
        from ..assets import Texture, mesh_rules

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
            quiet = Report()
            found = locate_within(filename, self._allowed, finder=self._finder, report=quiet)
            if len(quiet):
                # Once more, and this time it is said where the name stands: that takes longer.
                found = locate_within(
                    filename,
                    self._allowed,
                    finder=self._finder,
                    report=self._report,
                    span=None if self._source is None else self._source.span(path),
                    path=path,
                )
            self._located[filename] = found
        return self._located[filename]


def _same(a: Path, b: Path) -> bool:
    return a.read_bytes() == b.read_bytes()


def _pack(job: _Job, order: Order) -> PackedTriangles | None:
    from ..assets.pack_stl import pack_stl

    file, scale, normals = job
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
        return pack_stl(data, scale=scale, order=order, normals=normals)
    except (OSError, MemoryError):
        return None  # reading it the other way says why
