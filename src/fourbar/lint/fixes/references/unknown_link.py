"""The fix of R201 unknown-link."""

from __future__ import annotations

from ...fixes.suggestion import suggested
from ...rule import Context, Diagnostic, Fix


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Write the name that was suggested."""
    return suggested(context, finding)
