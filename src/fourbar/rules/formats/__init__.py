"""Other formats: what one cannot hold, and what was changed for it."""

from __future__ import annotations

from ...diagnostics import Rule
from ..registry import constant


def __getattr__(name: str) -> Rule:
    return constant(__name__, name)
