"""The check of S152 spring-without-use."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look for springs at joints with several degrees of freedom."""
    for joint in context.robot.joints:
        if joint.spring is not None and joint.dof > 1:
            path = PartPath("joint", joint.name) / "spring"
            message = (
                f"joint '{joint.name}' is {joint.type} and has {joint.dof} degrees of freedom, so "
                "its spring has no effect"
            )
            yield context.find(rules.schema.SPRING_WITHOUT_USE, path, message)
