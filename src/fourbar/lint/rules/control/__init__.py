"""Control and sensors: transmissions, ros2_control, sensors, Gazebo blocks and SRDF."""

from __future__ import annotations

from ...context import Context

STAGE = "C6"


def applies(context: Context) -> bool:
    """Whether the robot has such parts."""
    robot = context.robot
    parts = robot.transmissions or robot.ros2_control or robot.sensors or robot.gazebo
    return bool(parts) or context.semantics is not None
