"""The fix of S102 unknown-attribute."""

from __future__ import annotations

from ...fixes.suggestion import is_slip
from ...rule import Context, Diagnostic, Fix


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the name that was suggested."""
    element = context.element_at(finding)
    name, written = finding.fact("suggestion"), finding.fact("name")
    if name is None or written is None or element is None or context.editor is None:
        return None
    if not is_slip(written, name):
        return None
    edits = context.editor.rename_attribute(element, written, name)
    return context.fix(f"write '{name}'", edits, safe=False)
