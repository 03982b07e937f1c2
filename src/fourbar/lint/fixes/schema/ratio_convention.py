"""The fix of S121 ratio-convention."""

from __future__ import annotations

from ...rule import Context, Diagnostic, Fix


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """State the side."""
    element = context.element_at(finding)
    side = finding.fact("side")
    if side is None or element is None or element.tag != "ratio" or context.editor is None:
        return None
    edits = context.editor.set_attribute(element, "of", side)
    return context.fix(f'write of="{side}"', edits)
