"""The mesh files that robots name, read once each and packed for every use, large ones together."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from math import isfinite
from typing import TYPE_CHECKING

from ... import rules
from ...assets.mesh_source import MeshSource, Scale
from ...diagnostics import PartPath, Report
from ...robot import Mesh, Robot
from ..options import GlbOptions
from .pack import Order, Packed, pack_primitive
from .parallel import run_parallel

if TYPE_CHECKING:
    from ...assets import TriangleMesh

ReadMeshes = dict[tuple[Hashable, Scale], tuple[Packed, ...]]
"""By the content of a file and its scale."""


class _Use:
    """A file in one size: who names it first, and whether anybody sees it."""

    def __init__(self, robot: Robot, mesh: Mesh, path: PartPath) -> None:
        self.mesh = mesh
        self.path = path
        self.seen = False
        self.packed: tuple[Packed, ...] = ()
        self.report = Report()
        self._source = robot.source

    def refuse(self, message: str) -> None:
        """Say why there is nothing to show."""
        span = None if self._source is None else self._source.span(self.path)
        self.report.add(rules.gltf.SHAPE_NOT_CONVERTED, message, span=span, path=self.path)


class _File:
    """A file, its uses by scale, and what there is to say about it."""

    def __init__(self) -> None:
        self.uses: dict[Scale, _Use] = {}
        self.report = Report()


def read_meshes(
    robots: list[tuple[Robot, MeshSource]],
    *,
    order: Order,
    options: GlbOptions,
    report: Report,
) -> list[ReadMeshes]:
    """Every mesh file of the robots, ready for a buffer; of each robot apart."""
    all_files = [_files_of(robot, files) for robot, files in robots]

    def work(job: tuple[int, Hashable]) -> None:
        number, content = job
        _read(robots[number][1], content, all_files[number][content], order, options)

    jobs = {
        (number, content): robots[number][1].size(content)
        for number, found in enumerate(all_files)
        for content in found
    }
    run_parallel(jobs, work, progress=options.progress or (lambda done, total: None))
    # Said in the order of the description, whoever was done first.
    for found in all_files:
        for file in found.values():
            report.extend(file.report)
            for use in file.uses.values():
                report.extend(use.report)
    return [
        {
            (content, scale): use.packed
            for content, file in found.items()
            for scale, use in file.uses.items()
        }
        for found in all_files
    ]


def _files_of(robot: Robot, files: MeshSource) -> dict[Hashable, _File]:
    found: dict[Hashable, _File] = {}
    for mesh, path, seen in _meshes_of(robot):
        content = files.content(mesh, path=path)
        if content is None:
            continue
        uses = found.setdefault(content, _File()).uses
        use = uses.setdefault(mesh.scale, _Use(robot, mesh, path))
        use.seen |= seen
    return found


def _meshes_of(robot: Robot) -> Iterator[tuple[Mesh, PartPath, bool]]:
    """Meshes, the shapes they are the geometry of, and whether these are to be seen."""
    for link in robot.links:
        for kind, shapes in (("visual", link.visuals), ("collision", link.collisions)):
            for number, shape in enumerate(shapes):
                if isinstance(shape.geometry, Mesh):
                    yield (
                        shape.geometry,
                        PartPath("link", link.name).item(kind, number),
                        kind == "visual",
                    )


def _read(
    files: MeshSource, content: Hashable, file: _File, order: Order, options: GlbOptions
) -> None:
    first = next(iter(file.uses.values()))
    wanted = [use for use in file.uses.values() if _has_size(use)]
    if not wanted:
        return
    name = first.mesh.filename
    mesh = files.read(content, name=name, path=first.path, report=file.report)
    if mesh is None:
        return
    if options.simplify is not None:
        from ...assets.simplify import simplify

        mesh = simplify(mesh, options.simplify, error=options.simplify_error).mesh
    for use in wanted:
        try:
            use.packed = _pack(files.scaled(mesh, use.mesh.scale), use, order)
        except MemoryError:
            use.refuse("not enough memory for this mesh")


def _has_size(use: _Use) -> bool:
    x, y, z = use.mesh.scale
    if x and y and z and all(map(isfinite, use.mesh.scale)):
        return True
    use.refuse(f"invalid mesh scale {x:g} {y:g} {z:g}: must be finite and not 0")
    return False


def _pack(mesh: TriangleMesh, use: _Use, order: Order) -> tuple[Packed, ...]:
    from ...assets import TriangleMesh, with_normals

    x, y, z = use.mesh.scale
    extent = None if x == y == z == 1.0 else mesh.extent()
    if extent is not None and not all(isfinite(c) for corner in extent for c in corner):
        use.refuse(f"the mesh exceeds single precision when scaled by {x:g} {y:g} {z:g}")
        return ()
    # What nobody sees needs no normals, colours or textures.
    mesh = with_normals(mesh) if use.seen else TriangleMesh((mesh.joined(),))
    return tuple(pack_primitive(p, order) for p in mesh.primitives if p.data.count)
