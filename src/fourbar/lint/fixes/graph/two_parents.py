"""The fix of G302 two-parents."""

from __future__ import annotations

from ...fixes.loops import joint_to_loop
from ...rule import Context, Diagnostic, Fix


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Turn the later joint into a loop."""
    return joint_to_loop(context, finding)
