"""The shapes of a robot's links as solids, each mesh file read once."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from math import isfinite
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..diagnostics import PartPath, Report
from ..packages import StrPath
from ..robot import Link, Mesh, Robot, Visual
from .solid import Solid, moved, solid_of, solid_of_mesh

if TYPE_CHECKING:
    from .._native import Triangles
    from ..assets.mass_properties import MassProperties
    from ..files import OpenedFiles

Group = Literal["visual", "collision"]
OpenMesh = Literal["hull", "refuse"]


class Shape(NamedTuple):
    """A visual or collision in the frame of its link.

    `solid` is None where `problem` says why. `of` is what was measured: a primitive, what a mesh
    encloses, or its convex hull. `material` is the name of a visual's. `doubled` is about how much
    volume closed parts of a mesh share, which counts twice [m^3].
    """

    path: PartPath
    solid: Solid | None
    of: Literal["primitive", "mesh", "hull"]
    material: str = ""
    problem: str = ""
    doubled: float = 0.0


class _Measured(NamedTuple):
    low: tuple[float, ...]
    high: tuple[float, ...]
    mass: MassProperties | None
    doubled: float = 0.0


class Measurer:
    """Measures shapes. Of a mesh only the numbers are kept, so that memory holds one at a time."""

    def __init__(
        self,
        robot: Robot,
        *,
        report: Report,
        open_mesh: OpenMesh = "hull",
        packages: Mapping[str, StrPath] | None = None,
        opened: OpenedFiles | None = None,
    ) -> None:
        self._report = report
        self._open_mesh: OpenMesh = open_mesh
        from ..assets.disk_meshes import meshes_of

        self._files = meshes_of(robot, report=report, packages=packages, opened=opened)
        self._measured: dict[Hashable, _Measured | None] = {}

    def shapes(self, link: Link, group: Group) -> list[Shape]:
        """All visuals, or all collisions, of a link."""
        found: list[Shape] = []
        for number, shape in enumerate(link.visuals if group == "visual" else link.collisions):
            path = PartPath("link", link.name).item(group, number)
            material = shape.material.name if isinstance(shape, Visual) and shape.material else ""
            if isinstance(shape.geometry, Mesh):
                own = self._mesh(shape.geometry, path)
            else:
                solid = solid_of(shape.geometry)
                own = Shape(path, solid, "primitive", problem="" if solid else "has no volume")
            placed = None if own.solid is None else moved(own.solid, shape.origin)
            found.append(own._replace(solid=placed, material=material))
        return found

    def body(self, mesh: Mesh, path: PartPath) -> Triangles | None:
        """The closed surface that a mesh was measured by, unscaled; read again."""
        content = self._files.content(mesh, path=path)
        measured = None if content is None else self._measured.get(content)
        if measured is None or measured.mass is None:
            return None
        read = self._files.read(content, name=mesh.filename, path=path, report=Report())
        if read is None:
            return None
        merged = read.joined().data.merge()
        return merged.hull()[1] if measured.mass.of == "hull" else merged

    def _mesh(self, mesh: Mesh, path: PartPath) -> Shape:
        def failed(problem: str) -> Shape:
            return Shape(path, None, "mesh", problem=problem)

        if 0.0 in mesh.scale or not all(map(isfinite, mesh.scale)):
            return failed("has a scale that is zero or not finite")
        content = self._files.content(mesh, path=path)
        if content is None:
            return failed(f"'{mesh.filename}' was not found")
        if content not in self._measured:
            self._measured[content] = self._read(content, mesh, path)
        measured = self._measured[content]
        if measured is None:
            return failed(f"'{mesh.filename}' could not be read")
        if measured.mass is None:
            reason = "is not closed" if self._open_mesh == "refuse" else "encloses no volume"
            return failed(f"'{mesh.filename}' {reason}")
        # A mesh inside a glTF file has its scale already; its robot says 1.
        solid = solid_of_mesh(measured.mass, measured.low, measured.high, mesh.scale)
        factor = solid.volume / measured.mass.volume
        return Shape(path, solid, measured.mass.of, doubled=measured.doubled * factor)

    def _read(self, content: Hashable, mesh: Mesh, path: PartPath) -> _Measured | None:
        from ..assets import measure_mass

        name = mesh.filename
        read = self._files.read(content, name=name, path=path, report=self._report)
        extent = None if read is None else read.extent()
        if read is None or extent is None:
            return None
        mass = measure_mass(
            read, file=name, report=self._report, path=path, open_mesh=self._open_mesh
        )
        if mass is None or mass.of != "mesh":
            return _Measured(*extent, mass)
        from ..assets.repeated import without_repeated
        from .self_overlap import doubled_volume

        doubled = doubled_volume(without_repeated(read.joined().data.merge())[0])
        return _Measured(*extent, mass, doubled)
