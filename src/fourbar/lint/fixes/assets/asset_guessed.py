"""The fix of A507 asset-guessed."""

from __future__ import annotations

from ...rule import Context, Diagnostic, Fix


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the path that was taken."""
    _, found, rest = finding.message.partition("; taking '")
    element = context.element_at(finding)
    if not found or element is None or context.editor is None:
        return None
    path = rest.partition("', whose path ends")[0]
    edits = context.editor.set_attribute(element, "filename", path)
    return context.fix(f"write '{path}'", edits, safe=False)
