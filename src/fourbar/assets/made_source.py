"""The side table of a robot some of whose meshes were just made, and need not be files yet."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..diagnostics import PartPath, Related, Report, Span
from ..error import FourbarError
from ..robot import Found, Mesh, Robot
from ..robot.rename_meshes import with_mesh_files
from ..robot.source import GltfUp, Source
from .disk_meshes import meshes_of
from .made_meshes import MadeMeshes
from .read import read_mesh

if TYPE_CHECKING:
    from ..files import OpenedFiles
    from .mesh import TriangleMesh
    from .mesh_source import MeshSource


class MadeMeshError(FourbarError, ValueError):
    """A mesh that was made cannot be used."""


class MadeMesh(NamedTuple):
    """The content of a mesh file that was made, and how a description names it."""

    address: str
    data: bytes


class MadeSource:
    """Where a robot was written, with meshes that were made; all others are where they were."""

    def __init__(self, robot: Robot, made: Mapping[str, TriangleMesh]) -> None:
        source = robot.source
        self.path: Path | None = None if source is None else source.path
        self.found: Found | None = None if source is None else source.found
        self.semantics: Source | None = None if source is None else source.semantics
        self.confined = source is not None and source.confined
        self.packages: Mapping[str, str | os.PathLike[str]] = (
            {} if source is None else source.packages
        )
        self.gltf_up: GltfUp = "auto" if source is None else source.gltf_up
        self._robot = robot
        self._made = dict(made)

    @property
    def origin(self) -> Source | None:
        """The source of the robot that the meshes were made for."""
        return self._robot.source

    def span(self, path: PartPath) -> Span | None:
        """The place of a part in the file."""
        return None if self.origin is None else self.origin.span(path)

    def calls_at(self, path: PartPath) -> tuple[Related, ...]:
        """The macro calls by which it came."""
        return () if self.origin is None else self.origin.calls_at(path)

    def files(self) -> MeshSource:
        """The meshes, made and others."""
        return self.find(report=Report())

    def find(
        self, *, report: Report, opened: OpenedFiles | None = None, confined: bool = False
    ) -> MeshSource:
        """The same; files that are missing are told in the report."""
        others = meshes_of(self._robot, report=report, opened=opened, confined=confined)
        return MadeMeshes(self._made, others)


def with_made_meshes(robot: Robot, made: Mapping[PartPath, MadeMesh], *, original: Robot) -> Robot:
    """The robot with meshes that were made, by the paths of its shapes (`link[arm].visual[0]`).

    Nothing is looked up for these: the same address may be another file seen from the folder that
    the robot was read from. `original` is the robot as it was read, which finds all others.

    Raises
    ------
    MadeMeshError
        For a mesh that cannot be read.
    """
    if not made:
        return robot
    others = {
        shape.geometry.filename
        for link in robot.links
        for group, shapes in (("visual", link.visuals), ("collision", link.collisions))
        for number, shape in enumerate(shapes)
        if isinstance(shape.geometry, Mesh)
        and PartPath("link", link.name).item(group, number) not in made
    }
    names: dict[PartPath, str] = {}
    meshes: dict[str, TriangleMesh] = {}
    for path, mesh in made.items():
        name = mesh.address
        while name in others:
            name = f"./{name}"  # the same place in other words
        if name not in meshes:
            meshes[name] = _read(mesh, path)
        names[path] = name
    return with_mesh_files(robot, names).replace(source=MadeSource(original, meshes))


def _read(mesh: MadeMesh, path: PartPath) -> TriangleMesh:
    report = Report()
    found = read_mesh(mesh.data, file=mesh.address, report=report, path=path)
    if found is None:
        why = next((f": {error.message}" for error in report.errors), "")
        raise MadeMeshError(f"the mesh made for {path} cannot be read back{why}")
    return found
