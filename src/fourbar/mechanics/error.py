"""What the mechanics raise."""

from __future__ import annotations


class ModelError(ValueError):
    """A robot that cannot be compiled; the message names the joint and the way out."""


class NotComputedError(RuntimeError):
    """A result was read before what it follows from was computed."""
