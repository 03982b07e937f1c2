"""The directions in which a joint moves, from the axes of its description."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from ..spatial.vector import Vector3, X, Y, Z, cross, dot, unit
from .kind import Planar

if TYPE_CHECKING:
    from .joint import Joint
    from .loop import Loop

FRAME: dict[str, Vector3] = {"x": X, "y": Y, "z": Z}
"""The directions of the joint frame by name."""


def directions(part: Joint | Loop, *, planar: Planar = "xy") -> tuple[Vector3, ...]:
    """The unit vector about or along which each step of a joint's chain moves, in its frame.

    An axis without direction raises ValueError.
    """
    found: list[Vector3] = []
    for step in part.kind.steps(planar):
        match step.along:
            case "axis":
                found.append(unit(part.axis))
            case "axis2":
                found.append(unit(part.second_axis))
            case "plane1" | "plane2":
                found.append(plane_of(unit(part.axis))[step.along == "plane2"])
            case _:
                found.append(FRAME[step.along])
    return tuple(found)


def plane_of(normal: Vector3) -> tuple[Vector3, Vector3]:
    """The two unit directions of a plane, right-handed with its unit normal.

    The first is the projection of the first of x, y, z that is at more than 45 degrees to the
    normal: x and y for normal z, y and z for normal x, x and -z for normal y. This is the one
    convention for planar joints; what a planar joint's two numbers mean follows from it.
    """
    first = default_second_axis(normal)
    along = dot(first, normal)
    t = unit([a - along * n for a, n in zip(first, normal, strict=True)])
    return t, cross(normal, t)


def default_second_axis(axis: Vector3) -> Vector3:
    """The first of x, y, z that is at more than 45 degrees to `axis`."""
    length = hypot(*axis) or 1.0
    x, y, _ = (abs(c) / length < 0.7072 for c in axis)
    return FRAME["x" if x else "y" if y else "z"]
