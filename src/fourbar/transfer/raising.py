"""From the terms of simulators back to a robot: trees out of graphs, loops out of points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import dist
from typing import NamedTuple

from ..numerics import TRANSFER_SAME_LENGTH
from ..record import record
from ..robot import Joint, Loop, Pose
from ..spatial.rotation import rotation_between, rpy_of_quaternion
from ..spatial.vector import Vector3


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
    """Loops for points that meet: two points between the same links are a hinge through both.

    Points whose distance differs from one link to the other are kept as ball joints.
    """
    groups: dict[tuple[str, str], list[Meeting]] = {}
    for meeting in meetings:
        groups.setdefault((meeting.predecessor, meeting.successor), []).append(meeting)
    loops: list[Loop] = []
    for group in groups.values():
        hinge = _hinge(*group) if len(group) == 2 else None
        if hinge is not None:
            loops.append(hinge)
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


def _direction(a: Vector3, b: Vector3) -> Vector3:
    length = dist(a, b)
    x, y, z = ((q - p) / length for p, q in zip(a, b, strict=True))
    return (x, y, z)


def _middle(a: Vector3, b: Vector3) -> Vector3:
    x, y, z = (0.5 * (p + q) for p, q in zip(a, b, strict=True))
    return (x, y, z)
