"""What a joint of each type does, written out by hand: numpy and scipy only.

Axes are given where a type has them, at lengths other than one. `positions` are entries of q.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import numpy as np
from scipy.spatial.transform import Rotation

import fourbar as fb
from fourbar.robot import JOINT_TYPES, JointKind, JointType
from fourbar.robot.kind import Step

AXIS = (0.6, -0.48, 1.28)
AXIS2 = (0.3, 0.2, -0.9)
PITCH = 0.25

PINSLOT = cast("JointType", "pinslot")
INVENTED = JointKind(
    PINSLOT, (Step("translation", "plane1", "range"), Step("rotation", "axis")), urdf=False
)
"""A kind that fourbar does not have, as one row of the table: a pin in a slot."""

_a = np.array(AXIS) / np.linalg.norm(AXIS)
_b = np.array(AXIS2) / np.linalg.norm(AXIS2)
# The normal is within 45 degrees of z only, so the first direction is x, projected.
_u = np.array([1.0, 0.0, 0.0]) - _a[0] * _a
_u /= np.linalg.norm(_u)
_v = np.cross(_a, _u)


def _turn(axis: np.ndarray, angle: float) -> np.ndarray:
    T = np.eye(4)
    T[:3, :3] = Rotation.from_rotvec(axis * angle).as_matrix()
    return T


def _slide(offset: np.ndarray) -> np.ndarray:
    T = np.eye(4)
    T[:3, 3] = offset
    return T


def _orient(quaternion: np.ndarray) -> np.ndarray:
    T = np.eye(4)
    T[:3, :3] = Rotation.from_quat(quaternion).as_matrix()
    return T


DISPLACEMENTS: dict[JointType, Callable[[np.ndarray], np.ndarray]] = {
    "fixed": lambda q: np.eye(4),
    "revolute": lambda q: _turn(_a, q[0]),
    "continuous": lambda q: _turn(_a, q[0]),
    "prismatic": lambda q: _slide(_a * q[0]),
    "planar": lambda q: _slide(_u * q[0] + _v * q[1]),
    "floating": lambda q: _slide(q[:3]) @ _orient(q[3:]),
    "universal": lambda q: _turn(_a, q[0]) @ _turn(_b, q[1]),
    "spherical": _orient,
    "cylindrical": lambda q: _turn(_a, q[0]) @ _slide(_a * q[1]),
    "screw": lambda q: _turn(_a, q[0]) @ _slide(_a * PITCH * q[0] / (2 * np.pi)),
    PINSLOT: lambda q: _slide(_u * q[0]) @ _turn(_a, q[1]),
}

POSITIONS: dict[JointType, list[float]] = {
    "fixed": [],
    "revolute": [0.7],
    "continuous": [4.0],
    "prismatic": [0.3],
    "planar": [1.0, -0.4],
    "floating": [0.5, -1.5, 0.25, 0.1, 0.5, -0.7, 0.5],
    "universal": [0.7, -0.3],
    "spherical": [0.1, 0.5, -0.7, 0.5],
    "cylindrical": [2.5, 0.3],
    "screw": [5.0],
    PINSLOT: [0.3, 0.8],
}
"""A position of each; quaternions have length one."""

ROWS: dict[JointType, int] = {
    "fixed": 6,
    "revolute": 5,
    "continuous": 5,
    "prismatic": 5,
    "planar": 4,
    "floating": 0,
    "universal": 4,
    "spherical": 3,
    "cylindrical": 4,
    "screw": 5,
    PINSLOT: 4,
}
"""How many equations a loop of each type is."""

WITH_RANGE = {"revolute", "prismatic", "universal", "cylindrical", "screw", PINSLOT}
NEEDS_LIMIT = {"revolute", "prismatic"}
WITH_AXIS = {
    "revolute",
    "continuous",
    "prismatic",
    "planar",
    "universal",
    "cylindrical",
    "screw",
    PINSLOT,
}
ORIGIN = fb.Pose((0.1, -0.2, 0.3), (0.4, -0.5, 0.6))
TYPES = (*JOINT_TYPES, PINSLOT)


def joint(type: JointType, **changes: object) -> fb.Joint:
    """A joint of that type from `base` to `body`, with all that the type takes."""
    given: dict[str, object] = {"origin": ORIGIN}
    if type in WITH_AXIS:
        given["axis"] = AXIS
    if type == "universal":
        given["axis2"] = AXIS2
    if type == "screw":
        given["pitch"] = PITCH
    if type in WITH_RANGE:
        given["limit"] = fb.Limit(-6.0, 6.0, 10.0, 3.0)
    return fb.Joint("joint", type, "base", "body", **(given | changes))  # type: ignore[arg-type]


def loop(type: JointType) -> fb.Loop:
    """A loop of that type from `base` to `body`, its frames off their links' origins."""
    axis = AXIS if type in WITH_AXIS else (1.0, 0.0, 0.0)
    axis2 = AXIS2 if type == "universal" else None
    pitch = PITCH if type == "screw" else None
    on_body = fb.Pose((-0.3, 0.2, 0.1), (0.2, 0.1, -0.4))
    return fb.Loop("loop", type, "base", "body", ORIGIN, on_body, axis, axis2, pitch)


def robot(*parts: fb.Joint | fb.Loop | fb.Configuration) -> fb.Robot:
    """A base, a body, and what is between them."""
    bar = fb.Visual(fb.Box((0.1, 0.2, 0.3)))
    robot = fb.Robot("kind", [fb.Link("base", visuals=(bar,)), fb.Link("body", visuals=(bar,))])
    for part in parts:
        robot = robot.add(part)
    return robot


def matrix(pose: fb.Pose) -> np.ndarray:
    """A pose of URDF: Rz Ry Rx."""
    T = np.eye(4)
    T[:3, :3] = Rotation.from_euler("xyz", pose.rpy).as_matrix()
    T[:3, 3] = pose.xyz
    return T


def body_pose(type: JointType, q: np.ndarray) -> np.ndarray:
    """Where the body of `robot(joint(type))` is."""
    return matrix(ORIGIN) @ DISPLACEMENTS[type](np.asarray(q, dtype=float))
