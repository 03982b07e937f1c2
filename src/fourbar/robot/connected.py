"""Whether the parts of a robot make one mechanism, as they do in nearly every file."""

from __future__ import annotations

from ..spatial.vector import ZERO
from .axes import are_parallel
from .robot import Robot


def is_connected(robot: Robot) -> bool:
    """Whether the robot is a tree, listed parents first, with loops and mimics that fit it.

    True is certain. False only means that `fourbar.graph` has to look closer: at joints in another
    order, at couplings, at mimics of mimics, and at axes of zeros.
    """
    links, joints = robot.links, robot.joints
    if len(joints) != len(links) - 1 or robot.couplings or len(robot.roots) != 1:
        return False
    reached = {robot.roots[0].name}
    for joint in joints:
        if joint.parent not in reached or joint.child in reached or joint.child not in links:
            return False
        reached.add(joint.child)
        if ZERO in (joint.axis, joint.axis2) and joint.kind.axes:
            return False
        if joint.mimic is not None:
            leader = joints.get(joint.mimic.joint)
            if leader is None or leader.mimic is not None or max(joint.dof, leader.dof) > 1:
                return False
    return all(
        loop.predecessor in links
        and loop.successor in links
        and loop.predecessor != loop.successor
        and ZERO not in (loop.axis, loop.axis2)
        and (loop.axis2 is None or not are_parallel(loop.axis, loop.axis2))
        for loop in robot.loops
    )
