"""Schema: elements, attributes, numbers, and comments for fourbar."""

from __future__ import annotations

from ...context import Context

STAGE = "S1"


def applies(_: Context) -> bool:
    """Every robot has what these rules look at."""
    return True
