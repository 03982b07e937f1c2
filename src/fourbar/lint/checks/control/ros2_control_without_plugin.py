"""The check of C621 ros2-control-without-plugin."""

from __future__ import annotations

from .... import rules
from ...facts.control import controls
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Look for the plugin."""
    for path, part, element in controls(context):
        if part.hardware is None or not part.hardware.plugin:
            message = f"ros2_control '{part.name}' has no hardware plugin"
            yield context.find(
                rules.control.ROS2_CONTROL_WITHOUT_PLUGIN, path, message, element=element
            )
