"""The check of C629 fixed-joint-commanded."""

from __future__ import annotations

from .... import rules
from ...facts.control import all_components
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Look at the joint types."""
    for path, part, element in all_components(context):
        joint = context.robot.joints.get(part.name) if part.kind == "joint" else None
        if joint is not None and not joint.kind.moves and part.command_interfaces:
            message = f"ros2_control commands fixed joint '{joint.name}'"
            yield context.find(
                rules.control.FIXED_JOINT_COMMANDED,
                path,
                message,
                element=element,
                attribute="name",
            )
