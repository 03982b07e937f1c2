"""The check of P408 zero-velocity."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look at the largest velocity."""
    for joint in context.moving_joints:
        limit = joint.limit
        if limit is None or limit.velocity is None or limit.velocity != 0:
            continue
        message = f"joint '{joint.name}' has a velocity limit of 0"
        yield context.find(
            rules.physics.ZERO_VELOCITY,
            PartPath("joint", joint.name) / "limit" / "velocity",
            message,
        )
