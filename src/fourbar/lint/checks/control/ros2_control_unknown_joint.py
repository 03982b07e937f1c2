"""The check of C620 ros2-control-unknown-joint."""

from __future__ import annotations

from .... import rules
from ...facts.control import all_components
from ...fixes.names import closest, correction
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Look the joints up."""
    known = context.robot.joints
    for path, part, element in all_components(context):
        if part.kind == "joint" and part.name and part.name not in known:
            guess, text = closest(part.name, known.names)
            yield context.find(
                rules.control.ROS2_CONTROL_UNKNOWN_JOINT,
                path,
                f"ros2_control names joint '{part.name}', no such joint{text}",
                element=element,
                attribute="name",
                facts={"name": part.name},
                fix=correction(context, element, "name", guess),
            )
