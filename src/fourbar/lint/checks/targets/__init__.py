"""Checks of the rules in `rules/targets`."""

from __future__ import annotations

from ...context import Context


def applies(context: Context) -> bool:
    """Whether a target was asked for."""
    return bool(context.settings.targets)
