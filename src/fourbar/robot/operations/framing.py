"""Give a link another frame; nothing that the frame is on moves."""

from __future__ import annotations

from typing import TypeVar

from ...numerics import EDIT_ON_AXIS
from ...record import replace
from ...spatial.vector import Vector3, applied, cross, transposed, unit
from ..error import RobotError
from ..joint import Joint
from ..link import Link
from ..pose import Pose
from ..robot import Robot
from .merging import moved_loop

R = TypeVar("R", bound=Robot)


def move_frame(robot: R, link: str, pose: Pose) -> R:
    """A copy in which the frame of a link is where `pose` is in the old one.

    The joint above must be able to have it: a frame that turns stays on its axis. Of the root, any
    frame will do.
    """
    old = robot.links[link]
    back = pose.inverse()
    above = {joint.name: _carrying(joint, pose) for joint in robot.parent_joints.get(link, ())}
    return replace(
        robot,
        links=[_link(old, back) if each is old else each for each in robot.links],
        joints=[
            replace(each, origin=back @ each.origin)
            if each.parent == link
            else above.get(each.name, each)
            for each in robot.joints
        ],
        loops=[moved_loop(loop, link, back) for loop in robot.loops],
        sensors=tuple(
            replace(s, origin=back @ s.origin) if s.parent == link else s for s in robot.sensors
        ),
    )


def _link(link: Link, back: Pose) -> Link:
    own, inertial = link.self_collision_checking, link.inertial
    return replace(
        link,
        inertial=None if inertial is None else replace(inertial, origin=back @ inertial.origin),
        visuals=tuple(replace(v, origin=back @ v.origin) for v in link.visuals),
        collisions=tuple(replace(c, origin=back @ c.origin) for c in link.collisions),
        self_collision_checking=None if own is None else replace(own, origin=back @ own.origin),
    )


def _carrying(joint: Joint, pose: Pose) -> Joint:
    """The joint above a link whose frame moves.

    origin * motion * pose is (origin * pose) * (pose^-1 * motion * pose), and the part in brackets
    is a motion of the same kind about the turned axis, where the frame stays on it.
    """
    if not joint.kind.by_axes:
        raise RobotError(
            f"joint {joint.name!r} is {joint.type}: with another frame of link {joint.child!r}, "
            "its position would mean something else"
        )
    axes = [joint.axis, joint.second_axis][: joint.kind.axes]
    if joint.kind.turns and any(
        max(map(abs, cross(pose.xyz, unit(axis)))) > EDIT_ON_AXIS for axis in axes
    ):
        raise RobotError(
            f"link {joint.child!r} turns on joint {joint.name!r}, so its frame must stay on the "
            "axis; use a frame that is moved along the axis, or split the link"
        )
    changes: dict[str, Vector3] = {}
    if axes and any(pose.rpy):
        inverse = transposed(pose.rotation())
        changes["axis"] = applied(inverse, joint.axis)
        if joint.kind.axes > 1:
            changes["axis2"] = applied(inverse, joint.second_axis)
    return replace(joint, origin=joint.origin @ pose, **changes)
