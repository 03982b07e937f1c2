"""The fix of S113 unnamed-robot."""

from __future__ import annotations

from ...rule import Context, Diagnostic, Fix


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the name that was taken."""
    if context.document is None or context.editor is None:
        return None
    edits = context.editor.set_attribute(context.document.root, "name", context.robot.name)
    return context.fix(f'write name="{context.robot.name}"', edits)
