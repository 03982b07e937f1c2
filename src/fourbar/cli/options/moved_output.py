"""Changed descriptions in another folder, from which their meshes are found as well."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...assets.made_source import MadeMesh
    from ...diagnostics import PartPath
    from ...reading import Reading
    from ...robot import Mesh, Robot


def save_moved(
    reading: Reading,
    changed: Robot,
    output: str | Path,
    edited: Callable[[], bytes | None],
    *,
    replaced: Collection[str] = (),
    made: Mapping[PartPath, MadeMesh] | None = None,
) -> None:
    """As `save_changed`, with addresses of meshes that lead to the same files from there.

    Addresses of packages stay: who uses a package knows where it is. Where one is not found from
    the new folder, a line tells so. `replaced` has the links whose collision shapes are new,
    and `made` the meshes that were made for them.
    """
    from ...formats.changed import changed_format, save_changed
    from ...formats.rewrite import reread
    from ...meshes.rename import edited as renamed

    names: dict[PartPath, str] = {}
    packages: list[str] = []
    if changed_format(reading, output).addresses:  # else the meshes go with the file
        names, packages = _moved(reading, Path(output), replaced)
    for package in packages:
        print(
            f"note: '{package}' is found beside the source, but not from the folder of {output}; "
            "give its folder with --package",
            file=sys.stderr,
        )

    def text() -> bytes | None:
        data = edited()
        return data if data is None or not names else renamed(reread(reading, data), names)

    save_changed(reading, changed, output, text, moved=names, made=made or {})


def _moved(
    reading: Reading, output: Path, replaced: Collection[str]
) -> tuple[dict[PartPath, str], list[str]]:
    """Addresses from another folder by the paths of shapes, and packages that are lost there."""
    from ...assets.disk_meshes import DiskMeshes
    from ...assets.location import How, locate
    from ...assets.mesh_source import HoldsMeshes
    from ...diagnostics import Report
    from ...packages import PackageFinder

    robot = reading.robot
    source = None if robot is None else robot.source
    if robot is None or source is None or source.path is None or isinstance(source, HoldsMeshes):
        return {}, []
    target = output.resolve().parent
    if source.path.resolve().parent == target:
        return {}, []
    here = DiskMeshes(robot, report=Report(), opened=reading.opened)
    there = PackageFinder(source.packages, near=output)
    names: dict[PartPath, str] = {}
    packages: dict[str, None] = {}
    for path, mesh in _meshes(robot, replaced):
        file = here.file(mesh, path=path)
        if file is None:
            continue
        found = locate(mesh.filename, base=output, finder=there, report=Report())
        same = found is not None and found.path.resolve() == file.resolve()
        if same and found is not None and found.how is not How.GUESSED:
            continue
        own = locate(mesh.filename, base=source.path, finder=here.finder, report=Report())
        if own is not None and own.how is How.PACKAGE:
            packages[mesh.filename] = None
        elif own is None or own.how is not How.ABSOLUTE:
            names[path] = os.path.relpath(file.resolve(), target).replace(os.sep, "/")
    return names, list(packages)


def _meshes(robot: Robot, replaced: Collection[str]) -> Iterator[tuple[PartPath, Mesh]]:
    from ...diagnostics import PartPath
    from ...robot import Mesh

    for link in robot.links:
        stay = () if link.name in replaced else link.collisions
        for group, shapes in (("visual", link.visuals), ("collision", stay)):
            for number, shape in enumerate(shapes):
                if isinstance(shape.geometry, Mesh):
                    yield PartPath("link", link.name).item(group, number), shape.geometry
