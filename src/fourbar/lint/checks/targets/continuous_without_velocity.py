"""The check of T808 continuous-without-velocity."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look for the velocity."""
    for joint in context.robot.joints:
        if joint.kind.endless and (joint.limit is None or joint.limit.velocity is None):
            message = f"continuous joint '{joint.name}' has no velocity limit"
            yield context.find(
                rules.targets.CONTINUOUS_WITHOUT_VELOCITY, PartPath("joint", joint.name), message
            )
