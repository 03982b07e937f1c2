"""Let the tree begin at another link; no link moves and no position changes its meaning."""

from __future__ import annotations

from typing import TypeVar

from ...numerics import EDIT_ON_AXIS
from ...record import replace
from ...spatial.vector import Vector3, applied, cross, unit
from ..error import RobotError
from ..joint import Joint
from ..link import Link
from ..loop import Coupling
from ..paths import chain
from ..pose import IDENTITY
from ..robot import Robot

R = TypeVar("R", bound=Robot)


def rerooted(robot: R, link: str) -> R:
    """A copy whose root is `link`.

    A joint that turns about an axis away from its parent's frame gets a massless link there, since
    the axis of a URDF joint goes through its child's frame. Re-rooting back takes it out again.
    """
    way = chain(robot, link, robot.root.name)
    for joint in way:
        if not joint.kind.reversible:
            raise RobotError(
                f"joint {joint.name!r} is {joint.type}: seen from its child, its position would "
                "mean something else"
            )
    links = list(robot.links)
    turned_round: dict[str, list[Joint]] = {}
    for joint in way:
        turned_round[joint.name], added = _reversed(robot, joint)
        links += added
    joints = [new for joint in robot.joints for new in turned_round.get(joint.name, [joint])]
    turned = _without_frames(replace(robot, links=links, joints=joints))
    for coupling in robot.couplings:
        if _sides(robot, coupling) != _sides(turned, coupling):
            raise RobotError(
                f"coupling {coupling.name!r} adds up the joints from the link above both of its "
                f"links, which would be another one with root {link!r}"
            )
    return turned


def frame_name(joint: Joint) -> str:
    """What the link is called that a reversed joint gets on its axis."""
    return f"{joint.child}_at_{joint.name}"


def _reversed(robot: Robot, joint: Joint) -> tuple[list[Joint], list[Link]]:
    """A joint from its child to its parent, with the link on its axis where it takes one."""
    back = joint.origin.inverse()
    flipped = replace(joint, parent=joint.child, child=joint.parent)
    if not joint.kind.moves:
        return [replace(flipped, origin=back)], []
    axis = _negative(joint.axis)
    if not joint.kind.turns or _is_on_axis(joint):
        turned = _negative(applied(joint.origin.rotation(), joint.axis))
        return [replace(flipped, origin=back, axis=turned)], []
    name = frame_name(flipped)
    taken = name in robot.links or f"{name}_fixed" in robot.joints
    if taken:
        raise RobotError(f"the name {name!r} is needed for a link on the axis of {joint.name!r}")
    on_axis = replace(flipped, child=name, origin=IDENTITY, axis=axis)
    return [on_axis, Joint(f"{name}_fixed", "fixed", name, joint.parent, origin=back)], [Link(name)]


def _is_on_axis(joint: Joint) -> bool:
    """Whether the parent's origin is on the joint's axis, so that its frame can turn about it."""
    offset = joint.origin.inverse().xyz
    return max(map(abs, cross(offset, unit(joint.axis)))) <= EDIT_ON_AXIS


def _negative(axis: Vector3) -> Vector3:
    x, y, z = axis
    return (0.0 - x, 0.0 - y, 0.0 - z)


def _without_frames(robot: R) -> R:
    """A copy without the links that earlier re-rooting has put on axes, where none is needed now.

    Such a link is empty, hangs on the fixed joint of its name, and carries only the joint it was
    made for: parent -fixed-> frame -joint-> child is parent -joint-> child.
    """
    frames: dict[str, Joint] = {}
    for joint in robot.joints:
        name = joint.parent
        above = robot.parent_joints.get(name, ())
        if len(above) != 1 or above[0].name != f"{name}_fixed" or above[0].kind.moves:
            continue
        if robot.links[name] != Link(name) or len(robot.child_joints[name]) != 1:
            continue
        if name == f"{above[0].parent}_at_{joint.name}":
            frames[name] = above[0]
    gone = {fixed.name for fixed in frames.values()}

    def lifted(joint: Joint) -> Joint:
        fixed = frames.get(joint.parent)
        if fixed is None:
            return joint
        return replace(joint, parent=fixed.parent, origin=fixed.origin @ joint.origin)

    return replace(
        robot,
        links=[link for link in robot.links if link.name not in frames],
        joints=[lifted(joint) for joint in robot.joints if joint.name not in gone],
    )


def _sides(robot: Robot, coupling: Coupling) -> tuple[frozenset[str], frozenset[str]]:
    """The moving joints whose positions the two sides of a coupling add up."""
    way = chain(robot, coupling.predecessor, coupling.successor)
    link = coupling.predecessor
    up: set[str] = set()
    for joint in way:
        if joint.child != link:
            break
        link = joint.parent
        up.add(joint.name)
    moving = {joint.name for joint in way if joint.kind.moves}
    return frozenset(up & moving), frozenset(moving - up)
