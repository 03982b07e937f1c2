"""The fix of X003 xml-version."""

from __future__ import annotations

from ....diagnostics import Edit
from ...rule import Context, Diagnostic, Fix


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write 1.0."""
    if context.editor is None or finding.span is None:
        return None
    edit = Edit(context.editor.file, finding.span.start, finding.span.end, "1.0")
    return context.fix("write version 1.0", (edit,))
