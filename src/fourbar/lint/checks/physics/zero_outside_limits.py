"""The check of P414 zero-outside-limits."""

from __future__ import annotations

from .... import rules
from ....markup import number
from ...rule import Context, Findings, PartPath

AFTER = ("P403", "P404", "P405", "P412")


def check(context: Context) -> Findings:
    """Look where zero lies."""
    for joint in context.robot.joints:
        if not joint.kind.has_range or joint.limit is None:
            continue
        lower, upper = joint.bounds
        if lower <= 1e-9 and upper >= -1e-9:
            continue
        name = "lower" if lower > 0 else "upper"
        message = (
            f"the zero position of joint '{joint.name}' is outside its limits "
            f"{number(lower)} to {number(upper)}"
        )
        yield context.find(
            rules.physics.ZERO_OUTSIDE_LIMITS,
            PartPath("joint", joint.name) / "limit" / name,
            message,
        )
