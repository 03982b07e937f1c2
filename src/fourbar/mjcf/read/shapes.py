"""Geoms as visual and collision shapes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ...diagnostics import ROBOT, Report
from ...robot import (
    Box,
    Capsule,
    Collision,
    Cylinder,
    Geometry,
    Material,
    Mesh,
    Pose,
    Sphere,
    Visual,
)
from ...spatial.frame import compose, inverse
from ...spatial.rotation import conjugate, matrix_of
from ...spatial.vector import applied
from ...transfer.ellipsoids import Ellipsoids
from ...transfer.missing import Missing
from .compiled import CompiledFile
from .contact import paired_geoms
from .frames import frame, pose, quaternion
from .others import count_contact

if TYPE_CHECKING:
    from ...assets import TriangleMesh

_UNSAID = (0.5, 0.5, 0.5, 1.0)
"""The colour of geoms that nothing is said about."""
_LAST_VISIBLE = 2
"""MuJoCo shows the groups 0 to 2 where nobody asks for more."""


class Shapes:
    """The shapes of each body; what has no place is counted in `missing`."""

    def __init__(self, file: CompiledFile, missing: Missing) -> None:
        self._file = file
        self._model = file.model
        self._missing = missing
        self._colors: dict[tuple[float, ...], str] = {}
        self._inside_file: dict[str, TriangleMesh] = {}
        self._ellipsoids = Ellipsoids(file.source.name)
        self._paired = paired_geoms(file)

    def of(self, body: int) -> tuple[tuple[Visual, ...], tuple[Collision, ...]]:
        """Visuals and collisions. What touches and is shown is both."""
        visuals: list[Visual] = []
        collisions: list[Collision] = []
        first = int(self._model.body_geomadr[body])
        for number in range(first, first + int(self._model.body_geomnum[body])):
            found = self._geometry(number)
            if found is None:
                continue
            geometry, origin = found
            name = self._model.geom(number).name or None
            touches = number in self._paired or bool(
                self._model.geom_contype[number] or self._model.geom_conaffinity[number]
            )
            if touches:
                count_contact(self._file, number, self._missing)
                collisions.append(Collision(geometry, origin, name))
            if int(self._model.geom_group[number]) <= _LAST_VISIBLE or not touches:
                visuals.append(Visual(geometry, origin, self._material(number), name))
        return tuple(visuals), tuple(collisions)

    @property
    def made(self) -> dict[str, TriangleMesh]:
        """Meshes that are no files, by the names that shapes have for them."""
        return {**self._inside_file, **self._ellipsoids.made}

    def report(self, report: Report) -> None:
        """Say how ellipsoids were read."""
        self._ellipsoids.report(report, whole=self._file.source.span(ROBOT))

    def _geometry(self, number: int) -> tuple[Geometry, Pose] | None:
        mj, model = self._file.mj, self._model
        kinds = mj.mjtGeom
        kind = int(model.geom_type[number])
        a, b, c = (float(size) for size in model.geom_size[number])
        at = frame(model.geom_pos[number], model.geom_quat[number])
        if kind == kinds.mjGEOM_BOX:
            return Box((2 * a, 2 * b, 2 * c)), pose(at)
        if kind == kinds.mjGEOM_SPHERE:
            return Sphere(a), pose(at)
        if kind == kinds.mjGEOM_CYLINDER:
            return Cylinder(a, 2 * b), pose(at)
        if kind == kinds.mjGEOM_CAPSULE:
            return Capsule(a, 2 * b), pose(at)
        if kind == kinds.mjGEOM_ELLIPSOID:
            place = partial(self._file.place, "geoms", number)
            return self._ellipsoids.shape((a, b, c), place), pose(at)
        if kind == kinds.mjGEOM_MESH:
            return self._mesh(int(model.geom_dataid[number]), at)
        what = f"geoms of type {kinds(kind).name.removeprefix('mjGEOM_').lower()}"
        self._missing.add(what, lambda: self._file.place("geoms", number))
        return None

    def _mesh(self, number: int, at: Any) -> tuple[Geometry, Pose] | None:
        """The mesh file where it is before MuJoCo centres and turns what is in it."""
        model = self._model
        asset = self._file.meshes.get(model.mesh(number).name)
        if asset is None:
            return Mesh(self._inside(number)), pose(at)
        centred = frame(model.mesh_pos[number], model.mesh_quat[number])
        at = compose(at, inverse(centred))
        turn = conjugate(quaternion(asset.refquat))
        x, y, z = asset.scale
        if any(asset.refpos) or any(turn[:3]):
            if not x == y == z:
                self._missing.add("meshes with a reference frame and unequal scales")
                return None
            moved = applied(matrix_of(turn), asset.refpos)
            at = compose(at, ((-x * moved[0], -x * moved[1], -x * moved[2]), turn))
        return Mesh(asset.file, asset.scale), pose(at)

    def _inside(self, number: int) -> str:
        """The name of a mesh whose points are in the file itself, as MuJoCo centres it."""
        from ...assets import Primitive, TriangleMesh

        model = self._model
        name = f"{self._file.source.name}#mesh/{model.mesh(number).name or number + 1}"
        if name not in self._inside_file:
            first, corner = int(model.mesh_vertadr[number]), int(model.mesh_faceadr[number])
            points = model.mesh_vert[first : first + int(model.mesh_vertnum[number])]
            faces = model.mesh_face[corner : corner + int(model.mesh_facenum[number])]
            self._inside_file[name] = TriangleMesh(
                (Primitive.from_arrays(points.astype(float), faces.astype(int)),)
            )
        return name

    def _material(self, number: int) -> Material | None:
        model = self._model
        material = int(model.geom_matid[number])
        if material < 0:
            color = _rgba(model.geom_rgba[number])
            if color == _UNSAID:
                return None
            name = self._colors.setdefault(color, f"color_{len(self._colors) + 1}")
            return Material(name, color)
        texture = None
        for image in model.mat_texid[material]:
            if int(image) >= 0 and texture is None:
                texture = self._file.textures.get(model.texture(int(image)).name)
        name = model.material(material).name or f"material_{material + 1}"
        return Material(name, _rgba(model.mat_rgba[material]), texture)


def _rgba(values: Any) -> tuple[float, float, float, float]:
    # Stored in single precision: 0.9 is not 0.8999999761581421.
    red, green, blue, alpha = (float(f"{float(value):.7g}") for value in values)
    return (red, green, blue, alpha)
