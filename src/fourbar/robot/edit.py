"""Add to, take from and combine robots."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import replace
from typing import Any, TypeVar, cast

from .configuration import Configuration
from .control import Gazebo, Ros2Control, Sensor, Transmission
from .error import RobotError
from .extension import Extension, UrdfExtension
from .joint import Joint
from .link import Link
from .loop import Coupling, Loop
from .material import Material
from .pose import IDENTITY, Pose
from .rename import prefixed
from .robot import Part, Robot
from .values import kind_of_value

R = TypeVar("R", bound=Robot)

_FIELDS: dict[type, str] = {
    Link: "links",
    Joint: "joints",
    Loop: "loops",
    Coupling: "couplings",
    Material: "materials",
    Transmission: "transmissions",
    Ros2Control: "ros2_control",
    Sensor: "sensors",
    Configuration: "configurations",
}


def add(robot: R, parts: Iterable[Part]) -> R:
    """A copy with the parts appended to their collections."""
    changes: dict[str, Any] = {}
    for part in parts:
        if isinstance(part, Gazebo):
            urdf = robot.extension(UrdfExtension)
            robot = robot.with_extension(replace(urdf, gazebo=(*urdf.gazebo, part)))
            continue
        field = _FIELDS.get(type(part))
        if field is None:
            raise TypeError(f"cannot add {kind_of_value(part)} to a robot: {part!r}")
        changes.setdefault(field, list(getattr(robot, field))).append(part)
    return replace(robot, **{name: tuple(items) for name, items in changes.items()})


def update(robot: R, parts: Iterable[Link | Joint | Loop | Coupling | Material]) -> R:
    """A copy in which each part replaces the one of its kind and name."""
    changes: dict[str, Any] = {}
    for part in parts:
        field = _FIELDS[type(part)]
        items = changes.setdefault(field, list(getattr(robot, field)))
        items[getattr(robot, field).position(part.name)] = part
    return replace(robot, **changes)


def remove_link(robot: R, name: str, *, subtree: bool) -> R:
    """A copy without a link, or without it and everything below it."""
    links = links_below(robot, name) if subtree else {robot.links[name].name}
    joints = {j.name for j in robot.joints if j.parent in links or j.child in links}
    return remove(robot, links=links, joints=joints)


def links_below(robot: Robot, name: str) -> set[str]:
    """The names of a link and of all links that hang on it."""
    found = {robot.links[name].name}
    pending = [name]
    while pending:
        for joint in robot.child_joints.get(pending.pop(), ()):
            if joint.child not in found:
                found.add(joint.child)
                pending.append(joint.child)
    return found


def remove(robot: R, *, links: Set[str] = frozenset(), joints: Set[str] = frozenset()) -> R:
    """A copy without these links and joints and without what refers to them.

    A joint that another, staying joint mimics cannot go: the follower would lose its meaning.
    """
    for name in joints:
        robot.joints.position(name)
    for joint in robot.joints:
        if joint.name not in joints and joint.mimic and joint.mimic.joint in joints:
            raise RobotError(
                f"joint {joint.mimic.joint!r} is mimicked by {joint.name!r}; change that one first"
            )
    return replace(
        robot,
        links=[link for link in robot.links if link.name not in links],
        joints=[joint for joint in robot.joints if joint.name not in joints],
        loops=[x for x in robot.loops if not {x.predecessor, x.successor} & links],
        couplings=[x for x in robot.couplings if not {x.predecessor, x.successor} & links],
        transmissions=tuple(
            t for t in robot.transmissions if not any(j.name in joints for j in t.joints)
        ),
        ros2_control=tuple(_without(control, joints) for control in robot.ros2_control),
        sensors=tuple(
            s for s in robot.sensors if s.parent not in links and s.parent_joint not in joints
        ),
        configurations=tuple(
            replace(c, positions=tuple(p for p in c.positions if p.joint not in joints))
            for c in robot.configurations
        ),
        extensions=tuple(extension.without(links, joints) for extension in robot.extensions),
    )


def _without(control: Ros2Control, joints: Set[str]) -> Ros2Control:
    components = tuple(
        c for c in control.components if not (c.kind == "joint" and c.name in joints)
    )
    return replace(control, components=components)


def attach(
    robot: R,
    other: Robot,
    *,
    to: str,
    origin: Pose = IDENTITY,
    prefix: str = "",
    joint: str | Joint | None = None,
) -> R:
    """A copy with `other` hung on link `to`; materials of equal name and value are shared."""
    if not isinstance(cast("object", other), Robot):
        raise TypeError(f"expected a Robot to attach, got {kind_of_value(other)}: {other!r}")
    other = prefixed(other, prefix) if prefix else other
    root = other.root.name
    parent = robot.links[to].name
    if isinstance(joint, Joint):
        connection = replace(joint, parent=parent, child=root)
    else:
        connection = Joint(joint or f"{root}_mount", "fixed", parent, root, origin=origin)
    materials = [m for m in other.materials if robot.materials.get(m.name) != m]
    return replace(
        robot,
        links=(*robot.links, *other.links),
        joints=(*robot.joints, connection, *other.joints),
        loops=(*robot.loops, *other.loops),
        couplings=(*robot.couplings, *other.couplings),
        materials=(*robot.materials, *materials),
        transmissions=robot.transmissions + other.transmissions,
        ros2_control=robot.ros2_control + other.ros2_control,
        sensors=robot.sensors + other.sensors,
        configurations=robot.configurations + other.configurations,
        extensions=_joined(robot.extensions, other.extensions),
    )


def _joined(own: tuple[Extension, ...], others: tuple[Extension, ...]) -> tuple[Extension, ...]:
    """What either robot has of a format, or both together."""
    brought = {type(extension): extension for extension in others}
    joined = [e.joined(brought.pop(type(e))) if type(e) in brought else e for e in own]
    return (*joined, *brought.values())
