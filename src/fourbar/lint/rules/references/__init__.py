"""References and names: whether they exist, are unique, and can be used by others."""

from __future__ import annotations

from ...context import Context

STAGE = "R2"


def applies(_: Context) -> bool:
    """Every robot has what these rules look at."""
    return True
