"""Joints with several motions as chains of joints with one, as other formats have them."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from ..record import replace
from ..robot import IDENTITY, Joint, Limit, Link, Robot
from ..robot.direction import directions
from ..robot.kind import JointType, Planar, Step
from ..robot.numbering import numbered


class Expanded(NamedTuple):
    """A robot and, by the name of each joint that was made, the joint it is part of."""

    robot: Robot
    origins: dict[str, str]


def expand(robot: Robot, other: Robot) -> Expanded:
    """Write universal, cylindrical and planar joints as the other robot has them.

    A joint `ankle` is a chain where the other robot has joints `ankle:0` and `ankle:1`: so it is
    written in formats whose joints have one motion each.
    """
    links = list(robot.links)
    joints: list[Joint] = []
    origins: dict[str, str] = {}
    mimicked = {joint.mimic.joint for joint in robot.joints if joint.mimic is not None}
    for joint in robot.joints:
        names = numbered(joint.name, 4, robot.joints)
        planar = _coordinates(joint, other, names)
        if planar is None or joint.mimic is not None or joint.name in mimicked or robot.couplings:
            joints.append(joint)
            continue
        chain = _chain(joint, planar, names)
        joints += chain
        links += [Link(each.child) for each in chain[:-1]]
        origins |= {each.name: joint.name for each in chain}
    if not origins or len({link.name for link in links}) != len(links):
        return Expanded(robot, {})
    return Expanded(robot.replace(links=links, joints=joints), origins)


def _coordinates(joint: Joint, other: Robot, names: list[str]) -> Planar | None:
    """How many motions of a joint the other robot has as joints; None where it has no chain."""
    if joint.dof < 2 or joint.kind.orientation is not None or joint.name in other.joints:
        return None
    count = sum(name in other.joints for name in names)
    options: tuple[Planar, ...] = ("xy", "xyt")
    return next((p for p in options if len(joint.kind.steps(p)) == count), None)


def _chain(joint: Joint, planar: Planar, names: list[str]) -> list[Joint]:
    steps, axes = joint.kind.steps(planar), directions(joint, planar=planar)
    chain: list[Joint] = []
    for k, (step, axis) in enumerate(zip(steps, axes, strict=True)):
        last = k == len(steps) - 1
        chain.append(
            replace(
                joint,
                name=names[k],
                type=_type(step),
                parent=joint.parent if k == 0 else f"{joint.name}:{k - 1} link",
                child=joint.child if last else f"{joint.name}:{k} link",
                origin=joint.origin if k == 0 else IDENTITY,
                axis=axis,
                axis2=None,
                limit=_limit(joint, step, k),
                independent=None,
            )
        )
    return chain


def _type(step: Step) -> JointType:
    if step.motion == "translation":
        return "prismatic"
    return "revolute" if step.bound == "range" else "continuous"


def _limit(joint: Joint, step: Step, k: int) -> Limit | None:
    limit = joint.limit
    if limit is None:
        return None
    lower, upper = joint.bounds if step.bound == "range" else (-inf, inf)
    rated = k >= len(joint.kind.rated) or joint.kind.rated[k]
    effort, velocity = (limit.effort, limit.velocity) if rated else (None, None)
    return Limit(lower, upper, effort, velocity)
