"""The check of P418 far-origin."""

from __future__ import annotations

from math import hypot

from .... import rules
from ....markup import number
from ...rule import Context, Findings

_LARGEST = 100.0


def check(context: Context) -> Findings:
    """Measure the distance."""
    for path, pose in context.origins:
        distance = hypot(*pose.xyz)
        if distance <= _LARGEST:
            continue
        text = " ".join(number(c / 1000) for c in pose.xyz)
        place = path / "xyz"
        fix = context.set_attribute(place, text, "convert to metres", safe=False)
        message = f"the origin is {_shown(distance)} m away; is it in millimetres?"
        yield context.find(rules.physics.FAR_ORIGIN, place, message, fix=fix)


def _shown(distance: float) -> str:
    """Metres; digits that say nothing as an exponent."""
    return f"{distance:.0f}" if distance < 1e7 else f"{distance:.3g}"
