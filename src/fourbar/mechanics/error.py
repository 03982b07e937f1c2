"""What the mechanics raise."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..robot import UnknownNameError


class ModelError(ValueError):
    """A robot that cannot be compiled; the message names the joint and the way out."""


class NotComputedError(RuntimeError):
    """A result was read before what it follows from was computed."""


def unknown_name(kind: str, name: str, known: Iterable[str]) -> UnknownNameError:
    """The error for a name that is not among those known; it suggests the closest ones."""
    from ..robot import UnknownNameError  # only now: importing mechanics does without

    return UnknownNameError(kind, name, known)
