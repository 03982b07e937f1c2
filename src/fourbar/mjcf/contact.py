"""Pairs of bodies that may overlap: those that are joined, and those the description names."""

from __future__ import annotations

from ..transfer.lowering import Lowered
from ..xml.node import Node
from .bodies import Bodies
from .marks import JOINED


def contact_node(lowered: Lowered, bodies: Bodies) -> Node:
    """`<exclude>` for disabled collisions, the two links of every loop, and what moves on the held.

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
            both = {"body1": bodies.names[one], "body2": bodies.names[two]}
            node.add(Node("exclude", {"name": f"{JOINED}{one}:{two}", **both}))
    for pair in robot.disabled_collisions:
        if pair.link1 in bodies.names and pair.link2 in bodies.names:
            both = {"body1": bodies.names[pair.link1], "body2": bodies.names[pair.link2]}
            node.add(Node("exclude", both))
    return node
