"""JSON values of unknown kind, as the kind that is asked for or None."""

from __future__ import annotations

import re
from typing import Any, cast

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def as_object(value: object) -> dict[str, Any] | None:
    """The value if it is an object."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def as_list(value: object) -> list[Any] | None:
    """The value if it is a list."""
    return cast("list[Any]", value) if isinstance(value, list) else None


def as_text(value: object) -> str | None:
    """The value if it is a text."""
    return value if isinstance(value, str) else None


def is_plain(text: str) -> bool:
    """Whether a text has no control characters: XML cannot hold them."""
    return _CONTROL.search(text) is None


def length(value: object) -> int:
    """How many items a list has; 0 for anything else."""
    return len(as_list(value) or ())
