"""Numbers as tables show them."""

from __future__ import annotations

from math import floor, log10

_HUGE = 1e15


def plain(value: float, digits: int) -> str:
    """So many significant digits, or more before the point, an exponent only beyond 1e15."""
    if abs(value) >= _HUGE:
        return f"{value:.{digits}g}"
    if value == 0.0 or abs(value) < 10.0**-digits:
        return f"{value:.{digits}g}"
    rounded = round(value, digits - 1 - floor(log10(abs(value))))
    return f"{rounded:.0f}" if abs(rounded) >= 10.0 ** (digits - 1) else f"{rounded:.{digits}g}"
