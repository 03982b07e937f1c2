"""Physics: mass, inertia, limits, axes and sizes."""

from __future__ import annotations

from ...context import Context

STAGE = "P4"


def applies(_: Context) -> bool:
    """Every robot has what these rules look at."""
    return True
