"""The check of G345 dependent-on-nothing."""

from __future__ import annotations

from .... import rules
from ....graph import AggregateGraph, GraphError
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look for joints alone in their cluster."""
    robot = context.robot
    joints = [joint for joint in robot.joints if joint.independent is False and joint.dof]
    if not joints or not context.is_tree:
        return
    try:
        graph = AggregateGraph(robot)
    except GraphError:
        return
    for joint in joints:
        if len(graph.cluster_of(joint.child).bodies) == 1:
            message = f"joint '{joint.name}' is not determined by any loop, coupling or mimic"
            yield context.find(
                rules.graph.DEPENDENT_ON_NOTHING,
                PartPath("joint", joint.name) / "independent",
                message,
            )
