"""The check of S140 missing-limit."""

from __future__ import annotations

from .... import rules
from ...facts.stand_ins import has_stand_ins
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look for the element, which only URDF asks for."""
    if context.is_other_format:
        return
    for joint in context.robot.joints:
        if not joint.kind.requires_limit or joint.limit is not None:
            continue
        if has_stand_ins(context.robot, joint.name):
            continue
        path = PartPath("joint", joint.name)
        fix = None
        endless = joint.kind.counterpart
        if endless is not None:
            text = f'write type="{endless.name}"'
            fix = context.set_attribute(path / "type", endless.name, text, safe=False)
        message = f"{joint.type} joint '{joint.name}' has no <limit>"
        notes = ('Add <limit lower=".." upper=".." effort=".." velocity=".."/>.',)
        yield context.find(
            rules.schema.MISSING_LIMIT,
            path,
            message,
            notes=notes,
            fix=fix,
            facts={"element": "limit"},
        )
