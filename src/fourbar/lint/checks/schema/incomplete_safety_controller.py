"""The check of S146 incomplete-safety-controller."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath

AFTER = ("S105", "S106", "S108")


def check(context: Context) -> Findings:
    """Look for the attribute."""
    for joint in context.robot.joints:
        safety = joint.safety_controller
        if safety is not None and safety.k_velocity is None:
            message = f"the safety controller of joint '{joint.name}' has no k_velocity"
            yield context.find(
                rules.schema.INCOMPLETE_SAFETY_CONTROLLER,
                PartPath("joint", joint.name) / "safety_controller",
                message,
            )
