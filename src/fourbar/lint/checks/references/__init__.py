"""Checks of the rules in `rules/references`."""

from __future__ import annotations

from ...context import Context


def applies(_: Context) -> bool:
    """Every robot has what these rules look at."""
    return True
