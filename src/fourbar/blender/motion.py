"""What a joint's position does to its child link: a translation and a rotation."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple

from ..robot import Joint, directions
from ..spatial.rotation import matrix_of, product, quaternion_about
from ..spatial.vector import Vector3, applied

Quaternion = tuple[float, float, float, float]
"""w, x, y, z, as Blender has them."""

_ORIGIN: Vector3 = (0.0, 0.0, 0.0)
_UNTURNED = (0.0, 0.0, 0.0, 1.0)


class Turn(NamedTuple):
    """A rotation by `angle` [rad] about `axis`, as often as it likes."""

    angle: float
    axis: Vector3


class Motion(NamedTuple):
    """Where a child link is in its joint's frame; a rotation is a Turn, or a quaternion."""

    location: Vector3
    rotation: Turn | Quaternion


def motion_of(joint: Joint, q: Sequence[float]) -> Motion:
    """The motion of a joint at position q, as `fourbar.Model` orders it."""
    if joint.kind.orientation is not None:
        first = joint.kind.orientation
        x, y, z, w = _unit(q[first : first + 4])
        location = (q[0], q[1], q[2]) if first == 3 else _ORIGIN
        return Motion(location, (w, x, y, z))
    steps = joint.kind.steps("xy")
    ways = directions(joint) if steps else ()
    location, angle, turned = _ORIGIN, 0.0, _UNTURNED
    about: Vector3 = (0.0, 0.0, 1.0)
    for step, way, value in zip(steps, ways, q, strict=True):
        if step.motion != "rotation":
            amount = value if step.motion == "translation" else joint.lead * value
            # What was turned before moves along a turned direction.
            x, y, z = way if turned == _UNTURNED else applied(matrix_of(turned), way)
            location = (
                location[0] + amount * x,
                location[1] + amount * y,
                location[2] + amount * z,
            )
        if step.motion != "translation":
            angle, about = angle + value, way
            turned = product(turned, quaternion_about(way, value))
    if joint.kind.turns_about_one_axis:
        return Motion(location, Turn(angle, about))
    x, y, z, w = turned
    return Motion(location, (w, x, y, z))


def _unit(values: Sequence[float]) -> Quaternion:
    length = hypot(*values) or 1.0
    a, b, c, d = (value / length for value in values)
    return a, b, c, d
