"""The fix of R215 undeclared-world."""

from __future__ import annotations

from ...rule import Context, Diagnostic, Fix


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Declare the world before the first link."""
    if context.editor is None or context.document is None:
        return None
    first = context.document.root.find("link")
    if first is None:
        return None
    edits = context.editor.insert_before(first, '<link name="world"/>')
    return context.fix("declare the link 'world'", edits)
