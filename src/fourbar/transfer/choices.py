"""Options of writers that are one of several words, checked before anything is written."""

from __future__ import annotations

from typing import Any, get_args

from .error import TransferError


def check_choice(name: str, given: Any, kind: Any) -> None:
    """Raise TransferError unless an option is one of the words of a Literal."""
    known: tuple[str, ...] = get_args(kind)
    if given not in known:
        expected = ", ".join(map(repr, known))
        raise TransferError(f"unknown {name} {given!r}; expected one of: {expected}")


def check_texture_size(given: int | None) -> None:
    """Raise TransferError unless the option is a number of pixels, or not given."""
    if given is not None and given < 1:
        raise TransferError(f"texture_size must be at least 1 pixel, got {given}")
