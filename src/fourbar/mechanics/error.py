"""What the mechanics raise."""

from __future__ import annotations

from collections.abc import Iterable

from ..error import FourbarError
from ..robot import UnknownNameError


class ModelError(FourbarError, ValueError):
    """What a robot does not allow: to be compiled, or a joint that mimics another to be set."""


class NotComputedError(FourbarError, RuntimeError):
    """A result was read before its input was computed."""


def unknown_name(kind: str, name: str, known: Iterable[str]) -> UnknownNameError:
    """The error for a name that does not exist; it suggests the closest ones."""
    return UnknownNameError(kind, name, known)
