"""The check of P405 no-range."""

from __future__ import annotations

from .... import rules
from ....markup import number
from ...rule import Context, Findings, PartPath

AFTER = ("S105", "S106", "S108")


def check(context: Context) -> Findings:
    """Compare the two limits."""
    for joint in context.robot.joints:
        limit = joint.limit
        if limit is None or not joint.kind.has_range:
            continue
        lower, upper = joint.bounds
        if lower != upper:
            continue
        unstated = limit.lower is None and limit.upper is None
        reason = f"lower and upper are both {number(lower)}"
        if unstated:
            reason = "<limit> has neither lower nor upper, so both are 0"
        message = f"joint '{joint.name}' cannot move: {reason}"
        yield context.find(rules.physics.NO_RANGE, PartPath("joint", joint.name) / "limit", message)
