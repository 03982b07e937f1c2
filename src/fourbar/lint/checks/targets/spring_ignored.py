"""The check of T813 spring-ignored."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look for springs that somebody leaves out."""
    for joint in context.robot.joints:
        if joint.spring is None or not joint.spring.stiffness or joint.dof != 1:
            continue
        for target in context.settings.targets:
            if target in rules.targets.SPRING_IGNORED.targets:
                message = f"{target} will ignore the spring of joint '{joint.name}'"
                path = PartPath("joint", joint.name) / "spring"
                yield context.find(rules.targets.SPRING_IGNORED, path, message)
