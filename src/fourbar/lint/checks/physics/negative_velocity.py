"""The check of P409 negative-velocity."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath
from ...text.edits import number


def check(context: Context) -> Findings:
    """Look at the largest velocity."""
    for joint in context.moving_joints:
        limit = joint.limit
        if limit is None or limit.velocity is None or not limit.velocity < 0:
            continue
        message = (
            f"the largest velocity of joint '{joint.name}' is negative, {number(limit.velocity)}"
        )
        yield context.find(
            rules.physics.NEGATIVE_VELOCITY,
            PartPath("joint", joint.name) / "limit" / "velocity",
            message,
        )
