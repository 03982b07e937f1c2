"""The check of C632 duplicate-ros2-control."""

from __future__ import annotations

from .... import rules
from ...facts.control import controls
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Compare the names."""
    seen: set[str] = set()
    for path, part, element in controls(context):
        if part.name and part.name in seen:
            message = f"there is a ros2_control block '{part.name}' already"
            yield context.find(
                rules.control.DUPLICATE_ROS2_CONTROL,
                path,
                message,
                element=element,
                attribute="name",
            )
        seen.add(part.name)
