"""The meshes inside a file as files of their own, and the robot that names them."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...assets.disk_meshes import meshes_of
from ...assets.mesh_source import HoldsMeshes, MeshSource
from ...diagnostics import PartPath, Report
from ...files import write_atomic
from ...gltf_file.buffer_writer import BufferWriter
from ...gltf_file.document import GltfDocument
from ...record import replace
from ...robot import Collision, Geometry, Link, Mesh, Robot, Visual
from ...robot.source import Places
from ..basis import ROOT
from .geometry import MeshWriter
from .materials import MaterialWriter

if TYPE_CHECKING:
    from ...assets import TriangleMesh

# The mesh reader turns y up to z up; this turns back.
_T_GLTF_LINK = [[1, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1]]


def extract_meshes(robot: Robot, folder: Path, *, name: str, report: Report) -> Robot:
    """Write every mesh of a robot whose file has them inside (glTF, USD), as a `.glb` of its own.

    Parameters
    ----------
    folder
        Where the files go; made where it is missing.
    name
        How the description names that folder, such as `arm_meshes`.

    Returns
    -------
    Robot
        The robot with these files in place of the names it came with. One whose meshes are files
        stays as it is.
    """
    if not isinstance(robot.source, HoldsMeshes):
        return robot
    return _Extraction(meshes_of(robot, report=report), folder, name, report).robot(robot)


class _Extraction:
    def __init__(self, files: MeshSource, folder: Path, name: str, report: Report) -> None:
        self.files = files
        self.folder = folder
        self.name = name
        self.report = report
        self.written: dict[Hashable, str] = {}
        self.taken: set[str] = set()

    def robot(self, robot: Robot) -> Robot:
        places = None if robot.source is None else Places(robot.source)
        return robot.replace(links=[self._link(link) for link in robot.links], source=places)

    def _link(self, link: Link) -> Link:
        path = PartPath("link", link.name)
        visuals: list[Visual] = []
        for number, visual in enumerate(link.visuals):
            geometry = self._geometry(visual.geometry, path.item("visual", number))
            visuals.append(replace(visual, geometry=geometry))
        collisions: list[Collision] = []
        for number, collision in enumerate(link.collisions):
            geometry = self._geometry(collision.geometry, path.item("collision", number))
            collisions.append(replace(collision, geometry=geometry))
        return replace(link, visuals=tuple(visuals), collisions=tuple(collisions))

    def _geometry(self, geometry: Geometry, path: PartPath) -> Geometry:
        if not isinstance(geometry, Mesh):
            return geometry
        number = self.files.content(geometry, path=path)
        if number is None:
            return geometry
        key = (number, geometry.scale)
        if key not in self.written:
            name = geometry.filename
            mesh = self.files.read(number, name=name, path=path, report=self.report)
            if mesh is None or not all(geometry.scale):
                return geometry
            self.written[key] = self._write(self.files.scaled(mesh, geometry.scale), name)
        # Scale is in the mesh now.
        return replace(geometry, filename=self.written[key], scale=(1.0, 1.0, 1.0))

    def _write(self, mesh: TriangleMesh, filename: str) -> str:
        stem = Path(filename.replace("\\", "/").rpartition("#")[0] or filename).stem or "mesh"
        stem = "".join(c if c.isalnum() or c in "._-" else "_" for c in stem)
        target, number = f"{stem}.glb", 1
        while target.lower() in self.taken:
            number += 1
            target = f"{stem}_{number}.glb"
        self.taken.add(target.lower())
        self.folder.mkdir(parents=True, exist_ok=True)
        write_atomic(self.folder / target, mesh_to_glb(mesh, report=self.report))
        return f"{self.name}/{target}"


def mesh_to_glb(mesh: TriangleMesh, *, report: Report, texture_size: int | None = None) -> bytes:
    """A mesh in a link's axes as a file of its own, y up as glTF has it."""
    buffer = BufferWriter()
    materials = MaterialWriter(buffer, report, texture_size)
    meshes = MeshWriter(buffer, materials, basis=ROOT, report=report)
    meshes.add_mesh(mesh.transformed(_T_GLTF_LINK), "mesh")
    root: dict[str, Any] = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": meshes.meshes,
        "accessors": buffer.accessors,
        "bufferViews": buffer.views,
        "buffers": [{"byteLength": len(buffer)}],
    }
    for key in ("materials", "textures", "images", "samplers"):
        if getattr(materials, key):
            root[key] = getattr(materials, key)
    return GltfDocument(root, buffer.data()).to_glb()
