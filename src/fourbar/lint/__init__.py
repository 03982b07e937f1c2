"""Checks of a robot description, like a compiler's: rules, their fixes, and what to run."""

from .check import check
from .fix import Fixed, fix_text
from .settings import Settings, SettingsError

__all__ = ["Fixed", "Settings", "SettingsError", "check", "fix_text"]
