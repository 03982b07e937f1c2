"""The check of P415 soft-limits-outside."""

from __future__ import annotations

from .... import rules
from ....markup import number
from ...rule import Context, Findings, PartPath

AFTER = ("P403", "P404", "P405")


def check(context: Context) -> Findings:
    """Compare soft and hard limits."""
    for joint in context.robot.joints:
        safety = joint.safety_controller
        if safety is None or joint.dof != 1:
            continue
        low, high = safety.soft_lower_limit or 0.0, safety.soft_upper_limit or 0.0
        lower, upper = joint.bounds
        path = PartPath("joint", joint.name) / "safety_controller"
        if low > high:
            message = f"the soft limits of joint '{joint.name}' are reversed"
            yield context.find(
                rules.physics.SOFT_LIMITS_OUTSIDE, path / "soft_lower_limit", message
            )
        elif low < lower - 1e-9:
            message = (
                f"soft lower limit {number(low)} of joint '{joint.name}' is below {number(lower)}"
            )
            yield context.find(
                rules.physics.SOFT_LIMITS_OUTSIDE, path / "soft_lower_limit", message
            )
        elif high > upper + 1e-9:
            message = (
                f"soft upper limit {number(high)} of joint '{joint.name}' is above {number(upper)}"
            )
            yield context.find(
                rules.physics.SOFT_LIMITS_OUTSIDE, path / "soft_upper_limit", message
            )
