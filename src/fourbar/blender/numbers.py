"""Numbers that Blender keeps in single precision, as a person would write them."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite, pi
from struct import pack, unpack

Vector3 = tuple[float, float, float]

_STEP = pi / 12.0
"""15 degrees: what people type is a multiple of it."""
_NOTHING = 1e-7
"""[m or rad] What Blender's matrices leave where there should be nothing."""
_STEPS = 2.0**-21
"""Four steps of single precision: what a few operations on matrices add up to."""


def single(value: float) -> float:
    """The number that single precision makes of a double."""
    return unpack("f", pack("f", value))[0]


def shortest(value: float) -> float:
    """The shortest decimal that gives the same number in single precision: 0.1, not 0.10000000149.

    Numbers of more than single precision are returned as they are.
    """
    if not isfinite(value) or single(value) != value:
        return value
    for digits in range(1, 10):
        short = float(f"{value:.{digits}g}")
        if single(short) == value:
            return short + 0.0
    return value


def angle(value: float) -> float:
    """An angle [rad] as `shortest` has it; multiples of 15 degrees to all digits."""
    if abs(value) < _NOTHING:
        return 0.0
    nearest = round(value / _STEP) * _STEP
    off = abs(single(nearest) - value)
    # The next number of single precision is at most 2^-23 of this one away.
    return nearest if nearest and off <= abs(value) * 2.0**-23 else shortest(value)


def place(values: Iterable[float]) -> Vector3:
    """Three coordinates [m] as `shortest` has each, without what is nothing."""
    x, y, z = (0.0 if abs(value) < _NOTHING else shortest(value) for value in values)
    return x, y, z


def scales(values: Iterable[float]) -> Vector3:
    """Three scales: 2, not 1.9999998, which Blender makes of it by way of a matrix."""
    x, y, z = map(_nearby, values)
    return x, y, z


def _nearby(value: float) -> float:
    for digits in range(1, 8):
        short = float(f"{value:.{digits}g}")
        if abs(short - value) <= _STEPS * abs(value):
            return short + 0.0
    return shortest(value)


def angles(values: Iterable[float]) -> Vector3:
    """Three angles [rad] as `angle` has each."""
    x, y, z = (angle(value) for value in values)
    return x, y, z
