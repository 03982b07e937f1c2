"""References and names: whether they exist, are unique, and can be used by others."""

from __future__ import annotations

from ...diagnostics import Rule
from ..registry import constant


def __getattr__(name: str) -> Rule:
    return constant(__name__, name)
