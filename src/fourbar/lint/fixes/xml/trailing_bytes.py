"""The fix of X010 trailing-bytes."""

from __future__ import annotations

from ....diagnostics import Edit
from ...rule import Context, Diagnostic, Fix


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Remove the bytes, keep a final line break."""
    if context.editor is None or finding.span is None:
        return None
    edit = Edit(context.editor.file, finding.span.start, finding.span.end, context.editor.newline)
    return context.fix("remove the stray bytes", (edit,))
