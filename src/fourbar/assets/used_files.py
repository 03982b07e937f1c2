"""The mesh files that a description uses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..diagnostics import PartPath, Report
from ..robot import Mesh, Robot
from .disk_meshes import DiskMeshes
from .mesh_source import FindsMeshes, HoldsMeshes

if TYPE_CHECKING:
    from ..files import OpenedFiles


def used_files(
    robot: Robot, *, opened: OpenedFiles | None = None
) -> Iterator[tuple[PartPath, Path]]:
    """The files that are found, with the shapes that use them; none inside the robot's own file."""
    if isinstance(robot.source, FindsMeshes):  # its files are where another source finds them
        robot = getattr(robot.source, "plain", robot)
    elif isinstance(robot.source, HoldsMeshes):
        return
    disk = DiskMeshes(robot, report=Report(), opened=opened)
    for link in robot.links:
        for group, shapes in (("visual", link.visuals), ("collision", link.collisions)):
            for number, shape in enumerate(shapes):
                path = PartPath("link", link.name).item(group, number)
                if isinstance(shape.geometry, Mesh):
                    file = disk.file(shape.geometry, path=path)
                    if file is not None:
                        yield path, file
