"""The side table of a robot whose meshes are not all files beside its own."""

from __future__ import annotations

import os
import shutil
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ..assets.disk_meshes import DiskMeshes
from ..assets.made_meshes import MadeMeshes
from ..diagnostics import PartPath, Related, Report, Span
from ..robot import Found, Robot
from ..robot.source import GltfUp, Source

if TYPE_CHECKING:
    from ..assets import TriangleMesh
    from ..assets.mesh_source import MeshSource
    from ..files import OpenedFiles


class HoldingSource:
    """Where a robot was written that has meshes in an archive, or made of what is no file.

    `robot` is the one whose source knows the places and the folder of the files. A `folder` that an
    archive was unpacked to goes away with this.
    """

    def __init__(
        self,
        robot: Robot,
        path: Path | None,
        *,
        made: Mapping[str, TriangleMesh] | None = None,
        folder: Path | None = None,
    ) -> None:
        assert robot.source is not None
        self.path = path
        self.found: Found | None = None
        self.semantics: Source | None = None
        self.confined = folder is not None or robot.source.confined
        self.packages: Mapping[str, str | os.PathLike[str]] = robot.source.packages
        self.gltf_up: GltfUp = robot.source.gltf_up
        self.made = dict(made or {})
        self._robot = robot
        self._inner = robot.source
        if folder is not None:
            weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)

    @property
    def plain(self) -> Robot:
        """The robot whose source knows the places and the folder of the files."""
        return self._robot

    def span(self, path: PartPath) -> Span | None:
        """The place in the file."""
        return self._inner.span(path)

    def calls_at(self, path: PartPath) -> tuple[Related, ...]:
        """None: these formats have no macros."""
        return ()

    def files(self) -> MeshSource:
        """The meshes, in archives and others."""
        return self.find(report=Report())

    def find(
        self, *, report: Report, opened: OpenedFiles | None = None, confined: bool = False
    ) -> MeshSource:
        """The same; files that are missing are told in the report."""
        disk = DiskMeshes(self._robot, report=report, opened=opened, confined=confined)
        return MadeMeshes(self.made, disk) if self.made else disk
