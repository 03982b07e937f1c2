"""Numbers of a table, without those that rounding leaves of zero."""

from __future__ import annotations

from collections.abc import Iterable


def least_shown(values: Iterable[float], share: float) -> float:
    """Below this share of the largest of them, numbers are zero."""
    return share * max(map(abs, values), default=0.0)


def shown_number(value: float, least: float = 0.0, *, digits: int = 6) -> str:
    """A number with that many digits, or 0 where it is smaller than `least`."""
    return "0" if abs(value) < least else f"{value + 0.0:.{digits}g}"
