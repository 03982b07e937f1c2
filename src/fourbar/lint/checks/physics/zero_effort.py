"""The check of P406 zero-effort."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look at the largest effort."""
    for joint in context.moving_joints:
        limit = joint.limit
        if limit is None or limit.effort is None or limit.effort != 0:
            continue
        message = f"joint '{joint.name}' has an effort limit of 0"
        yield context.find(
            rules.physics.ZERO_EFFORT, PartPath("joint", joint.name) / "limit" / "effort", message
        )
