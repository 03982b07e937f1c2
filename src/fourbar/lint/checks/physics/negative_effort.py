"""The check of P407 negative-effort."""

from __future__ import annotations

from .... import rules
from ....markup import number
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look at the largest effort."""
    for joint in context.moving_joints:
        limit = joint.limit
        if limit is None or limit.effort is None or not limit.effort < 0:
            continue
        what = f"the effort limit of joint '{joint.name}'"
        message = f"{what} must not be negative, got {number(limit.effort)}"
        yield context.find(
            rules.physics.NEGATIVE_EFFORT,
            PartPath("joint", joint.name) / "limit" / "effort",
            message,
        )
