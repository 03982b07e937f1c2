"""The check of P410 limits-on-continuous."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look for a range."""
    for joint in context.robot.joints:
        limit = joint.limit
        if not joint.kind.endless or limit is None or not (limit.lower or limit.upper):
            continue
        path = PartPath("joint", joint.name) / "limit"
        element, fix = context.element(path), None
        if element is not None and context.editor is not None:
            edits = [context.editor.remove_attribute(element, n) for n in ("lower", "upper")]
            fix = context.fix("remove lower and upper", *edits, safe=False)
        name = "lower" if limit.lower else "upper"
        message = f"joint '{joint.name}' is {joint.type}, so its limits are ignored"
        limited = joint.kind.counterpart
        notes = () if limited is None else (f'Use type="{limited.name}" if the joint has a range.',)
        yield context.find(
            rules.physics.LIMITS_ON_CONTINUOUS, path / name, message, notes=notes, fix=fix
        )
