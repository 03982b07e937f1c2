"""The fix of A509 package-unnamed."""

from __future__ import annotations

from ...rule import Context, Diagnostic, Fix


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the path that was taken."""
    path = finding.fact("taken")
    element = context.element_at(finding)
    if path is None or element is None or context.editor is None or path.startswith(("..", "/")):
        return None
    edits = context.editor.set_attribute(element, "filename", path)
    return context.fix(f"write '{path}'", edits)
