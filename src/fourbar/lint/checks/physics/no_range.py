"""The check of P405 no-range."""

from __future__ import annotations

from .... import rules
from ....markup import number
from ...facts.stand_ins import has_stand_ins
from ...rule import Context, Findings, PartPath

AFTER = ("S105", "S106", "S108")


def check(context: Context) -> Findings:
    """Compare the two limits."""
    for joint in context.robot.joints:
        limit = joint.limit
        if limit is None or not joint.kind.has_range:
            continue
        lower, upper = joint.bounds
        notes: tuple[str, ...] = ()
        if limit.lower is None and limit.upper is None:
            if has_stand_ins(context.robot, joint.name):
                continue
            message = f"the limit of joint '{joint.name}' has neither lower nor upper"
            notes = (
                "Here it moves without limits. ROS and Pinocchio read 0 to 0: it cannot move.",
            )
        elif lower == upper:
            both = f"lower and upper are both {number(lower)}"
            message = f"joint '{joint.name}' cannot move: {both}"
        else:
            continue
        path = PartPath("joint", joint.name) / "limit"
        yield context.find(rules.physics.NO_RANGE, path, message, notes=notes)
