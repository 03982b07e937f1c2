"""Where robots stand that were given no place: beside each other."""

from __future__ import annotations

from math import hypot, isfinite
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..robot import Robot
    from .scene import Scene, ShownRobot

_SMALLEST = 0.2
_GAP = 1.3


def place_beside(scene: Scene, shown: ShownRobot, robot: Robot) -> tuple[float, float, float]:
    """A place along y [m] where a robot does not touch those that stand already."""
    others = [other for other in scene.robots.values() if other is not shown and other.robot]
    if not others:
        return (0.0, 0.0, 0.0)
    ends = [
        other.place[1] + (reach(other.robot) if other.robot is not None else 0.0)
        for other in others
    ]
    # In round numbers: a person will read them.
    return (0.0, round((max(ends) + reach(robot)) * _GAP, 1), 0.0)


def reach(robot: Robot) -> float:
    """How far a link's frame can be from the root's [m]: the lengths of the joints between."""
    longest = _SMALLEST
    lengths = {link.name: 0.0 for link in robot.roots}
    pending = list(lengths)
    while pending:
        link = pending.pop()
        for joint in robot.child_joints.get(link, ()):
            if joint.child not in lengths:
                length = lengths[link] + hypot(*joint.origin.xyz)
                lengths[joint.child] = length
                longest = max(longest, length if isfinite(length) else 0.0)
                pending.append(joint.child)
    return longest
