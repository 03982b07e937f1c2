"""The check of S141 incomplete-limit."""

from __future__ import annotations

from .... import rules
from ...facts.stand_ins import has_stand_ins
from ...rule import Context, Findings, PartPath

AFTER = ("S105", "S106", "S108")


def check(context: Context) -> Findings:
    """Look for the two attributes, which only URDF asks for."""
    if context.is_other_format:
        return
    for joint in context.moving_joints:
        limit = joint.limit
        if limit is None:
            continue
        pairs = (("effort", limit.effort), ("velocity", limit.velocity))
        missing = [name for name, value in pairs if value is None]
        if missing and not has_stand_ins(context.robot, joint.name):
            what = " and ".join(missing)
            message = f"the limit of joint '{joint.name}' has no {what}"
            yield context.find(
                rules.schema.INCOMPLETE_LIMIT, PartPath("joint", joint.name) / "limit", message
            )
