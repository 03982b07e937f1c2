"""Checks of a robot description, like a compiler's: rules, their fixes, and what to run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .checking import check
from .settings import Settings, SettingsError

if TYPE_CHECKING:
    from .fixing import Fixed, fix, fix_text

__all__ = ["Fixed", "Settings", "SettingsError", "check", "fix", "fix_text"]


def __getattr__(name: str) -> object:
    if name in ("Fixed", "fix", "fix_text"):
        from . import fixing

        return getattr(fixing, name)
    raise AttributeError(f"module 'fourbar.lint' has no attribute {name!r}")
