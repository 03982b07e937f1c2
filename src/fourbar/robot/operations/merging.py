"""Make one link of those that fixed joints join, and take one apart again."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeVar

from ...record import replace
from ..error import RobotError
from ..joint import Joint
from ..link import WORLD, Collision, Inertia, Inertial, Link, Visual
from ..loop import Loop
from ..pose import IDENTITY, Pose
from ..raw import Extra, RawAttribute
from ..rename import rename
from ..robot import Robot
from ..tensor import Body, combined, symmetric, transformed, turned
from .mentions import Mentions

R = TypeVar("R", bound=Robot)


def merge_fixed(robot: R, joints: Sequence[str] = (), *, keep: Collection[str] = ()) -> R:
    """A copy in which the children of fixed joints are part of their parents.

    Without `joints`, all of those that nothing forbids: see `obstacle`. RobotError for a joint that
    was asked for and cannot go. What has mass is not merged into the ground unless it is named.
    """
    for name in keep:
        robot.links.position(name)
    groups, mentions = _Groups(robot), Mentions(robot)
    fixed = [j.name for j in robot.joints if not j.kind.moves and j.child not in keep]
    for name in joints or fixed:
        joint = robot.joints[name]
        reason = _obstacle(joint, mentions) or groups.conflict(joint)
        if reason is None and (joints or groups.grounded(joint) is None):
            groups.join(joint)
        elif joints:
            raise RobotError(f"joint {name!r} cannot be merged: {reason}")
    return groups.merged(robot)


def obstacle(robot: Robot, name: str) -> str | None:
    """Why the links of a fixed joint cannot be merged; None where they can."""
    joint, groups = robot.joints[name], _Groups(robot)
    return _obstacle(joint, Mentions(robot)) or groups.conflict(joint) or groups.grounded(joint)


def _obstacle(joint: Joint, mentions: Mentions) -> str | None:
    if joint.kind.moves:
        return f"it is {joint.type}; only fixed joints can go"
    if joint.extra:
        return "it has elements or attributes that fourbar does not model"
    return mentions.of_joint(joint.name) or mentions.of_link(joint.child)


class _Groups:
    """Links that become one: the top link of each, and where each is on its top."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.gone: set[str] = set()
        self.top = {name: name for name in robot.links.names}
        self.frames = dict.fromkeys(robot.links.names, IDENTITY)
        self.members = {name: [name] for name in robot.links.names}
        # What only one link of a group may have, and the loops and couplings at each group.
        self.single = {link.name: _single(link) for link in robot.links}
        self.ends: dict[str, set[tuple[str, str]]] = {name: set() for name in robot.links.names}
        for part in (*robot.loops, *robot.couplings):
            for end in (part.predecessor, part.successor):
                if end in self.ends:
                    self.ends[end].add((type(part).__name__.lower(), part.name))

    def conflict(self, joint: Joint) -> str | None:
        """Why the links on both sides of a joint cannot be one; None where they can."""
        above, below = self.top[joint.parent], joint.child
        for kind, name in sorted(self.ends[above] & self.ends[below]):
            return f"{kind} {name!r} connects its two links"
        for element, attribute in sorted(self.single[above] & self.single[below]):
            if not attribute:
                return f"both of its links have a <{element}>"
            return f"both <{element}> elements have an attribute {attribute!r}"
        return None

    def grounded(self, joint: Joint) -> str | None:
        """Why it should stay: the root `world` is the ground, and simulators give it no mass."""
        if self.top[joint.parent] != WORLD or self.robot.parent_joints.get(WORLD):
            return None
        links = (self.robot.links[name] for name in self.members[joint.child])
        mass = sum(link.inertial.mass for link in links if link.inertial is not None)
        if not mass:
            return None
        return f"link {WORLD!r} is the ground, which has no place for the {mass:g} kg on it"

    def join(self, joint: Joint) -> None:
        """Make the child's group part of the parent's."""
        self.gone.add(joint.name)
        top = self.top[joint.parent]
        at = self.frames[joint.parent] @ joint.origin
        for name in self.members.pop(joint.child):
            self.frames[name] = at @ self.frames[name]
            self.top[name] = top
            self.members[top].append(name)
        self.single[top] = self.single[top] | self.single[joint.child]
        self.ends[top] = self.ends[top] | self.ends[joint.child]

    def merged(self, robot: R) -> R:
        """The robot with every group as one link."""
        if not self.gone:
            return robot
        kept = replace(
            robot,
            links=[self._link(name) for name in robot.links.names if name in self.members],
            joints=[
                replace(each, origin=self.frames[each.parent] @ each.origin)
                for each in robot.joints
                if each.name not in self.gone
            ],
            loops=[self._loop(loop) for loop in robot.loops],
            sensors=tuple(
                replace(s, origin=self.frames[s.parent] @ s.origin)
                if s.parent in self.frames
                else s
                for s in robot.sensors
            ),
        )
        return rename(kept, links={name: top for name, top in self.top.items() if name != top})

    def _loop(self, loop: Loop) -> Loop:
        for end in (loop.predecessor, loop.successor):
            loop = moved_loop(loop, end, self.frames.get(end, IDENTITY))
        return loop

    def _link(self, top: str) -> Link:
        links = [(self.robot.links[n], self.frames[n]) for n in self.members[top]]
        inertial: Inertial | None = None
        for link, at in links:
            inertial = weld(inertial, link.inertial, at)
        checking = [
            replace(own, origin=at @ own.origin)
            for link, at in links
            if (own := link.self_collision_checking) is not None
        ]
        return replace(
            links[0][0],
            inertial=inertial,
            visuals=tuple(
                replace(v, origin=at @ v.origin) for link, at in links for v in link.visuals
            ),
            collisions=tuple(
                replace(c, origin=at @ c.origin) for link, at in links for c in link.collisions
            ),
            self_collision_checking=checking[0] if checking else None,
            extra=tuple(item for link, _ in links for item in link.extra),
        )


def _single(link: Link) -> set[tuple[str, str]]:
    """Elements, and attributes of elements, that a link can have once."""
    extra = link.extra if link.inertial is None else link.extra + link.inertial.extra
    found = {
        ("inertial" if k >= len(link.extra) else "link", f"{item.where}.{item.name}".lstrip("."))
        for k, item in enumerate(extra)
        if isinstance(item, RawAttribute)
    }
    return found | ({("self_collision_checking", "")} if link.self_collision_checking else set())


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
