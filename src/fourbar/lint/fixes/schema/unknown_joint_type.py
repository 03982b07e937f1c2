"""The fix of S110 unknown-joint-type."""

from __future__ import annotations

from ...rule import Context, Diagnostic, Fix


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the type that was suggested."""
    element = context.element_at(finding)
    type = finding.fact("suggestion")
    if type is None or element is None or context.editor is None:
        return None
    edits = context.editor.set_attribute(element, "type", type)
    return context.fix(f'write type="{type}"', edits, safe=False)
