"""Checks of the rules in `rules/control`."""

from __future__ import annotations

from ...context import Context


def applies(context: Context) -> bool:
    """Whether the robot has such parts."""
    robot = context.robot
    parts = robot.transmissions or robot.ros2_control or robot.sensors or robot.gazebo
    return bool(parts) or context.semantics is not None
