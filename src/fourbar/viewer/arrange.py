"""Where robots stand that were given no place: beside each other."""

from __future__ import annotations

from math import hypot, isfinite
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..robot import Robot
    from .scene import Scene, ShownRobot

_SMALLEST = 0.2
# Robots rarely stretch out sideways at rest.
_ROOM = 0.75


def place_beside(scene: Scene, shown: ShownRobot, robot: Robot) -> tuple[float, float, float]:
    """A place along y [m] where a robot does not touch those that stand already."""
    others = [other for other in scene.robots.values() if other is not shown and other.robot]
    if not others:
        return (0.0, 0.0, 0.0)
    end = max(
        other.place[1] + _ROOM * reach(other.robot) for other in others if other.robot is not None
    )
    # In round numbers: a person will read them.
    return (0.0, round(end + _ROOM * reach(robot), 1), 0.0)


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


def place_of(position: Sequence[float]) -> tuple[float, float, float]:
    """A position [m] as three finite numbers; raises ValueError."""
    numbers = tuple(float(c) for c in position)
    if len(numbers) != 3 or not all(map(isfinite, numbers)):
        raise ValueError(f"position must be three finite numbers [m], got {position!r}")
    return numbers
