"""How exactly a description can close: the digits that its numbers were written with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..numerics import SOLVED

if TYPE_CHECKING:
    from ..robot import Robot

# A number of fewer significant digits was chosen, not rounded; one of more is exact.
_FEWEST, _MOST = 6, 14
# Joints around a loop add their errors up, and arms multiply them.
_MARGIN = 20.0


def written_tolerance(robot: Robot) -> float:
    """The gap [m or rad] that rounding of a robot's origins and axes can leave in a loop.

    1e-10 where no number looks rounded.
    """
    worst = max(map(_rounding, _numbers(robot)))
    return max(SOLVED, _MARGIN * worst)


def _numbers(robot: Robot) -> set[float]:
    """The coordinates of all origins and axes, each once."""
    numbers = {0.0}
    for joint in robot.joints:
        numbers.update(joint.origin.xyz, joint.origin.rpy, joint.axis)
    for loop in robot.loops:
        for origin in (loop.predecessor_origin, loop.successor_origin):
            numbers.update(origin.xyz, origin.rpy)
        numbers.update(loop.axis)
    return numbers


def _rounding(number: float) -> float:
    """Half a unit of the last digit of a number that looks rounded, else zero."""
    digits, _, exponent = repr(abs(number)).partition("e")
    whole, _, fraction = digits.partition(".")
    fraction = fraction.rstrip("0")
    significant = len((whole + fraction).lstrip("0"))
    if not fraction or not _FEWEST <= significant <= _MOST:
        return 0.0
    return 0.5 * 10.0 ** (int(exponent or 0) - len(fraction))
