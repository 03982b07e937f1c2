"""What is in mesh files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from .._native import count_edges
from ..assets.load import load_mesh
from ..assets.mesh import TriangleMesh
from ..diagnostics import Report
from ..packages import StrPath
from ..robot import Robot
from .files import MeshFile, MeshFiles, find_meshes

Size = tuple[float, float, float]

_EXCERPTS = 16_000_000
"""Bytes of files that are kept for excerpts beside findings; later findings have only a place."""


class MeshFacts(NamedTuple):
    """One mesh file.

    Attributes
    ----------
    file
        Its name, its path, who uses it in which scale, and of which other it is a copy.
    bytes
        Its size on disk.
    triangles, vertices, materials, textures
        How many it has; 0 where it cannot be read.
    size
        The lengths of the box around it along its axes [m], unscaled; None without triangles.
    closed
        Whether the triangles enclose a volume; `open_edges` counts the edges of one triangle only.
    texture_bytes
        Of all its images.
    """

    file: MeshFile
    bytes: int
    triangles: int = 0
    vertices: int = 0
    materials: int = 0
    textures: int = 0
    texture_bytes: int = 0
    size: Size | None = None
    closed: bool = False
    open_edges: int = 0


def survey_meshes(
    source: Robot | StrPath,
    *,
    report: Report | None = None,
    packages: Mapping[str, StrPath] | None = None,
) -> Iterator[MeshFacts]:
    """What is in each mesh file of a robot, or below a folder, one after the other.

    Memory holds one mesh at a time. Findings go to the report.

    Raises
    ------
    MeshSourceError
        For a robot whose meshes are inside its own file, or a path that does not exist.
    """
    findings = Report() if report is None else report
    found = find_meshes(source, report=findings, packages=packages)
    return (look_at(file, found, findings) for file in found.files)


def look_at(file: MeshFile, found: MeshFiles, report: Report) -> MeshFacts:
    """What is in one file."""
    try:
        size = file.path.stat().st_size
    except OSError:
        size = 0
    mesh = read_file(file, found, report)
    return MeshFacts(file, size) if mesh is None else describe(file, size, mesh)


def read_file(file: MeshFile, found: MeshFiles, report: Report) -> TriangleMesh | None:
    """The mesh of a file; its folder may hold what belongs to it."""
    path = file.uses[0].path if file.uses else None
    own = Report()
    mesh = load_mesh(
        file.path,
        report=own,
        finder=found.finder,
        roots=(file.path.parent,),
        name=file.name,
        path=path,
        gltf_up=found.gltf_up,
    )
    # Excerpts need the text of a file: with thousands of files, that is all of them in memory.
    if own.sources and sum(len(text.data) for text in report.sources.values()) > _EXCERPTS:
        own.sources.clear()
    report.extend(own)
    return mesh


def describe(file: MeshFile, size: int, mesh: TriangleMesh) -> MeshFacts:
    """What there is to say about a mesh that was read."""
    extent = mesh.extent()
    _, open_edges, _, _, closed = count_edges(mesh.joined().data.merge().triangles)
    surfaces = [p.material for p in mesh.primitives if p.material is not None]
    images = {s.texture.name: s.texture for s in surfaces if s.texture is not None}
    box: Size | None = None
    if extent is not None:
        x, y, z = (high - low for low, high in zip(*extent, strict=True))
        box = (x, y, z)
    return MeshFacts(
        file,
        size,
        triangles=mesh.triangle_count,
        vertices=mesh.vertex_count,
        materials=len(set(surfaces)),
        textures=len(images),
        texture_bytes=sum(len(image.data) for image in images.values()),
        size=box,
        closed=closed and mesh.triangle_count > 0,
        open_edges=open_edges,
    )
