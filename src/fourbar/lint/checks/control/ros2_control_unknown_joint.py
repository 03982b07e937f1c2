"""The check of C620 ros2-control-unknown-joint."""

from __future__ import annotations

from .... import rules
from ....diagnostics import does_not_exist
from ...facts.control import all_components
from ...fixes.names import correction
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Look the joints up."""
    known = context.robot.joints
    for path, part, element in all_components(context):
        if part.kind == "joint" and part.name and part.name not in known:
            message, facts = does_not_exist("ros2_control: joint", part.name, known.names)
            yield context.find(
                rules.control.ROS2_CONTROL_UNKNOWN_JOINT,
                path,
                message,
                element=element,
                attribute="name",
                facts=facts,
                fix=correction(context, element, "name", facts),
            )
