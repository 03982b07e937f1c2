"""Mesh files made smaller: fewer triangles within a bound, other formats, each content once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isfinite
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from ..assets.mesh import TriangleMesh
from ..assets.simplify import simplify
from ..diagnostics import Report
from ..error import unknown_word
from ..files import write_atomic
from ..packages import StrPath
from ..robot import Robot
from .files import MeshFile, MeshFiles, MeshSourceError, find_meshes
from .survey import describe, read_file

Convert = Literal["keep", "stl", "obj", "glb"]

_KEPT = {".stl": ".stl", ".stlb": ".stl"}
"""Formats that can be written; everything else becomes glTF, which keeps what it has."""


class PreparedMesh(NamedTuple):
    """A mesh file and the one that was written in its place.

    Attributes
    ----------
    file
        The file that was read.
    target
        The file written, as a path below the folder; None where it could not be read. Copies share
        one.
    triangles
        Before and after.
    bytes
        Of both files on disk.
    distance
        How far any point of either surface is from the other at most, in the largest size the mesh
        is used in [m].
    """

    file: MeshFile
    target: str | None
    triangles: tuple[int, int] = (0, 0)
    bytes: tuple[int, int] = (0, 0)
    distance: float = 0.0


def prepare_meshes(
    source: Robot | StrPath | MeshFiles,
    folder: StrPath,
    *,
    tolerance: float | None = None,
    triangles: int | None = None,
    outwards: bool = False,
    convert: Convert = "keep",
    texture_size: int | None = None,
    report: Report | None = None,
    packages: Mapping[str, StrPath] | None = None,
) -> Iterator[PreparedMesh]:
    """Write every mesh of a robot, or below a folder, into another folder.

    Files are read, changed and written one after the other, so that memory holds one mesh at a
    time, and the same files give the same bytes. Content that several files have is written once.

    Parameters
    ----------
    source
        A robot, a mesh file or a folder.
    folder
        Where files go; made where it is missing. For a folder as source, below it as there.
    tolerance
        How far the surface may move [m], where the mesh is used in its largest size; without it,
        no triangle is taken away. A closed surface stays closed.
    triangles
        How many triangles to keep at least.
    outwards
        The new surface contains the old one, as shapes for contact should: proven, or all triangles
        are kept, as those of meshes that are not closed are.
    convert
        "stl" and "obj" drop colours and textures; "keep" writes STL as STL and everything else as
        glTF.
    texture_size
        The most pixels that textures may be wide or high.

    Raises
    ------
    MeshSourceError
        For a robot whose meshes are inside its file, a path that does not exist, options that make
        no sense, or a folder where a file would be written over one that is read.
    """
    if tolerance is not None and not (isfinite(tolerance) and tolerance > 0.0):
        raise MeshSourceError(f"the tolerance must be positive and finite, got {tolerance:g}")
    if triangles is not None and triangles < 4:
        raise MeshSourceError(f"triangles must be at least 4, got {triangles}")
    if triangles is not None and tolerance is None:
        raise MeshSourceError("a number of triangles needs a tolerance: how far they may move")
    if outwards and tolerance is None:
        raise MeshSourceError("outwards needs a tolerance: how far the surface may move")
    if problem := unknown_word("convert", convert, get_args(Convert)):
        raise MeshSourceError(problem)
    findings = Report() if report is None else report
    found = (
        source
        if isinstance(source, MeshFiles)
        else find_meshes(source, report=findings, packages=packages)
    )
    keep_folders = not isinstance(source, Robot | MeshFiles) and Path(source).is_dir()
    work = _Work(Path(folder), tolerance, triangles, outwards, convert, texture_size, findings)
    work.refuse_inputs(found, keep_folders=keep_folders)
    return work.run(found, keep_folders=keep_folders)


class _Work(NamedTuple):
    folder: Path
    tolerance: float | None
    triangles: int | None
    outwards: bool
    convert: Convert
    texture_size: int | None
    report: Report

    def refuse_inputs(self, found: MeshFiles, *, keep_folders: bool) -> None:
        """Before anything is written: what was taken away cannot be brought back."""
        taken: set[str] = set()
        files = [file for file in found.files if file.same_as is None]
        targets = [_target(file, self.convert, taken, keep_folders=keep_folders) for file in files]
        inputs = {_identity(file.path) for file in found.files} - {None}
        for target in targets:
            path = self.folder / target
            if _identity(path) in inputs:
                raise MeshSourceError(f"'{path}' is the input; write to another folder")

    def run(self, found: MeshFiles, *, keep_folders: bool) -> Iterator[PreparedMesh]:
        scales = _largest_scales(found)
        done: dict[str, PreparedMesh] = {}
        taken: set[str] = set()
        for file in found.files:
            if file.same_as is not None:
                before = done[file.same_as]
                yield before._replace(file=file, bytes=(before.bytes[0], 0))
                continue
            target = _target(file, self.convert, taken, keep_folders=keep_folders)
            done[file.name] = self._prepare(file, found, target, scales[file.name])
            yield done[file.name]

    def _prepare(self, file: MeshFile, found: MeshFiles, target: str, scale: float) -> PreparedMesh:
        mesh = read_file(file, found, self.report)
        if mesh is None:
            return PreparedMesh(file, None)
        facts = describe(file, file.path.stat().st_size, mesh)
        smaller, distance = self._simplified(mesh, max(facts.size or (0.0,)), scale)
        data = self._written(smaller, target)
        path = self.folder / target
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, data)
        counts = (facts.triangles, smaller.triangle_count)
        return PreparedMesh(file, target, counts, (facts.bytes, len(data)), distance)

    def _simplified(
        self, mesh: TriangleMesh, size: float, scale: float
    ) -> tuple[TriangleMesh, float]:
        if self.tolerance is None or not (size > 0.0 and scale > 0.0):
            return mesh, 0.0
        ratio = 0.0 if self.triangles is None else self.triangles / mesh.triangle_count
        error = self.tolerance / scale / size
        if self.outwards:
            from .outwards import simplify_outwards

            smaller = simplify_outwards(mesh, ratio, error=error)
        else:
            smaller = simplify(mesh, ratio, error=error)
        return smaller.mesh, smaller.distance * scale

    def _written(self, mesh: TriangleMesh, target: str) -> bytes:
        if target.endswith(".stl"):
            from ..assets.write_stl import write_stl

            return write_stl(mesh)
        if target.endswith(".obj"):
            from ..assets.write_obj import write_obj

            return write_obj(*mesh.primitives, normals=True)
        from ..gltf.write.extract_meshes import mesh_to_glb

        return mesh_to_glb(mesh, report=self.report, texture_size=self.texture_size)


def _identity(path: Path) -> tuple[int, int] | None:
    """What a file is by whatever name; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino)


def _largest_scales(found: MeshFiles) -> dict[str, float]:
    """Of each content, in all its copies."""
    scales: dict[str, float] = {}
    for file in found.files:
        name = file.same_as or file.name
        scales[name] = max(scales.get(name, 0.0), file.largest_scale)
    return scales


def _target(file: MeshFile, convert: Convert, taken: set[str], *, keep_folders: bool) -> str:
    """A name that no other has, also where upper and lower case are the same."""
    suffix = f".{convert}" if convert != "keep" else _KEPT.get(file.path.suffix.lower(), ".glb")
    folder = file.name.rpartition("/")[0] + "/" if keep_folders and "/" in file.name else ""
    stem = "".join(c if c.isalnum() or c in "._-" else "_" for c in file.path.stem) or "mesh"
    target, number = f"{folder}{stem}{suffix}", 1
    while target.lower() in taken:
        number += 1
        target = f"{folder}{stem}_{number}{suffix}"
    taken.add(target.lower())
    return target
