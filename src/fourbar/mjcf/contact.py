"""Pairs of bodies that a joint holds together, and that MuJoCo would let collide all the same."""

from __future__ import annotations

from ..transfer.lowering import Lowered
from ..xml.node import Node
from .bodies import Bodies


def contact_node(lowered: Lowered, bodies: Bodies) -> Node:
    """`<exclude>` for the two links of every loop, and for what moves on a link that is held.

    MuJoCo lets a body and its parent overlap, unless the parent is fixed to the world.
    """
    node = Node("contact")
    robot = lowered.robot
    pairs: dict[tuple[str, str], None] = {}
    for joint in robot.joints:
        if joint.kind.moves and joint.kind.dof < 6 and joint.parent in lowered.anchored:
            pairs[joint.parent, joint.child] = None
    for loop in robot.loops:
        if loop.kind.demands.rows:
            pairs[loop.predecessor, loop.successor] = None
    for one, two in pairs:
        if robot.links[one].collisions and robot.links[two].collisions:
            names = {"body1": bodies.names[one], "body2": bodies.names[two]}
            node.add(Node("exclude", names))
    return node
