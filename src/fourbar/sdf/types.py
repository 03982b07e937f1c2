"""What SDFormat calls joint types, to write and to read."""

from __future__ import annotations

from ..robot import JointType

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
