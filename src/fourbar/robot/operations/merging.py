"""Make one link of those that fixed joints join, and take one apart again."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeVar

from ...record import replace
from ..error import RobotError
from ..joint import Joint
from ..link import Collision, Inertia, Inertial, Link, Visual
from ..loop import Loop
from ..pose import IDENTITY, Pose
from ..raw import Extra, RawAttribute
from ..rename import rename
from ..robot import Robot
from ..tensor import Body, combined, symmetric, transformed, turned
from .mentions import joint_mentions, link_mentions

R = TypeVar("R", bound=Robot)


def merge_fixed(robot: R, joints: Sequence[str] = (), *, keep: Collection[str] = ()) -> R:
    """A copy in which the children of fixed joints are part of their parents.

    Without `joints`, all of those that nothing forbids: see `obstacle`. RobotError for a joint that
    was asked for and cannot go.
    """
    for name in keep:
        robot.links.position(name)
    for name in joints:
        reason = obstacle(robot, name)
        if reason is not None:
            raise RobotError(f"joint {name!r} cannot be merged: {reason}")
        robot = _merged(robot, robot.joints[name])
    if not joints:
        for name in [joint.name for joint in robot.joints if joint.type == "fixed"]:
            joint = robot.joints[name]
            if joint.child not in keep and obstacle(robot, name) is None:
                robot = _merged(robot, joint)
    return robot


def obstacle(robot: Robot, name: str) -> str | None:
    """Why the links of a fixed joint cannot be merged; None where they can."""
    joint = robot.joints[name]
    if joint.type != "fixed":
        return f"it is {joint.type}; only fixed joints can go"
    if joint.extra:
        return "it has elements or attributes that fourbar does not model"
    mentioned = joint_mentions(robot, name) or link_mentions(robot, joint.child)
    if mentioned:
        return mentioned
    for part in (*robot.loops, *robot.couplings):
        if {part.predecessor, part.successor} == {joint.parent, joint.child}:
            return f"{type(part).__name__.lower()} {part.name!r} connects its two links"
    parent, child = robot.links[joint.parent], robot.links[joint.child]
    if parent.self_collision_checking and child.self_collision_checking:
        return "both of its links have a <self_collision_checking>"
    own, its = parent.inertial, child.inertial
    for what, one, two in (
        ("link", parent.extra, child.extra),
        ("inertial", own.extra if own else (), its.extra if its else ()),
    ):
        names = {(x.where, x.name) for x in one if isinstance(x, RawAttribute)}
        for item in two:
            if isinstance(item, RawAttribute) and (item.where, item.name) in names:
                return f"both <{what}> elements have an attribute {item.name!r}"
    return None


def _merged(robot: R, joint: Joint) -> R:
    parent, child = robot.links[joint.parent], robot.links[joint.child]
    at = joint.origin
    own = child.self_collision_checking
    link = replace(
        parent,
        inertial=weld(parent.inertial, child.inertial, at),
        visuals=(*parent.visuals, *(replace(v, origin=at @ v.origin) for v in child.visuals)),
        collisions=(
            *parent.collisions,
            *(replace(c, origin=at @ c.origin) for c in child.collisions),
        ),
        self_collision_checking=parent.self_collision_checking
        if own is None
        else replace(own, origin=at @ own.origin),
        extra=parent.extra + child.extra,
    )
    kept = replace(
        robot,
        links=[
            link if each.name == parent.name else each
            for each in robot.links
            if each.name != child.name
        ],
        joints=[
            replace(each, origin=at @ each.origin) if each.parent == child.name else each
            for each in robot.joints
            if each.name != joint.name
        ],
        loops=[moved_loop(loop, child.name, at) for loop in robot.loops],
        sensors=tuple(
            replace(s, origin=at @ s.origin) if s.parent == child.name else s for s in robot.sensors
        ),
    )
    return rename(kept, links={child.name: parent.name})


def moved_loop(loop: Loop, link: str, at: Pose) -> Loop:
    """A loop whose frames on a link are seen from another frame, in which the link is `at`."""
    changes: dict[str, Pose] = {}
    if loop.predecessor == link:
        changes["predecessor_origin"] = at @ loop.predecessor_origin
    if loop.successor == link:
        changes["successor_origin"] = at @ loop.successor_origin
    return replace(loop, **changes)


# Taking apart


def split_link(
    robot: R,
    link: str,
    new: str,
    *,
    joint: str | None = None,
    origin: Pose = IDENTITY,
    visuals: Collection[int] = (),
    collisions: Collection[int] = (),
    inertial: Inertial | None = None,
) -> R:
    """A copy with a part of a link as a link of its own, on a fixed joint at `origin`.

    `visuals` and `collisions` are the numbers of the shapes that go; `inertial` is what the new
    link weighs, in its own frame, and is taken from the old one.
    """
    old = robot.links[link]
    if new in robot.links:
        raise RobotError(f"duplicate link name {new!r}")
    name = joint or f"{new}_fixed"
    if name in robot.joints:
        raise RobotError(f"duplicate joint name {name!r}")
    for what, numbers, shapes in (
        ("visual", visuals, old.visuals),
        ("collision", collisions, old.collisions),
    ):
        for number in numbers:
            if not 0 <= number < len(shapes):
                raise RobotError(
                    f"link {link!r} has no {what} {number}; it has {len(shapes)}, counted from 0"
                )
    back = origin.inverse()
    gone_visuals: list[Visual] = [
        replace(v, origin=back @ v.origin) for i, v in enumerate(old.visuals) if i in visuals
    ]
    gone_collisions: list[Collision] = [
        replace(c, origin=back @ c.origin) for i, c in enumerate(old.collisions) if i in collisions
    ]
    rest = replace(
        old,
        inertial=old.inertial if inertial is None else _without(old, inertial, origin),
        visuals=tuple(v for i, v in enumerate(old.visuals) if i not in visuals),
        collisions=tuple(c for i, c in enumerate(old.collisions) if i not in collisions),
    )
    part = Link(new, inertial, gone_visuals, gone_collisions)
    return replace(
        robot,
        links=(*(rest if each is old else each for each in robot.links), part),
        joints=(*robot.joints, Joint(name, "fixed", link, new, origin=origin)),
    )


def _without(link: Link, taken: Inertial, at: Pose) -> Inertial:
    own = link.inertial
    if own is None or taken.mass > own.mass:
        has = 0.0 if own is None else own.mass
        raise RobotError(f"link {link.name!r} weighs {has:g} kg; cannot take {taken.mass:g} kg off")
    minus = replace(
        taken,
        mass=-taken.mass,
        inertia=Inertia(*(-x for x in symmetric(taken.inertia))),
        extra=(),
    )
    if taken.mass == own.mass:
        raise RobotError(f"link {link.name!r} would weigh nothing; rename it instead")
    rest = weld(own, minus, at)
    assert rest is not None
    return rest


# Inertia


def weld(own: Inertial | None, other: Inertial | None, at: Pose) -> Inertial | None:
    """Two links as one: the second one's frame is `at` in the first one's."""
    if other is None:
        return own
    if own is None:
        return replace(other, origin=at @ other.origin)
    if not other.mass and not any(symmetric(other.inertia)):
        return replace(own, extra=own.extra + other.extra)
    bodies = [_body(own, own.origin), _body(other, at @ other.origin)]
    if own.mass + other.mass:
        whole = combined(bodies)
    else:  # no mass, and so no centre: what there is turns about the link's origin
        sums = [x + y for x, y in zip(bodies[0].tensor, bodies[1].tensor, strict=True)]
        whole = Body(0.0, (0.0, 0.0, 0.0), (*sums,))  # pyright: ignore[reportArgumentType]
    extra: Extra = own.extra + other.extra
    return Inertial(whole.mass, Inertia(*whole.tensor), Pose(whole.center), extra)


def _body(inertial: Inertial, origin: Pose) -> Body:
    tensor = turned(symmetric(inertial.inertia), origin.rotation())
    return Body(inertial.mass, transformed(origin, (0.0, 0.0, 0.0)), tensor)
