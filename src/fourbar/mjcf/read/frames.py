"""MuJoCo's positions and quaternions (w first) as our frames and poses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...robot import Pose, Vector3
from ...spatial.frame import Frame
from ...spatial.rotation import Quaternion, rpy_of_quaternion, unit_quaternion


def vector(values: Any) -> Vector3:
    """Three numbers."""
    x, y, z = (float(value) + 0.0 for value in values)
    return (x, y, z)


def quaternion(wxyz: Sequence[float]) -> Quaternion:
    """A quaternion x y z w of MuJoCo's w x y z."""
    w, x, y, z = (float(value) for value in wxyz)
    return unit_quaternion((x, y, z, w))


def frame(position: Any, wxyz: Any) -> Frame:
    """A frame of a position and a quaternion."""
    return vector(position), quaternion(wxyz)


def pose(frame: Frame) -> Pose:
    """A frame as descriptions have it."""
    turn = frame[1]
    return Pose(frame[0], (0.0, 0.0, 0.0) if not any(turn[:3]) else rpy_of_quaternion(turn))
