"""The gallery's closed mechanisms, and closed chains drawn at random."""

from __future__ import annotations

from functools import cache

import numpy as np

import fourbar as fb
from fourbar.mechanics import Model
from fourbar.robot import JOINT_TYPES, Joint, JointType, Link, Loop, Pose, Robot

CLOSED = (
    "belt_leg",
    "delta",
    "differential",
    "four_bar",
    "gripper",
    "leg_linkage",
    "lims2_wrist",
    "six_bar",
    "slider_crank",
    "stewart",
)
LOOP_TYPES: tuple[JointType, ...] = tuple(type for type in JOINT_TYPES if type != "floating")


@cache
def gallery(name: str) -> Model:
    return Model(fb.load(f"gallery:{name}"))


def rpy(R: np.ndarray) -> tuple[float, float, float]:
    """Roll, pitch, yaw of a rotation matrix away from pitch = 90 degrees."""
    pitch = np.arctan2(-R[2, 0], np.hypot(R[0, 0], R[1, 0]))
    return (float(np.arctan2(R[2, 1], R[2, 2])), float(pitch), float(np.arctan2(R[1, 0], R[0, 0])))


def pose(T: np.ndarray) -> Pose:
    return Pose(tuple(float(x) for x in T[:3, 3]), rpy(T[:3, :3]))


def chain(
    rng: np.random.Generator, types: tuple[JointType, ...], sides: tuple[int, int], *, planar: bool
) -> Robot:
    """Two open chains from one base; `sides` are their numbers of joints."""
    links, joints = [Link("base")], []
    kinds = iter(types)
    for side, count in zip("ab", sides, strict=True):
        parent = "base"
        for k in range(count):
            name = f"{side}{k}"
            links.append(Link(name))
            if planar:
                origin = Pose((float(rng.uniform(0.2, 0.6)), float(rng.uniform(-0.3, 0.3)), 0.0))
                axis = (0.0, 0.0, 1.0)
            else:
                origin = Pose(tuple(rng.uniform(-0.5, 0.5, 3)), tuple(rng.uniform(-1.2, 1.2, 3)))
                axis = tuple(rng.standard_normal(3))
            joints.append(Joint(f"j{name}", next(kinds), parent, name, origin, axis))
            parent = name
    return Robot("chain", links, joints)


def closed_robot(
    rng: np.random.Generator, robot: Robot, type: JointType, q: np.ndarray, ends: tuple[str, str]
) -> Robot:
    """The robot with a loop between two links that is closed at q."""
    model = Model(robot)
    data = model.data()
    fb.mechanics.forward_kinematics(model, data, q)
    T_p, T_s = data.pose(ends[0]), data.pose(ends[1])
    P = np.eye(4)
    P[:3, 3] = rng.uniform(-0.3, 0.3, 3)
    meeting = T_p @ P
    S = np.linalg.inv(T_s) @ meeting
    axis = (0.0, 0.0, 1.0)
    loop = Loop("loop", type, *ends, pose(P), pose(S), axis)
    return robot.add(loop)
