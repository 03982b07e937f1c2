"""The fix of G301 joint-cycle."""

from __future__ import annotations

from ...fixes.loops import joint_to_loop
from ...rule import Context, Diagnostic, Fix


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Turn the joint that closes the cycle into a loop."""
    return joint_to_loop(context, finding)
