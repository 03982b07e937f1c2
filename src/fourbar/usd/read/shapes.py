"""Geometry below links as visual and collision shapes."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi
from typing import TYPE_CHECKING, Any

import numpy as np

from ...assets.srgb import srgb_channel
from ...diagnostics import PartPath, Report
from ...robot import (
    Box,
    Capsule,
    Collision,
    Cylinder,
    Geometry,
    Material,
    Mesh,
    Sphere,
    Visual,
)
from ...spatial.frame import Frame, compose
from ...spatial.rotation import quaternion_about
from ...transfer.ellipsoids import ELLIPSOID, report_ellipsoids
from ..library import Library, pose_of
from .missing import MissingPrims
from .placing import Placed, Placing, relative
from .source import UsdSource
from .surfaces import ReadSurfaces

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...assets import MeshMaterial, Primitive

_TO_Z = {
    "X": quaternion_about((0.0, 1.0, 0.0), 0.5 * pi),
    "Y": quaternion_about((1.0, 0.0, 0.0), -0.5 * pi),
    "Z": (0.0, 0.0, 0.0, 1.0),
}
"""Turns z, along which our cylinders are, to the axis of the prim."""
_SAME = 1e-5
"""Share by which scales may differ and still be one."""


class ReadShapes:
    """Collects the shapes of links; kinds that fourbar does not have are counted."""

    def __init__(
        self,
        usd: Library,
        placing: Placing,
        source: UsdSource,
        surfaces: ReadSurfaces,
        missing: MissingPrims,
    ) -> None:
        self.visuals: dict[str, list[Visual]] = {}
        self.collisions: dict[str, list[Collision]] = {}
        self.colliders: dict[str, list[Any]] = {}
        """The prim of each collision."""
        self._usd = usd
        self._placing = placing
        self._source = source
        self._surfaces = surfaces
        self._missing = missing
        self._kept: dict[tuple[object, ...], int] = {}
        self._ellipsoids: list[Any] = []

    def add(self, link: str, T_world_link: Frame, prim: Any) -> bool:
        """A prim of geometry, or an instance of some; whether it is one of the two."""
        geom = self._usd.UsdGeom
        if prim.IsInstance():
            return self._instance(link, T_world_link, prim)
        if not prim.IsA(geom.Gprim):
            return False
        placed = self._placing.of(prim)
        at = relative(placed.frame, T_world_link)
        touched = prim.HasAPI(self._usd.UsdPhysics.CollisionAPI)
        shown = self._is_shown(prim)
        if not touched and not shown:
            self._missing.add("guides and hidden shapes", prim)
            return True
        if prim.IsA(geom.Mesh):
            self._mesh(link, at, [(prim, _within(placed, placed.frame))], prim, touched, shown)
            return True
        geometry, at = self._primitive(prim, placed, at)
        if geometry is None and str(prim.GetTypeName()) == "Sphere":
            self._ellipsoid(link, at, prim, placed, touched, shown)
        elif geometry is None:
            self._missing.add(f"shapes of type {prim.GetTypeName()}", prim)
        else:
            self._place(link, geometry, at, prim, None, touched=touched, shown=shown)
        return True

    def _instance(self, link: str, T_world_link: Frame, prim: Any) -> bool:
        """All meshes of an instance as one shape; other things in it one by one."""
        usd = self._usd
        inner = [
            each
            for each in usd.Usd.PrimRange(prim, usd.Usd.TraverseInstanceProxies())
            if each.IsA(usd.UsdGeom.Gprim)
        ]
        if not inner or any(
            each.IsA(usd.UsdPhysics.Joint) or each.HasAPI(usd.UsdPhysics.RigidBodyAPI)
            for each in usd.Usd.PrimRange(prim, usd.Usd.TraverseInstanceProxies())
        ):
            return False
        touches = [each.HasAPI(usd.UsdPhysics.CollisionAPI) for each in inner]
        if any(touches) != all(touches) or not all(each.IsA(usd.UsdGeom.Mesh) for each in inner):
            for each in inner:
                self.add(link, T_world_link, each)
            return True
        placed = self._placing.of(prim)
        at = relative(placed.frame, T_world_link)
        shown = all(map(self._is_shown, inner))
        if not any(touches) and not shown:
            self._missing.add("guides and hidden shapes", prim)
            return True
        parts = [(each, _within(self._placing.of(each), placed.frame)) for each in inner]
        self._mesh(link, at, parts, prim, all(touches), shown)
        return True

    def _is_shown(self, prim: Any) -> bool:
        looks = self._usd.UsdGeom.Imageable(prim)
        hidden = looks.ComputeVisibility() == self._usd.UsdGeom.Tokens.invisible
        return not hidden and str(looks.ComputePurpose()) in ("default", "render")

    def _place(
        self,
        link: str,
        geometry: Geometry,
        at: Frame,
        prim: Any,
        number: int | None,
        *,
        touched: bool,
        shown: bool,
    ) -> None:
        origin, name, path = pose_of(at), _label(prim), PartPath("link", link)
        if touched:
            collisions = self.collisions.setdefault(link, [])
            if number is not None:
                self._source.remember(path.item("collision", len(collisions)), number)
            collisions.append(Collision(geometry, origin, name))
            self.colliders.setdefault(link, []).append(prim)
        if shown:
            visuals = self.visuals.setdefault(link, [])
            if number is not None:
                self._source.remember(path.item("visual", len(visuals)), number)
            visuals.append(Visual(geometry, origin, self._material(prim), name))

    def _material(self, prim: Any) -> Material | None:
        surface = self._surfaces.of(prim)
        if surface is None:
            return None
        r, g, b, a = surface.base_color
        color = (srgb_channel(r), srgb_channel(g), srgb_channel(b), a)
        x, y, z, w = (float(f"{min(max(c, 0.0), 1.0):.6g}") for c in color)
        return Material(surface.name, (x, y, z, w))

    def _primitive(self, prim: Any, placed: Placed, at: Frame) -> tuple[Geometry | None, Frame]:
        geom, kind = self._usd.UsdGeom, str(prim.GetTypeName())
        scale = [float(np.linalg.norm([row[k] for row in placed.stretch])) for k in range(3)]
        if kind == "Cube":
            edge = float(geom.Cube(prim).GetSizeAttr().Get())
            return Box((edge * scale[0], edge * scale[1], edge * scale[2])), at
        if kind == "Sphere" and _even(scale):
            return Sphere(float(geom.Sphere(prim).GetRadiusAttr().Get()) * scale[0]), at
        if kind in ("Cylinder", "Capsule"):
            shape = getattr(geom, kind)(prim)
            axis = str(shape.GetAxisAttr().Get())
            along = "XYZ".index(axis)
            across = [s for k, s in enumerate(scale) if k != along]
            if _even(across) and (kind == "Cylinder" or _even(scale)):
                radius = float(shape.GetRadiusAttr().Get()) * across[0]
                length = float(shape.GetHeightAttr().Get()) * scale[along]
                solid = Cylinder(radius, length) if kind == "Cylinder" else Capsule(radius, length)
                return solid, compose(at, ((0.0, 0.0, 0.0), _TO_Z[axis]))
        return None, at

    def _ellipsoid(
        self, link: str, at: Frame, prim: Any, placed: Placed, touched: bool, shown: bool
    ) -> None:
        """A sphere that is stretched along its axes, as triangles."""
        from ...assets import TriangleMesh
        from ...assets.primitives import sphere

        radius = float(self._usd.UsdGeom.Sphere(prim).GetRadiusAttr().Get())
        stretch = np.eye(4)
        stretch[:3, :3] = placed.stretch
        mesh = TriangleMesh((sphere(radius, segments=ELLIPSOID),)).transformed(stretch.tolist())
        name = f"{self._source.file}#{prim.GetPath()}"
        number = self._source.keep(mesh)
        self._place(link, Mesh(name), at, prim, number, touched=touched, shown=shown)
        self._ellipsoids.append(prim)

    def report(self, report: Report) -> None:
        """Say how ellipsoids were read."""
        if self._ellipsoids:
            place = self._source.at(str(self._ellipsoids[0].GetPath()))
            report_ellipsoids(len(self._ellipsoids), place, report=report)

    def _mesh(
        self,
        link: str,
        at: Frame,
        parts: Sequence[tuple[Any, Placed]],
        prim: Any,
        touched: bool,
        shown: bool,
    ) -> None:
        """Triangles as one mesh; those of an instance that is there already are shared."""
        from ...assets import TriangleMesh

        first, placed = parts[0]
        own = first.GetPrimInPrototype() if first.IsInstanceProxy() else first
        key = (own.GetPath(), placed, len(parts))
        if key not in self._kept:
            primitives = [p for each, where in parts for p in self._primitives(each, where)]
            self._kept[key] = self._source.keep(TriangleMesh(tuple(primitives)))
        number = self._kept[key]
        name = f"{self._source.file}#{prim.GetPath()}"
        self._place(link, Mesh(name), at, prim, number, touched=touched, shown=shown)

    def _primitives(self, prim: Any, placed: Placed) -> list[Primitive]:
        """The faces of a mesh as triangles, by material."""
        geom = self._usd.UsdGeom
        mesh = geom.Mesh(prim)
        points = np.array(mesh.GetPointsAttr().Get() or [], dtype=np.float64).reshape(-1, 3)
        counts = np.array(mesh.GetFaceVertexCountsAttr().Get() or [], dtype=np.int64)
        corners = np.array(mesh.GetFaceVertexIndicesAttr().Get() or [], dtype=np.int64)
        if counts.sum() != len(corners) or (counts < 0).any():
            self._missing.add("meshes whose faces do not fit their corners", prim)
            return []
        if len(corners) and not 0 <= corners.min() <= corners.max() < len(points):
            self._missing.add("meshes whose faces do not fit their points", prim)
            return []
        A = np.array(placed.stretch)
        points = points @ A.T + np.array(placed.frame[0])
        faces, triangles = _triangles(counts)
        mirrored = np.linalg.det(A) < 0.0
        if mirrored != (str(mesh.GetOrientationAttr().Get()) == "leftHanded"):
            triangles = triangles[:, ::-1]
        st = self._texcoords(mesh, corners)
        found: list[Primitive] = []
        for chosen, surface in self._subsets(prim, len(counts)):
            rows = triangles[np.isin(faces, chosen)] if chosen is not None else triangles
            found += _primitive(points, corners, rows, st, surface)
        return found

    def _subsets(
        self, prim: Any, count: int
    ) -> list[tuple[NDArray[np.int64] | None, MeshMaterial | None]]:
        """Faces by material; None for all of them."""
        subsets = self._usd.UsdShade.MaterialBindingAPI(prim).GetMaterialBindSubsets()
        own = self._surfaces.own(prim)
        if not subsets:
            return [(None, own)]
        found: list[tuple[NDArray[np.int64] | None, MeshMaterial | None]] = []
        rest = np.ones(count, dtype=bool)
        for subset in subsets:
            faces = np.array(subset.GetIndicesAttr().Get() or [], dtype=np.int64)
            faces = faces[(faces >= 0) & (faces < count)]
            rest[faces] = False
            found.append((faces, self._surfaces.own(subset.GetPrim())))
        if rest.any():
            found.append((np.flatnonzero(rest), own))
        return found

    def _texcoords(self, mesh: Any, corners: NDArray[np.int64]) -> NDArray[np.float64] | None:
        """Of every corner; rows of images begin at the top with us."""
        variable = self._usd.UsdGeom.PrimvarsAPI(mesh).GetPrimvar("st")
        if not variable or not variable.HasValue():
            return None
        values = np.array(variable.ComputeFlattened(), dtype=np.float64).reshape(-1, 2)
        way = str(variable.GetInterpolation())
        if way in ("vertex", "varying") and len(values) > corners.max(initial=-1):
            values = values[corners]
        elif way != "faceVarying" or len(values) != len(corners):
            return None
        return values * [1.0, -1.0] + [0.0, 1.0]


def _triangles(counts: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The face of each triangle, and its three corners: fans around the first corner."""
    starts = np.cumsum(counts) - counts
    each = np.maximum(counts - 2, 0)
    faces = np.repeat(np.arange(len(counts)), each)
    inside = np.arange(len(faces)) - np.repeat(np.cumsum(each) - each, each)
    first = starts[faces]
    return faces, np.stack([first, first + inside + 1, first + inside + 2], axis=1)


def _primitive(
    points: NDArray[np.float64],
    corners: NDArray[np.int64],
    rows: NDArray[np.int64],
    st: NDArray[np.float64] | None,
    surface: MeshMaterial | None,
) -> list[Primitive]:
    from ...assets import Primitive

    if not len(rows):
        return []
    if st is None:
        used, triangles = np.unique(corners[rows], return_inverse=True)
        positions, texcoords = points[used], None
    else:
        flat = rows.ravel()
        keys = np.column_stack([corners[flat], st[flat]])
        _, at, triangles = np.unique(keys, axis=0, return_index=True, return_inverse=True)
        positions, texcoords = points[corners[flat[at]]], st[flat[at]]
    shape = triangles.reshape(-1, 3)
    return [Primitive.from_arrays(positions, shape, None, texcoords, None, surface)]


def _within(placed: Placed, frame: Frame) -> Placed:
    """A prim's stretch and place in the axes of an instance around it."""
    from ...spatial.rotation import matrix_of

    at = relative(placed.frame, frame)
    A = np.array(matrix_of(at[1])) @ np.array(placed.stretch)
    rows = tuple((float(row[0]), float(row[1]), float(row[2])) for row in A)
    return Placed((at[0], (0.0, 0.0, 0.0, 1.0)), rows)


def _even(scale: Sequence[float]) -> bool:
    return max(scale) - min(scale) <= _SAME * max(scale)


def _label(prim: Any) -> str | None:
    """A prim's name, unless nobody gave it one."""
    name = str(prim.GetDisplayName() or prim.GetName())
    kind, _, number = name.rpartition("_")
    return None if kind in ("visual", "collision") and number.isdigit() else name
