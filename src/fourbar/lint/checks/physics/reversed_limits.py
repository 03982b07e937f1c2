"""The check of P403 reversed-limits."""

from __future__ import annotations

from .... import rules
from ....markup import number
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Compare the two limits."""
    for joint in context.robot.joints:
        limit = joint.limit
        if limit is None or not joint.kind.has_range:
            continue
        lower, upper = joint.bounds
        if lower <= upper:
            continue
        path = PartPath("joint", joint.name) / "limit"
        element, fix = context.element(path), None
        if element is not None and context.editor is not None:
            texts = (element.attributes.get("lower"), element.attributes.get("upper"))
            if None not in texts:
                edits = [
                    context.editor.set_attribute(element, "lower", texts[1] or ""),
                    context.editor.set_attribute(element, "upper", texts[0] or ""),
                ]
                fix = context.fix("swap the limits", *edits, safe=False)
        message = (
            f"the lower limit of joint '{joint.name}', {number(lower)}, "
            f"is above its upper limit, {number(upper)}"
        )
        yield context.find(rules.physics.REVERSED_LIMITS, path / "lower", message, fix=fix)
