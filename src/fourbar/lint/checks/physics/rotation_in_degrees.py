"""The check of P417 rotation-in-degrees."""

from __future__ import annotations

from math import radians

from .... import rules
from ....markup import number
from ...rule import Context, Findings

_LARGEST = 12.6


def check(context: Context) -> Findings:
    """Look for large, even numbers."""
    for path, pose in context.origins:
        if not any(abs(a) > _LARGEST and (a / 5).is_integer() for a in pose.rpy):
            continue
        if not all(a.is_integer() for a in pose.rpy):
            continue
        text = " ".join(number(round(radians(a), 6)) for a in pose.rpy)
        message = f"angles {' '.join(map(number, pose.rpy))} look like degrees"
        place = path / "rpy"
        fix = context.set_attribute(place, text, "convert to radians", safe=False)
        yield context.find(rules.physics.ROTATION_IN_DEGREES, place, message, fix=fix)
