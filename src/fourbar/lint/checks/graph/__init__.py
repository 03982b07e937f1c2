"""Checks of the rules in `rules/graph`."""

from __future__ import annotations

from ...context import Context


def applies(context: Context) -> bool:
    """Whether the graph found something, or the robot speaks of closed loops."""
    robot = context.robot
    if robot.loops or robot.couplings or any(d.code.startswith("G3") for d in context.found):
        return True
    return any(joint.independent is not None for joint in robot.joints)
