"""Where the meshes of a robot come from: files on disk, or the file it was read from itself."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from ..diagnostics import PartPath, Report
from ..robot import Mesh

if TYPE_CHECKING:
    from ..files import OpenedFiles
    from .material import Texture
    from .mesh import TriangleMesh

Scale = tuple[float, float, float]


class MeshSource(Protocol):
    """Where the meshes and images of a description come from."""

    def content(self, mesh: Mesh, *, path: PartPath) -> Hashable:
        """What meshes share if their files hold the same; None, with a finding, without a file."""
        ...

    def size(self, content: Hashable) -> int:
        """How many bytes there are to read, if that can be known."""
        ...

    def read(
        self, content: Hashable, *, name: str, path: PartPath, report: Report
    ) -> TriangleMesh | None:
        """The triangles, or None with the reason in the report. Several threads may call it."""
        ...

    def scaled(self, mesh: TriangleMesh, scale: Scale) -> TriangleMesh:
        """The triangles in the size in which a shape uses them."""
        ...

    def texture(self, filename: str, *, path: PartPath) -> Texture | None:
        """An image file, or None with the reason in the report."""
        ...


@runtime_checkable
class HoldsMeshes(Protocol):
    """The source of a robot whose file has its meshes inside."""

    def files(self) -> MeshSource:
        """The meshes inside."""
        ...


@runtime_checkable
class FindsMeshes(HoldsMeshes, Protocol):
    """One of which some meshes are files, which may be missing, each with a scale of its own."""

    def find(
        self, *, report: Report, opened: OpenedFiles | None = None, confined: bool = False
    ) -> MeshSource:
        """The meshes; files that are missing are told in the report."""
        ...
