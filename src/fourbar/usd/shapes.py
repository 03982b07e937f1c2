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
from .bodies import identifier, put
from .library import Library, frame_of
from .options import UsdOptions
from .surfaces import Surfaces

if TYPE_CHECKING:
    from ..assets import Primitive, TriangleMesh

PROTOTYPES = "/prototypes"


class Shapes:
    """Puts shapes below the prims of links."""

    def __init__(
        self,
        usd: Library,
        stage: Any,
        root: str,
        robot: Robot,
        *,
        folder: str,
        options: UsdOptions,
        report: Report,
    ) -> None:
        self.surfaces = Surfaces(
            usd, stage, folder=folder, size=options.texture_size, report=report
        )
        self.hulls: list[PartPath] = []
        self._usd = usd
        self._stage = stage
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
        usd, where = self._usd, f"{parent.GetPath()}/{name}"
        touched = isinstance(shape, Collision)
        if isinstance(shape.geometry, Mesh):
            prototype = self._prototype(shape.geometry, path, touched=touched)
            if prototype is None:
                return
            prim = usd.UsdGeom.Xform.Define(self._stage, where).GetPrim()
            prim.GetReferences().AddInternalReference(prototype)
            prim.SetInstanceable(True)
            if touched:
                self.hulls.append(path)
        else:
            prim = self._primitive(where, shape.geometry, path)
            if prim is None:
                return
            if touched:
                usd.UsdPhysics.CollisionAPI.Apply(prim)
        put(usd, prim, frame_of(shape.origin))
        if isinstance(shape.geometry, Box):
            size = usd.Gf.Vec3f(*shape.geometry.size)
            usd.UsdGeom.Xformable(prim).AddScaleOp().Set(size)
        if shape.name and shape.name != name:
            prim.SetDisplayName(shape.name)
        if touched:
            usd.UsdGeom.Imageable(prim).CreatePurposeAttr("guide")
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
        geom, stage = self._usd.UsdGeom, self._stage
        sizes: tuple[float, ...]
        match geometry:
            case Box(size=size):
                sizes = size
                if self._sound("box", sizes, path):
                    cube = geom.Cube.Define(stage, where)
                    cube.CreateSizeAttr(1.0)
                    return _extended(self._usd, cube)
            case Sphere(radius=radius):
                if self._sound("sphere", (radius,), path):
                    ball = geom.Sphere.Define(stage, where)
                    ball.CreateRadiusAttr(radius)
                    return _extended(self._usd, ball)
            case Cylinder(radius=radius, length=length) | Capsule(radius=radius, length=length):
                kind = type(geometry).__name__
                if self._sound(kind.lower(), (radius, length), path):
                    round_ = getattr(geom, kind).Define(stage, where)
                    round_.CreateRadiusAttr(radius)
                    round_.CreateHeightAttr(length)
                    round_.CreateAxisAttr("Z")
                    return _extended(self._usd, round_)
            case _:
                self._refuse("the geometry is not a known shape", path)
        return None

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
        usd = self._usd
        if not self._prototypes:
            self._stage.CreateClassPrim(PROTOTYPES)
        stem = file_stem(mesh.filename.replace("\\", "/").rpartition("/")[2].partition("#")[0])
        name = self._names.give(stem.rpartition(".")[0] or stem)
        path = f"{PROTOTYPES}/{name}"
        usd.UsdGeom.Xform.Define(self._stage, path)
        parts = (found.joined(),) if touched else found.primitives
        for number, part in enumerate(parts):
            if not part.data.count:
                continue
            prim = self._triangles(f"{path}/mesh_{number}", part)
            if touched:
                usd.UsdPhysics.CollisionAPI.Apply(prim)
                hull = usd.UsdPhysics.MeshCollisionAPI.Apply(prim)
                hull.CreateApproximationAttr("convexHull")
            elif part.material is not None:
                material = self.surfaces.of(f"{path}/looks", part.material)
                self.surfaces.bind(prim, material)
        return path

    def _triangles(self, where: str, part: Primitive) -> Any:
        import numpy as np

        usd = self._usd
        made = usd.UsdGeom.Mesh.Define(self._stage, where)
        points = usd.Vt.Vec3fArray.FromNumpy(np.ascontiguousarray(part.positions))
        corners = np.ascontiguousarray(part.triangles.ravel().astype(np.int32))
        made.CreatePointsAttr(points)
        made.CreateFaceVertexIndicesAttr(usd.Vt.IntArray.FromNumpy(corners))
        counts = np.full(len(part.triangles), 3, dtype=np.int32)
        made.CreateFaceVertexCountsAttr(usd.Vt.IntArray.FromNumpy(counts))
        made.CreateSubdivisionSchemeAttr("none")
        made.CreateExtentAttr(usd.UsdGeom.PointBased.ComputeExtent(points))
        if part.normals is not None:
            rows = usd.Vt.Vec3fArray.FromNumpy(np.ascontiguousarray(part.normals))
            made.CreateNormalsAttr(rows)
            made.SetNormalsInterpolation("vertex")
        variables = usd.UsdGeom.PrimvarsAPI(made)
        kinds = usd.Sdf.ValueTypeNames
        if part.texcoords is not None:
            flipped = np.ascontiguousarray(part.texcoords * [1.0, -1.0] + [0.0, 1.0], np.float32)
            st = variables.CreatePrimvar("st", kinds.TexCoord2fArray, "vertex")
            st.Set(usd.Vt.Vec2fArray.FromNumpy(flipped))
        if part.colors is not None:
            colors = np.ascontiguousarray(part.colors[:, :3])
            shown = variables.CreatePrimvar("displayColor", kinds.Color3fArray, "vertex")
            shown.Set(usd.Vt.Vec3fArray.FromNumpy(colors))
        if part.material is not None and part.material.double_sided:
            made.CreateDoubleSidedAttr(True)
        return made.GetPrim()


def _extended(usd: Library, shape: Any) -> Any:
    """A primitive with its bounds, which viewers want to be given."""
    extent = usd.UsdGeom.Boundable.ComputeExtentFromPlugins(shape, usd.Usd.TimeCode.Default())
    shape.CreateExtentAttr(extent)
    return shape.GetPrim()
