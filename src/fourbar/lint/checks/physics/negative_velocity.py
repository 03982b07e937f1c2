"""The check of P409 negative-velocity."""

from __future__ import annotations

from .... import rules
from ....markup import number
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look at the largest velocity."""
    for joint in context.moving_joints:
        limit = joint.limit
        if limit is None or limit.velocity is None or not limit.velocity < 0:
            continue
        what = f"the velocity limit of joint '{joint.name}'"
        message = f"{what} must not be negative, got {number(limit.velocity)}"
        yield context.find(
            rules.physics.NEGATIVE_VELOCITY,
            PartPath("joint", joint.name) / "limit" / "velocity",
            message,
        )
