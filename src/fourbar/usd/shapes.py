"""Visual and collision shapes: primitives as they are, meshes once and then as instances."""

from __future__ import annotations

from collections.abc import Hashable
from math import isfinite
from typing import TYPE_CHECKING, Any

from .. import rules
from ..assets.disk_meshes import meshes_of
from ..assets.material import MeshMaterial
from ..assets.srgb import linear_channel
from ..diagnostics import PartPath, Report
from ..robot import Box, Capsule, Collision, Cylinder, Link, Material, Mesh, Robot, Sphere, Visual
from ..robot.source import span_of
from ..transfer.naming import Names, file_stem
from .bodies import identifier
from .layer import Layer
from .library import frame_of
from .options import UsdOptions
from .surfaces import Surfaces

if TYPE_CHECKING:
    from ..assets import Primitive, TriangleMesh

PROTOTYPES = "/prototypes"


class Shapes:
    """Puts shapes below the prims of links."""

    def __init__(
        self,
        layer: Layer,
        root: str,
        robot: Robot,
        *,
        folder: str,
        options: UsdOptions,
        report: Report,
    ) -> None:
        self.surfaces = Surfaces(layer, folder=folder, size=options.texture_size, report=report)
        self.hulls: list[PartPath] = []
        self._layer = layer
        self._looks = f"{root}/looks"
        self._robot = robot
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
        self._read: dict[tuple[Hashable, tuple[float, ...]], TriangleMesh | None] = {}
        self._prototypes: dict[tuple[object, ...], str | None] = {}
        self._names = Names(accept=identifier)

    def add(self, prim: Any, link: Link) -> None:
        """The shapes of a link."""
        path, names = PartPath("link", link.name), Names(accept=identifier)
        if self._options.visuals:
            for number, visual in enumerate(link.visuals):
                name = names.give(visual.name or f"visual_{number}")
                self._add(prim, name, visual, path.item("visual", number))
        if self._options.collisions:
            for number, collision in enumerate(link.collisions):
                name = names.give(collision.name or f"collision_{number}")
                self._add(prim, name, collision, path.item("collision", number))

    def _add(self, parent: Any, name: str, shape: Visual | Collision, path: PartPath) -> None:
        layer, where = self._layer, f"{parent.path}/{name}"
        touched = isinstance(shape, Collision)
        if isinstance(shape.geometry, Mesh):
            prototype = self._prototype(shape.geometry, path, touched=touched)
            if prototype is None:
                return
            prim = layer.define(where, "Xform")
            sdf = layer.usd.Sdf
            prim.referenceList.prependedItems = [sdf.Reference("", sdf.Path(prototype))]
            prim.instanceable = True
            if touched:
                self.hulls.append(path)
        else:
            prim = self._primitive(where, shape.geometry, path)
            if prim is None:
                return
            if touched:
                layer.apply(prim, "PhysicsCollisionAPI")
        size = shape.geometry.size if isinstance(shape.geometry, Box) else None
        layer.put(prim, frame_of(shape.origin), size)
        if shape.name and shape.name != name:
            prim.SetInfo("displayName", shape.name)
        if touched:
            layer.set(prim, "purpose", "Token", "guide", uniform=True)
            return
        material = self._robot.material_of(shape)
        surface = None if material is None else self._described(material, path)
        if surface is not None:
            self.surfaces.bind(prim, self.surfaces.of(self._looks, surface))

    def _described(self, material: Material, path: PartPath) -> MeshMaterial | None:
        texture = None
        if material.texture is not None:
            where = path / "material" / "texture" / "filename"
            texture = self._source.texture(material.texture, path=where)
        if material.color is None and texture is None:
            return None
        r, g, b, a = material.color or (1.0, 1.0, 1.0, 1.0)
        linear = (linear_channel(r), linear_channel(g), linear_channel(b), a)
        return MeshMaterial(material.name, linear, texture)

    def _primitive(self, where: str, geometry: object, path: PartPath) -> Any:
        """A primitive with its bounds, which viewers want to be given; None without a size."""
        match geometry:
            case Box(size=size):
                return self._made(where, "Cube", size, {"size": 1.0}, (0.5, 0.5, 0.5), path)
            case Sphere(radius=r):
                return self._made(where, "Sphere", (r,), {"radius": r}, (r, r, r), path)
            case Cylinder(radius=r, length=length) | Capsule(radius=r, length=length):
                kind = type(geometry).__name__
                half = length / 2 + (r if kind == "Capsule" else 0.0)
                values = {"radius": r, "height": length}
                prim = self._made(where, kind, (r, length), values, (r, r, half), path)
                if prim is not None:
                    self._layer.set(prim, "axis", "Token", "Z", uniform=True)
                return prim
            case _:
                self._refuse("the geometry is not a known shape", path)
                return None

    def _made(
        self,
        where: str,
        kind: str,
        sizes: tuple[float, ...],
        values: dict[str, float],
        half: tuple[float, float, float],
        path: PartPath,
    ) -> Any:
        if not self._sound("box" if kind == "Cube" else kind.lower(), sizes, path):
            return None
        layer, Gf = self._layer, self._layer.usd.Gf
        prim = layer.define(where, kind)
        low, high = Gf.Vec3f(*(-h for h in half)), Gf.Vec3f(*half)
        layer.set(prim, "extent", "Float3Array", layer.usd.Vt.Vec3fArray([low, high]))
        for name, value in values.items():
            layer.set(prim, name, "Double", value)
        return prim

    def _sound(self, kind: str, sizes: tuple[float, ...], path: PartPath) -> bool:
        if all(isfinite(size) and size > 0.0 for size in sizes):
            return True
        shown = " ".join(f"{size:g}" for size in sizes)
        self._refuse(f"a {kind} must have a size above 0 in every direction, got {shown}", path)
        return False

    def _refuse(self, message: str, path: PartPath) -> None:
        span = span_of(self._robot.source, path)
        self._report.add(rules.formats.SHAPE_NOT_WRITTEN, message, span=span, path=path)

    def _prototype(self, mesh: Mesh, path: PartPath, *, touched: bool) -> str | None:
        """The path of a mesh that is written once, for all shapes that show it in that size."""
        content = self._source.content(mesh, path=path)
        if content is None:
            return None
        key = (content, mesh.scale, touched)
        if key not in self._prototypes:
            found = self._mesh(mesh, content, path)
            self._prototypes[key] = None if found is None else self._define(mesh, found, touched)
        return self._prototypes[key]

    def _mesh(self, mesh: Mesh, content: Hashable, path: PartPath) -> TriangleMesh | None:
        key = (content, mesh.scale)
        if key not in self._read:
            found = None
            if not all(mesh.scale):
                self._refuse("the scale of the mesh must not be 0", path)
            else:
                name = mesh.filename
                found = self._source.read(content, name=name, path=path, report=self._report)
            self._read[key] = None if found is None else self._source.scaled(found, mesh.scale)
        return self._read[key]

    def _define(self, mesh: Mesh, found: TriangleMesh, touched: bool) -> str:
        layer = self._layer
        if not self._prototypes:
            layer.define(PROTOTYPES, "", abstract=True)
        stem = file_stem(mesh.filename.replace("\\", "/").rpartition("/")[2].partition("#")[0])
        name = self._names.give(stem.rpartition(".")[0] or stem)
        path = f"{PROTOTYPES}/{name}"
        layer.define(path, "Xform")
        parts = (found.joined(),) if touched else found.primitives
        for number, part in enumerate(parts):
            if not part.data.count:
                continue
            prim = self._triangles(f"{path}/mesh_{number}", part)
            if touched:
                layer.apply(prim, "PhysicsCollisionAPI", "PhysicsMeshCollisionAPI")
                layer.set(prim, "physics:approximation", "Token", "convexHull", uniform=True)
            elif part.material is not None:
                material = self.surfaces.of(f"{path}/looks", part.material)
                self.surfaces.bind(prim, material)
        return path

    def _triangles(self, where: str, part: Primitive) -> Any:
        import numpy as np

        layer, Vt = self._layer, self._layer.usd.Vt
        prim = layer.define(where, "Mesh")
        positions = np.ascontiguousarray(part.positions, np.float32)
        points = Vt.Vec3fArray.FromNumpy(positions)
        ends = np.stack((positions.min(axis=0), positions.max(axis=0)))
        extent = Vt.Vec3fArray.FromNumpy(ends + np.float32(0.0))  # no zero is negative
        corners = np.ascontiguousarray(part.triangles.ravel().astype(np.int32))
        counts = np.full(len(part.triangles), 3, dtype=np.int32)
        if part.material is not None and part.material.double_sided:
            layer.set(prim, "doubleSided", "Bool", True, uniform=True)
        layer.set(prim, "extent", "Float3Array", extent)
        layer.set(prim, "faceVertexCounts", "IntArray", Vt.IntArray.FromNumpy(counts))
        layer.set(prim, "faceVertexIndices", "IntArray", Vt.IntArray.FromNumpy(corners))
        if part.normals is not None:
            rows = Vt.Vec3fArray.FromNumpy(np.ascontiguousarray(part.normals, np.float32))
            normals = layer.set(prim, "normals", "Normal3fArray", rows)
            normals.SetInfo("interpolation", "vertex")
        layer.set(prim, "points", "Point3fArray", points)
        if part.colors is not None:
            rows = Vt.Vec3fArray.FromNumpy(np.ascontiguousarray(part.colors[:, :3], np.float32))
            colors = layer.set(prim, "primvars:displayColor", "Color3fArray", rows)
            colors.SetInfo("interpolation", "vertex")
        if part.texcoords is not None:
            flipped = np.ascontiguousarray(part.texcoords * [1.0, -1.0] + [0.0, 1.0], np.float32)
            pairs = Vt.Vec2fArray.FromNumpy(flipped)
            st = layer.set(prim, "primvars:st", "TexCoord2fArray", pairs)
            st.SetInfo("interpolation", "vertex")
        layer.set(prim, "subdivisionScheme", "Token", "none", uniform=True)
        return prim
