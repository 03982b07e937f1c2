"""What a joint's position does to its child link: a translation and a rotation."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, sin
from typing import NamedTuple

from ..robot import Joint, directions
from ..spatial.vector import Vector3

Quaternion = tuple[float, float, float, float]
"""w, x, y, z, as Blender has them."""

_ORIGIN: Vector3 = (0.0, 0.0, 0.0)


class Turn(NamedTuple):
    """A rotation by `angle` [rad] about `axis`, as often as it likes."""

    angle: float
    axis: Vector3


class Motion(NamedTuple):
    """Where a child link is in its joint's frame; a rotation is a Turn, or a quaternion."""

    location: Vector3
    rotation: Turn | Quaternion


def turns_about_one_axis(joint: Joint) -> bool:
    """Whether the rotation of a joint's motion is always about the same axis."""
    return joint.kind.orientation is None and joint.type != "universal"


def motion_of(joint: Joint, q: Sequence[float]) -> Motion:
    """The motion of a joint at position q, as `fourbar.Model` orders it."""
    if joint.kind.orientation is not None:
        first = joint.kind.orientation
        x, y, z, w = _unit(q[first : first + 4])
        location = (q[0], q[1], q[2]) if first == 3 else _ORIGIN
        return Motion(location, (w, x, y, z))
    steps = joint.kind.steps("xy")
    ways = directions(joint) if steps else ()
    location, turns = _ORIGIN, list[Turn]()
    for step, way, value in zip(steps, ways, q, strict=True):
        if step.motion != "rotation":
            amount = value if step.motion == "translation" else joint.lead * value
            location = tuple(a + amount * b for a, b in zip(location, way, strict=True))
        if step.motion != "translation":
            turns.append(Turn(value, way))
    x, y, z = location
    if len(turns) > 1:
        return Motion((x, y, z), _product(_quaternion(turns[0]), _quaternion(turns[1])))
    return Motion((x, y, z), turns[0] if turns else Turn(0.0, (0.0, 0.0, 1.0)))


def _unit(values: Sequence[float]) -> Quaternion:
    length = hypot(*values) or 1.0
    a, b, c, d = (value / length for value in values)
    return a, b, c, d


def _quaternion(turn: Turn) -> Quaternion:
    half = 0.5 * turn.angle
    x, y, z = (sin(half) * c for c in turn.axis)
    return cos(half), x, y, z


def _product(a: Quaternion, b: Quaternion) -> Quaternion:
    return (
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    )
