"""Checks of a robot description: what its readers and its graph find."""

from .check import check

__all__ = ["check"]
