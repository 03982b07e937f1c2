"""The fix of X002 misplaced-declaration."""

from __future__ import annotations

from ....diagnostics import Edit
from ...rule import Context, Diagnostic, Fix


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Remove the white space before the declaration."""
    if context.editor is None or finding.span is None:
        return None
    start = finding.span.start
    if context.editor.data[:start].strip():
        return None
    return context.fix("remove the white space", (Edit(context.editor.file, 0, start, ""),))
