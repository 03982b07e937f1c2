"""The check of S142 missing-axis."""

from __future__ import annotations

from .... import rules
from ....diagnostics import Fix, Severity
from ....xml.tree import Element
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look for the element."""
    if context.document is None:
        return
    locked = {loop.name for loop, _ in context.misaligned_loops}  # of which G347 tells more
    for loop in context.robot.loops:
        element = context.document.named("loop", loop.name)
        # Other spellings of loops have other elements for their axes.
        if not loop.kind.axes or element is None or element.tag != "loop":
            continue
        if element.find("axis") is None and loop.name not in locked:
            yield context.find(
                rules.schema.MISSING_AXIS,
                PartPath("loop", loop.name),
                f"loop '{loop.name}' has no <axis>; the x axis of its frames is used",
                severity=Severity.WARNING,
                fix=_written(context, element),
                facts={"element": "axis"},
            )
    for joint in context.robot.joints:
        element = context.document.named("joint", joint.name)
        if not joint.kind.axes or element is None or element.find("axis") is not None:
            continue
        message = f"joint '{joint.name}' has no <axis>; the x axis is used"
        yield context.find(
            rules.schema.MISSING_AXIS,
            PartPath("joint", joint.name),
            message,
            fix=_written(context, element),
            facts={"element": "axis"},
        )


def _written(context: Context, element: Element) -> Fix | None:
    """The axis that is used, written down."""
    if context.editor is None:
        return None
    added = context.editor.append_child(element, '<axis xyz="1 0 0"/>')
    return context.fix("write the x axis", added)
