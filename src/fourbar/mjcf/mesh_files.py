"""Meshes and images as files that MuJoCo reads."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from .. import rules
from ..assets.disk_meshes import meshes_of
from ..diagnostics import PartPath, Report
from ..robot import Mesh, Robot
from ..robot.source import span_of
from ..transfer.naming import Names, file_stem
from ..xml.node import Node
from .options import MjcfOptions

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..assets import MeshMaterial, Primitive, Texture, TriangleMesh

_MOST_IN_STL = 200_000
"""Triangles: MuJoCo refuses STL files with more."""
_FLAT = 1e-6
"""Share of its length below which a mesh has no thickness, and no convex hull."""


class MeshPart(NamedTuple):
    """A mesh of the file, and the surface that the mesh file itself gives it."""

    name: str
    material: MeshMaterial | None
    has_texcoords: bool


class MeshFiles:
    """Reads what shapes name, once, and writes it in MuJoCo's formats.

    `files` are the contents by path from the folder of the MJCF file; `nodes` go into `<asset>`.
    """

    def __init__(self, robot: Robot, *, folder: str, options: MjcfOptions, report: Report) -> None:
        self.files: dict[str, bytes] = {}
        self.nodes: list[Node] = []
        self.hulls: list[PartPath] = []
        self.colored: list[PartPath] = []
        self._robot = robot
        self._folder = folder
        self._options = options
        self._report = report
        self._source = meshes_of(
            robot,
            report=report,
            packages=options.packages,
            roots=options.roots,
            confined=options.confined,
            opened=options.opened,
        )
        self._names = Names()
        self._paths: dict[bytes, str] = {}
        self._named: dict[str, str] = {}
        self._read: dict[tuple[Hashable, tuple[float, ...]], TriangleMesh | None] = {}
        self._meshes: dict[tuple[object, ...], tuple[MeshPart, ...]] = {}
        self._images: dict[bytes, str | None] = {}
        self._file_names = Names(accept=str.lower)

    def visual(self, mesh: Mesh, path: PartPath) -> tuple[MeshPart, ...]:
        """The meshes that show a shape, one per surface."""
        found = self._mesh(mesh, path)
        if found is None:
            return ()
        key = ("visual", self._key(mesh, path))
        if key not in self._meshes:
            parts = [self._part(mesh, p, path) for p in found.primitives if p.data.count]
            self._meshes[key] = tuple(part for part in parts if part is not None)
            if any(p.colors is not None for p in found.primitives):
                self.colored.append(path)
        return self._meshes[key]

    def collision(self, mesh: Mesh, path: PartPath) -> str | None:
        """The mesh whose convex hull is touched."""
        found = self._mesh(mesh, path)
        if found is None:
            return None
        key = ("collision", self._key(mesh, path))
        if key not in self._meshes:
            joined = found.joined()
            part = None
            if _is_flat(joined):
                self._refuse("the mesh is flat: MuJoCo cannot take its convex hull", path)
            else:
                part = self._part(mesh, joined, path)
            self._meshes[key] = () if part is None else (part,)
        parts = self._meshes[key]
        if not parts:
            return None
        self.hulls.append(path)
        return parts[0].name

    def points(self, mesh: Mesh, path: PartPath) -> NDArray[np.float64]:
        """The points (n, 3) of the triangles of a mesh; none where it could not be read."""
        import numpy as np

        found = self._mesh(mesh, path)
        if found is None or not found.primitives:
            return np.zeros((0, 3))
        joined = found.joined()
        return joined.positions[np.unique(joined.triangles)].astype(np.float64)

    def texture(self, filename: str, path: PartPath) -> str | None:
        """The name of the texture of an image that the description names."""
        image = self._source.texture(filename, path=path)
        return None if image is None else self.image(image)

    def image(self, texture: Texture) -> str | None:
        """The name of the texture of an image, which is written as PNG."""
        from ..assets import prepare_texture

        if texture.data not in self._images:
            size = self._options.texture_size
            image = prepare_texture(texture, report=self._report, max_size=size, png=True)
            name = None
            if image is not None:
                file = self._store(texture.name, ".png", image.data)
                name = self._names.give(PurePosixPath(file).stem)
                self.nodes.append(Node("texture", {"name": name, "type": "2d", "file": file}))
            self._images[texture.data] = name
        return self._images[texture.data]

    def _key(self, mesh: Mesh, path: PartPath) -> tuple[Hashable, tuple[float, ...]]:
        return self._source.content(mesh, path=path), mesh.scale

    def _mesh(self, mesh: Mesh, path: PartPath) -> TriangleMesh | None:
        key = self._key(mesh, path)
        if key[0] is None:
            return None
        if key not in self._read:
            self._read[key] = self._scaled(mesh, key[0], path)
        return self._read[key]

    def _scaled(self, mesh: Mesh, content: Hashable, path: PartPath) -> TriangleMesh | None:
        if not all(mesh.scale):
            self._refuse("the scale of the mesh must not be 0", path)
            return None
        name = mesh.filename
        found = self._source.read(content, name=name, path=path, report=self._report)
        return None if found is None else self._source.scaled(found, mesh.scale)

    def _part(self, mesh: Mesh, primitive: Primitive, path: PartPath) -> MeshPart | None:
        """A mesh of one surface as a file and an element."""
        from ..assets import TriangleMesh
        from ..assets.write_obj import write_obj
        from ..assets.write_stl import write_stl

        if not _has_four_points(primitive):
            self._refuse("MuJoCo takes no mesh of fewer than 4 vertices", path)
            return None
        surface = primitive.material
        textured = primitive.texcoords is not None
        wanted = self._options.mesh_format
        as_obj = wanted == "obj" or textured or primitive.data.count > _MOST_IN_STL
        if as_obj and wanted != "stl":
            data, suffix = write_obj(primitive), ".obj"
        elif primitive.data.count > _MOST_IN_STL:
            self._refuse(f"MuJoCo takes no STL of more than {_MOST_IN_STL:,} triangles", path)
            return None
        else:
            data, suffix, textured = write_stl(TriangleMesh((primitive,))), ".stl", False
        file = self._store(mesh.filename, suffix, data)
        name = self._named.get(file)
        if name is None:
            name = self._named[file] = self._names.give(PurePosixPath(file).stem)
            # Of the surface: MuJoCo refuses meshes that enclose no volume otherwise.
            attributes = {"name": name, "file": file, "inertia": "shell"}
            self.nodes.append(Node("mesh", attributes))
        return MeshPart(name, surface, textured)

    def _store(self, wanted: str, suffix: str, data: bytes) -> str:
        """The path of a file with this content; equal contents share one."""
        if data not in self._paths:
            stem = PurePosixPath(wanted.replace("\\", "/").partition("#")[0]).stem
            name = self._file_names.give(file_stem(stem, empty="mesh"))
            self._paths[data] = f"{self._folder}/{name}{suffix}"
            self.files[self._paths[data]] = data
        return self._paths[data]

    def _refuse(self, message: str, path: PartPath) -> None:
        span = span_of(self._robot.source, path)
        self._report.add(rules.formats.SHAPE_NOT_WRITTEN, message, span=span, path=path)


def _is_flat(primitive: Primitive) -> bool:
    """Whether all points are (nearly) in a plane."""
    import numpy as np

    used = np.unique(primitive.triangles)
    points = primitive.positions[used].astype(np.float64)
    if len(points) < 4:
        return True
    spread = points - points.mean(axis=0)
    sizes = np.linalg.eigvalsh(spread.T @ spread)
    return bool(sizes[0] <= _FLAT**2 * sizes[2])


def _has_four_points(primitive: Primitive) -> bool:
    """Whether triangles have four points: some of the file's may be in none that could be read."""
    import numpy as np

    points = primitive.positions[np.unique(primitive.triangles)]
    for _ in range(3):
        if not len(points):
            return False
        points = points[(points != points[0]).any(axis=1)]
    return len(points) > 0
