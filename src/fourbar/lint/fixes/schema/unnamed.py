"""The fix of S114 unnamed."""

from __future__ import annotations

from ...rule import Context, Diagnostic, Fix


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the name that was taken."""
    element = context.element_at(finding)
    name = finding.fact("taken")
    if name is None or element is None or context.editor is None:
        return None
    edits = context.editor.set_attribute(element, "name", name)
    return context.fix(f'write name="{name}"', edits)
