"""Targets: what a certain consumer cannot do."""

from __future__ import annotations

from ...context import Context

STAGE = "T8"


def applies(context: Context) -> bool:
    """Whether a target was asked for."""
    return bool(context.settings.targets)
