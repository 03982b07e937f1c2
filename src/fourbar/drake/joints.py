"""Joints in the terms of Drake's URDF: its own types where it has them, chains of others."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

from ..numerics import EXACT
from ..record import record, replace
from ..robot import IDENTITY, Dynamics, Joint, JointType, Limit, Link, Pose, Robot, Vector3
from ..robot.direction import plane_of
from ..spatial.rotation import rpy_of_matrix
from ..spatial.vector import X, Y, Z, cross, dot, unit
from ..transfer.elementary import Freedom
from ..transfer.lowering import Lowered
from ..transfer.naming import Names

WORDS: dict[JointType, str] = {
    "spherical": "ball",
    "universal": "universal",
    "screw": "screw",
    "planar": "planar",
}
"""What `<drake:joint>` calls the types that URDF does not have, or not with this meaning."""


@record
class Chains:
    """A robot with joints that Drake has.

    Attributes
    ----------
    robot
        The robot; links without mass are between the joints of a chain.
    single
        The joints with one coordinate, by the name of the elementary joint they stand for.
    """

    robot: Robot
    single: dict[str, str]


def in_chains(lowered: Lowered) -> Chains:
    """The robot with every joint as one that Drake has, or as several of them."""
    robot = lowered.robot
    links, names = Names(robot.links.names), Names(robot.joints.names)
    joints: list[Joint] = []
    between: list[Link] = []
    single: dict[str, str] = {}
    for joint in robot.joints:
        freedoms = lowered.freedoms[joint.name]
        steps = list(_steps(joint, freedoms, lowered, links, names))
        for step in steps:
            joints.append(step)
            if step.child != joint.child:
                between.append(Link(step.child))
        if joint.kind.pitched or (len(freedoms) == 1 and freedoms[0].kind in ("hinge", "slide")):
            single[freedoms[0].name] = joint.name
        elif len(steps) == len(freedoms) and all(f.kind in ("hinge", "slide") for f in freedoms):
            for freedom, step in zip(freedoms, steps, strict=True):
                single[freedom.name] = step.name
    return Chains(robot.replace(joints=joints, links=(*robot.links, *between)), single)


def _steps(
    joint: Joint,
    freedoms: tuple[Freedom, ...],
    lowered: Lowered,
    links: Names,
    names: Names,
) -> Iterator[Joint]:
    kind = joint.kind
    plain = replace(joint, mimic=None) if joint.mimic is not None else joint
    own = joint.type in WORDS
    if kind.free or len(freedoms) <= 1 or (own and (kind.pitched or not kind.axes)):
        yield plain
        return
    frame = _frame(joint, lowered)
    if frame is None:
        yield from _chain(plain, freedoms, links, names)
        return
    axes = {"axis": X, "axis2": Y} if kind.axes == 2 else {"axis": Z}
    if frame == IDENTITY:
        yield replace(plain, **axes)
        return
    # Drake's axes are those of the frame: it is turned to them and, behind the joint, back.
    middle = links.give(f"{joint.child}:0")
    yield replace(plain, child=middle, origin=joint.origin @ frame, **axes)
    yield Joint(names.give(f"{joint.name}:frame"), "fixed", middle, joint.child, frame.inverse())


def _frame(joint: Joint, lowered: Lowered) -> Pose | None:
    """The frame that has the axes of a joint where Drake's type has them; None without such one."""
    first = unit(joint.axis)
    if joint.type not in WORDS:
        return None
    if joint.kind.axes == 2:
        second = unit(joint.second_axis)
        if abs(dot(first, second)) > 10.0 * EXACT:
            return None
        return _turned(first, second, cross(first, second))
    return _turned(*plane_of(first), first) if lowered.planar == "xyt" else None


def _turned(x: Vector3, y: Vector3, z: Vector3) -> Pose:
    if (x, y, z) == (X, Y, Z):
        return IDENTITY
    return Pose((0.0, 0.0, 0.0), rpy_of_matrix(tuple(zip(x, y, z, strict=True))))


def _chain(
    joint: Joint, freedoms: tuple[Freedom, ...], links: Names, names: Names
) -> Iterator[Joint]:
    """One joint per freedom, with links without mass between them."""
    parent, origin = joint.parent, joint.origin
    for number, freedom in enumerate(freedoms):
        last = number == len(freedoms) - 1
        child = joint.child if last else links.give(f"{joint.child}:{number}")
        ends = isfinite(freedom.lower) or isfinite(freedom.upper)
        turn: JointType = "revolute" if ends else "continuous"
        yield Joint(
            names.give(freedom.name),
            "prismatic" if freedom.kind == "slide" else turn,
            parent,
            child,
            origin,
            freedom.axis,
            limit=_limit(freedom),
            dynamics=_dynamics(freedom),
        )
        parent, origin = child, IDENTITY


def _limit(freedom: Freedom) -> Limit | None:
    ends = isfinite(freedom.lower) or isfinite(freedom.upper)  # beside one, None would be 0
    lower, upper = (freedom.lower, freedom.upper) if ends else (None, None)
    limit = Limit(lower, upper, freedom.effort, freedom.velocity)
    return None if limit == Limit() else limit


def _dynamics(freedom: Freedom) -> Dynamics | None:
    if freedom.damping is None and freedom.friction is None:
        return None
    return Dynamics(freedom.damping, freedom.friction)
