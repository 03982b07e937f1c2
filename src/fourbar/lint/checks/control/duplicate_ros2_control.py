"""The check of C632 duplicate-ros2-control."""

from __future__ import annotations

from .... import rules
from ...facts.control import controls
from ...facts.repeated import repeated
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Compare the names."""
    for (path, part, element), first in repeated(controls(context), lambda item: item[1].name):
        yield context.find(
            rules.control.DUPLICATE_ROS2_CONTROL,
            path,
            f"duplicate ros2_control block name '{part.name}'",
            element=element,
            attribute="name",
            facts={"name": part.name},
            related=context.related(first[0], "first defined here", first[2]),
        )
