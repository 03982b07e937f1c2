"""From the terms of simulators back to a robot: trees out of graphs, loops out of points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import dist, hypot, isfinite, pi
from typing import NamedTuple

from ..numerics import TRANSFER_LIGHT_MASS, TRANSFER_LOOP_MASS, TRANSFER_SAME_LENGTH
from ..record import record
from ..robot import Dynamics, Joint, JointType, Limit, Loop, Pose, Robot, Spring
from ..spatial.rotation import rotation_between, rpy_of_matrix, rpy_of_quaternion
from ..spatial.vector import Vector3, cross, dot, unit
from .base import WORLD


class Tree(NamedTuple):
    """A spanning tree of a graph of bodies, and the joints that close it."""

    joints: tuple[Joint, ...]
    surplus: tuple[Joint, ...]


def spanning_tree(root: str, joints: Sequence[Joint]) -> Tree:
    """The joints that make a tree from the root down, and the rest.

    A joint to a link that has a parent already is surplus. Ball joints are taken last: cutting
    them leaves the fewest equations.
    """
    below: dict[str, list[Joint]] = {}
    for joint in joints:
        below.setdefault(joint.parent, []).append(joint)
    reached = {root}
    chosen: set[str] = set()
    front, later = [root], list[Joint]()
    while front or later:
        while front:
            for joint in below.get(front.pop(0), ()):
                if joint.child in reached:
                    continue
                if joint.type == "spherical":
                    later.append(joint)
                    continue
                reached.add(joint.child)
                chosen.add(joint.name)
                front.append(joint.child)
        while later and not front:
            joint = later.pop(0)
            if joint.child not in reached:
                reached.add(joint.child)
                chosen.add(joint.name)
                front.append(joint.child)
    return Tree(
        tuple(joint for joint in joints if joint.name in chosen),
        tuple(joint for joint in joints if joint.name not in chosen),
    )


CLOSING = "limits, damping and springs of joints that close loops"
"""A loop says where two links meet, and nothing about effort."""


def is_rated(
    limit: Limit | None, dynamics: Dynamics | None = None, spring: Spring | None = None
) -> bool:
    """Whether a joint that becomes a loop loses what bounds, brakes or pulls it."""
    bounds = () if limit is None else (limit.lower, limit.upper, limit.effort, limit.velocity)
    brakes = () if dynamics is None else (dynamics.damping, dynamics.friction)
    return (
        any(bound is not None and isfinite(bound) for bound in bounds)
        or any(brakes)
        or (spring is not None and bool(spring.stiffness))
    )


def as_loop(joint: Joint, on_child: Pose) -> Loop:
    """A surplus joint as a loop; `on_child` is the joint frame seen from the child."""
    return Loop(
        joint.name,
        joint.type,
        joint.parent,
        joint.child,
        joint.origin,
        on_child,
        joint.axis,
        joint.axis2,
        joint.pitch,
    )


@record
class Meeting:
    """A point of one link that stays on a point of another."""

    name: str
    predecessor: str
    successor: str
    on_predecessor: Vector3
    on_successor: Vector3


def raised_points(meetings: Iterable[Meeting]) -> tuple[Loop, ...]:
    """Loops for points that meet.

    Two points between the same links are a hinge through both, three that are not in line a weld.
    Points whose distances differ from one link to the other are kept as ball joints.
    """
    groups: dict[tuple[str, str], list[Meeting]] = {}
    for meeting in meetings:
        groups.setdefault((meeting.predecessor, meeting.successor), []).append(meeting)
    loops: list[Loop] = []
    for group in groups.values():
        whole = _hinge(*group) if len(group) == 2 else _weld(*group) if len(group) == 3 else None
        if whole is not None:
            loops.append(whole)
            continue
        for each in group:
            on_p, on_s = Pose(each.on_predecessor), Pose(each.on_successor)
            loops.append(Loop(each.name, "spherical", each.predecessor, each.successor, on_p, on_s))
    return tuple(loops)


def _hinge(first: Meeting, second: Meeting) -> Loop | None:
    here = dist(first.on_predecessor, second.on_predecessor)
    there = dist(first.on_successor, second.on_successor)
    if not here > 0.0 or abs(here - there) > TRANSFER_SAME_LENGTH * here:
        return None
    axis = _direction(first.on_predecessor, second.on_predecessor)
    turned = rotation_between(axis, _direction(first.on_successor, second.on_successor))
    on_p = Pose(_middle(first.on_predecessor, second.on_predecessor))
    on_s = Pose(_middle(first.on_successor, second.on_successor), rpy_of_quaternion(turned))
    name = first.name.removesuffix(":0")
    return Loop(name, "continuous", first.predecessor, first.successor, on_p, on_s, axis)


def _weld(first: Meeting, second: Meeting, third: Meeting) -> Loop | None:
    """What three points hold that are not in line: everything."""
    all_ = (first, second, third)
    here = _triangle(*(each.on_predecessor for each in all_))
    there = _triangle(*(each.on_successor for each in all_))
    if here is None or there is None:
        return None
    longest = max(here.sides)
    if any(
        abs(a - b) > TRANSFER_SAME_LENGTH * longest
        for a, b in zip(here.sides, there.sides, strict=True)
    ):
        return None
    name = first.name.removesuffix(":0")
    return Loop(name, "fixed", first.predecessor, first.successor, here.frame, there.frame)


class _Triangle(NamedTuple):
    sides: Vector3
    frame: Pose


def _triangle(a: Vector3, b: Vector3, c: Vector3) -> _Triangle | None:
    """Three points, and the frame at the first with x towards the second; None where in line."""
    sides = (dist(a, b), dist(a, c), dist(b, c))
    if not min(sides) > 0.0:
        return None
    x, towards = _direction(a, b), _direction(a, c)
    normal = cross(x, towards)
    if not hypot(*normal) > TRANSFER_SAME_LENGTH:
        return None
    z = unit(normal)
    y = cross(z, x)
    return _Triangle(sides, Pose(a, rpy_of_matrix(tuple(zip(x, y, z, strict=True)))))


def _direction(a: Vector3, b: Vector3) -> Vector3:
    length = dist(a, b)
    x, y, z = ((q - p) / length for p, q in zip(a, b, strict=True))
    return (x, y, z)


def _middle(a: Vector3, b: Vector3) -> Vector3:
    x, y, z = (0.5 * (p + q) for p, q in zip(a, b, strict=True))
    return (x, y, z)


def raised_light_bodies(robot: Robot) -> Robot:
    """The robot with every light body that is welded to a link as the loop that it stands for.

    A light body has next to no mass, no shapes and nothing on it, and joints of one of the types
    that loops have.
    """
    loops: list[Loop] = []
    gone: set[str] = set()
    for loop in robot.loops:
        found = None
        if loop.type == "fixed" and loop.predecessor in robot.links:
            found = _loop_of(robot, loop)
        loops.append(loop if found is None else found[0])
        if found is not None:
            gone.update(joint.name for joint in found[1])
    if not gone:
        return robot
    links = {joint.child for joint in robot.joints if joint.name in gone}
    return robot.replace(
        links=[link for link in robot.links if link.name not in links],
        joints=[joint for joint in robot.joints if joint.name not in gone],
        loops=loops,
    )


def _loop_of(robot: Robot, weld: Loop) -> tuple[Loop, tuple[Joint, ...]] | None:
    """The loop of a weld to a light body, and the joints that it takes the place of."""
    link = robot.links[weld.predecessor]
    mass = 0.0 if link.inertial is None else link.inertial.mass
    used = [each for each in robot.loops if link.name in (each.predecessor, each.successor)]
    if not 0.0 < mass <= 1.001 * TRANSFER_LOOP_MASS or link.visuals or link.collisions:
        return None
    if robot.child_joints.get(link.name) or len(used) != 1:
        return None
    chain: list[Joint] = []
    name = link.name
    while True:
        joint = robot.parent_joints[name][0]
        chain.insert(0, joint)
        name = joint.parent
        above = robot.links[name]
        weight = 0.0 if above.inertial is None else above.inertial.mass
        bare = weight <= 1.001 * TRANSFER_LIGHT_MASS and not (above.visuals or above.collisions)
        if not (bare and len(robot.child_joints[name]) == 1 and robot.parent_joints.get(name)):
            break
    if any(not joint.origin.is_identity for joint in chain[1:]):
        return None
    shape = _type_of(chain)
    if shape is None:
        return None
    type_, axis, axis2, pitch = shape
    first = chain[0]
    loop = Loop(
        weld.name,
        type_,
        first.parent,
        weld.successor,
        first.origin,
        weld.successor_origin @ weld.predecessor_origin.inverse(),
        axis,
        axis2,
        pitch,
    )
    return loop, tuple(chain)


def _type_of(
    chain: Sequence[Joint],
) -> tuple[JointType, Vector3, Vector3 | None, float | None] | None:
    """The type of a loop that moves as a chain of joints does, its axes and its pitch."""
    kinds = ["turn" if j.type in ("revolute", "continuous") else j.type for j in chain]
    first = chain[0]
    if kinds == ["turn"]:
        return "continuous", first.axis, None, None
    if len(chain) == 1 and first.kind.demands.rows:
        return first.type, first.axis, first.axis2, first.pitch
    if len(chain) != 2:
        return None
    second = chain[1]
    if kinds == ["turn", "turn"]:
        return "universal", first.axis, second.axis, None
    if kinds == ["prismatic", "prismatic"]:
        return "planar", cross(first.axis, second.axis), None, None
    if kinds == ["turn", "prismatic"] and dot(first.axis, second.axis) > 1.0 - 1e-12:
        if second.mimic is None:
            return "cylindrical", first.axis, None, None
        if second.mimic.joint == first.name:
            return "screw", first.axis, None, 2.0 * pi * second.mimic.multiplier
    return None


def without_empty_world(robot: Robot) -> Robot:
    """A robot that stands on a world without anything in it begins with its own base."""
    if WORLD not in robot.links:
        return robot
    world = robot.links[WORLD]
    below = robot.child_joints.get(WORLD, ())
    used = {loop.predecessor for loop in robot.loops} | {loop.successor for loop in robot.loops}
    if (
        len(below) == 1
        and not below[0].kind.moves
        and below[0].origin.is_identity
        and not (world.visuals or world.collisions)
        and WORLD not in used
    ):
        links = [link for link in robot.links if link.name != WORLD]
        return robot.replace(links=links, joints=[j for j in robot.joints if j is not below[0]])
    return robot
