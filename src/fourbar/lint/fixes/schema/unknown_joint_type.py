"""The fix of S110 unknown-joint-type."""

from __future__ import annotations

from ...rule import Context, Diagnostic, Fix


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the type that was suggested."""
    element = context.element_at(finding)
    _, found, rest = finding.message.partition("did you mean '")
    if not found or element is None or context.editor is None:
        return None
    type = rest.partition("'")[0]
    edits = context.editor.set_attribute(element, "type", type)
    return context.fix(f'write type="{type}"', edits, safe=False)
