"""Visuals and collisions of a scene: as imported, resized, edited or new."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..record import record, replace
from ..robot import (
    Box,
    Capsule,
    Collision,
    Cylinder,
    Geometry,
    Mesh,
    Robot,
    Sphere,
    Visual,
)
from . import scene
from .names import role_of, sanitised
from .numbers import scales, shortest
from .places import Places, is_scaled
from .scene import SceneObject, Vector3
from .surfaces import material_of

_ONE = (1.0, 1.0, 1.0)
_SAME = 1e-6
"""Scales of single precision that differ by less are equal."""


@record
class NewMesh:
    """A mesh file that an export has to write: the object it is of, and its file name."""

    object: str
    file: str


class ShapeReader:
    """Collects the shapes of links, and the mesh files that have to be written for them.

    `objects` are those of the shapes by role, object of the link and number.
    """

    def __init__(self, base: Robot, places: Places, address: str, suffix: str) -> None:
        self.base = base
        self.address = address.rstrip("/")
        self.suffix = suffix
        self.places = places
        self.new: list[NewMesh] = []
        self.objects: dict[tuple[str, str, int], str] = {}
        self.by_link: dict[str, list[tuple[str, SceneObject]]] = {}
        for obj in places.objects.values():
            role = shape_role(obj)
            link = places.link_above(obj) if role else None
            if link is not None:
                self.by_link.setdefault(link, []).append((role, obj))

    def read(
        self, link: str, source: str | None
    ) -> tuple[tuple[Visual, ...], tuple[Collision, ...]]:
        """The shapes on a link's object; `source` is the name it was imported with."""
        mine = self.by_link.get(link, [])
        taken: set[tuple[str, object, object]] = set()
        ordered = sorted(mine, key=lambda item: _order(item[1], source))
        visuals: list[Visual] = []
        collisions: list[Collision] = []
        for role, obj in ordered:
            key = (role, obj.properties.get(scene.LINK), obj.properties.get(scene.INDEX))
            before = None if key in taken else self._imported(role, obj)
            taken.add(key)
            origin = self.places.origin(obj, link, None if before is None else before.origin)
            geometry = self._geometry(obj, None if before is None else before.geometry)
            number = len(visuals) if role == "visual" else len(collisions)
            self.objects[role, link, number] = obj.name
            if role == "visual":
                shape = before if isinstance(before, Visual) else Visual(geometry)
                material = material_of(obj, shape.material)
                shape = replace(shape, origin=origin, geometry=geometry, material=material)
                visuals.append(shape)
            else:
                contact = before if isinstance(before, Collision) else Collision(geometry)
                collisions.append(replace(contact, origin=origin, geometry=geometry))
        return tuple(visuals), tuple(collisions)

    def _imported(self, role: str, obj: SceneObject) -> Visual | Collision | None:
        """The shape of the description that an object was made for."""
        link = self.base.links.get(str(obj.properties.get(scene.LINK, "")))
        number = obj.properties.get(scene.INDEX)
        if link is None or not isinstance(number, int):
            return None
        # One that was imported as the other kind is new as this one, with its geometry.
        own = str(obj.properties.get(scene.KIND, role))
        shapes: Sequence[Visual | Collision] = link.visuals if own == "visual" else link.collisions
        return shapes[number] if number < len(shapes) else None

    def _geometry(self, obj: SceneObject, before: Geometry | None) -> Geometry:
        kind = str(obj.properties.get(scene.SHAPE, "mesh"))
        inside = obj.properties.get(scene.EMBEDDED) is not None
        if before is not None and not obj.mesh_edited and not is_scaled(obj) and not inside:
            return before
        if not obj.mesh_edited and not inside:
            made = _primitive(kind, obj, before)
            if made is not None:
                return made
        return self._new_mesh(obj)

    def _new_mesh(self, obj: SceneObject) -> Geometry:
        stem = re.sub(r"[^\w.-]+", "_", sanitised(obj.name.replace(".", "_"), "mesh"))
        taken = {mesh.file.lower() for mesh in self.new}
        name, count = f"{stem}.{self.suffix}", 1
        while name.lower() in taken:
            name, count = f"{stem}_{count}.{self.suffix}", count + 1
        self.new.append(NewMesh(obj.name, name))
        address = f"{self.address}/{name}" if self.address else name
        return Mesh(address, scales(obj.scale))


def shape_role(obj: SceneObject) -> str:
    """Whether an object is a visual or a collision, by its kind or the suffix of its name."""
    if obj.kind in ("visual", "collision"):
        return obj.kind
    return role_of(obj.name) if obj.kind == "mesh" else ""


def _order(obj: SceneObject, source: str | None) -> tuple[int, int, str]:
    number = obj.properties.get(scene.INDEX)
    known = obj.properties.get(scene.LINK) == source and isinstance(number, int)
    return (0, number, obj.name) if known and isinstance(number, int) else (1, 0, obj.name)


def _primitive(kind: str, obj: SceneObject, before: Geometry | None) -> Geometry | None:
    """The shape that an object's scale gives; None where it is no longer one of its kind."""
    x, y, z = scales(obj.scale)
    extra = () if before is None else before.extra
    match kind:
        case "box":
            return Box((x, y, z), extra)
        case "cylinder" if _equal(x, y):
            return Cylinder(x, z, extra)
        case "sphere" if _equal(x, y) and _equal(y, z):
            return Sphere(x, extra)
        case "capsule" if _equal(x, 1.0) and _equal(y, 1.0) and _equal(z, 1.0):
            radius, length = obj.properties.get("radius"), obj.properties.get("length")
            return Capsule(float(str(radius)), float(str(length)), extra)
        case "mesh" if isinstance(before, Mesh):
            return replace(before, scale=_rescaled(before.scale, obj))
        case "mesh" if obj.properties.get("filename"):
            return Mesh(str(obj.properties["filename"]), (x, y, z))
        case _:
            return None


def _rescaled(scale: Vector3, obj: SceneObject) -> Vector3:
    """A mesh's scale, times what a user made of the object's."""
    shown = obj.shown
    if shown is None:
        return scales(obj.scale)
    found = [
        old if now == then else shortest(now) if then == old or not then else old * now / then
        for old, now, then in zip(scale, obj.scale, shown[6:9], strict=True)
    ]
    x, y, z = found
    return x, y, z


def _equal(a: float, b: float) -> bool:
    return abs(a - b) <= _SAME * max(abs(a), abs(b), 1e-30)
