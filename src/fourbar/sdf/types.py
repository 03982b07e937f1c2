"""What SDFormat calls joint types, to write and to read."""

from __future__ import annotations

from ..numerics import EXACT
from ..robot import Joint, JointType, Loop
from ..spatial.vector import dot, unit

WRITTEN: dict[JointType, str] = {
    "revolute": "revolute",
    "continuous": "revolute",
    "prismatic": "prismatic",
    "fixed": "fixed",
    "spherical": "ball",
    "universal": "universal",
    "screw": "screw",
}
"""Other joints are chains of these; other loops cannot be written."""

READ: dict[str, JointType] = {
    "continuous": "continuous",
    **{word: type for type, word in reversed(WRITTEN.items())},
}
"""Of two types with one word the first: a revolute joint without limits is continuous."""


def is_whole(part: Joint | Loop) -> bool:
    """Whether one joint of SDFormat does the same; axes of universal ones are at right angles."""
    if part.type not in WRITTEN or part.kind.axes < 2:
        return part.type in WRITTEN
    return abs(dot(unit(part.axis), unit(part.second_axis))) <= 10.0 * EXACT
