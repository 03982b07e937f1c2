"""Collision shapes of the extension as typed records; what is wrong is reported and left out."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from ... import rules
from ...record import as_read
from ...robot import Box, Capsule, Cylinder, Geometry, Sphere, Vector3
from ...spatial.rotation import IDENTITY, Quaternion, unit_quaternion
from ..basis import Basis
from ..describe import SHAPE_AXIS
from .json_object import JsonObject

_KINDS = ("box", "sphere", "cylinder", "capsule")


@dataclass(frozen=True, slots=True)
class ShapeRecord:
    """A shape about the origin of its node [m]; what a kind does not have is zero."""

    kind: str
    size: Vector3
    radius: float
    height: float
    axis: Vector3

    def geometry(self, basis: Basis) -> tuple[Geometry, Quaternion]:
        """The shape of a description, and how it is turned: there, cylinders stand along z."""
        if self.kind == "box":
            return as_read(Box, basis.vector_back(self.size)), IDENTITY
        if self.kind == "sphere":
            return as_read(Sphere, self.radius), IDENTITY
        turn = _from_z(basis.vector_back(self.axis))
        if self.kind == "cylinder":
            return as_read(Cylinder, self.radius, self.height), turn
        return as_read(Capsule, self.radius, self.height), turn


def read_shape(collision: JsonObject) -> ShapeRecord | None:
    """The shape of a collision; None where there is none that is known."""
    shape = collision.object("shape")
    if shape is None:
        return None
    if len(shape.value) != 1:
        collision.wrong("shape", "an object with exactly one shape")
        return None
    shape.only(*_KINDS)
    kind = next((kind for kind in _KINDS if kind in shape.value), None)
    place = None if kind is None else shape.object(kind, required=True)
    if kind is None or place is None:
        return None
    size: tuple[float, ...] | None = (0.0, 0.0, 0.0)
    radius: float | None = 0.0
    height: float | None = 0.0
    axis: tuple[float, ...] = SHAPE_AXIS
    if kind == "box":
        place.only("size")
        size = place.vector("size", 3, required=True)
    else:
        radius = place.number("radius", required=True)
    if kind == "sphere":
        place.only("radius")
    elif kind != "box":
        place.only("radius", "height", "axis")
        height = place.number("height", required=True)
        axis = place.vector("axis", 3) or SHAPE_AXIS
        if not hypot(*axis) > 1e-12:
            message = f"the {kind} has a zero-length axis"
            place.findings.add(rules.gltf.DOF_AXIS_ZERO, place.at("axis"), message)
            return None
    if size is None or radius is None or height is None:
        return None
    return ShapeRecord(
        kind, (size[0], size[1], size[2]), radius, height, (axis[0], axis[1], axis[2])
    )


def _from_z(axis: Vector3) -> Quaternion:
    """The shortest rotation that brings z to a line along an axis, either way round."""
    length = hypot(*axis)
    x, y, z = (c / length for c in axis)
    if x == 0.0 and y == 0.0:
        return IDENTITY
    if z < 0.0:
        x, y, z = -x, -y, -z
    return unit_quaternion((-y, x, 0.0, 1.0 + z))
