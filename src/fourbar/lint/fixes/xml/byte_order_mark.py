"""The fix of X004 byte-order-mark."""

from __future__ import annotations

from ....diagnostics import Edit
from ...rule import Context, Diagnostic, Fix


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Remove the mark."""
    if context.editor is None:
        return None
    edit = Edit(context.editor.file, 0, 3, "")
    return context.fix("remove the byte order mark", (edit,))
