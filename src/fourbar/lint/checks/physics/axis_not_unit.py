"""The check of P402 axis-not-unit."""

from __future__ import annotations

from math import hypot

from .... import rules
from ....markup import number, numbers
from ...rule import Context, Findings, PartPath

_TOLERANCE = 1e-3


def check(context: Context) -> Findings:
    """Compare the length of axes with 1."""
    for kind, parts in (("joint", context.robot.joints), ("loop", context.robot.loops)):
        for part in parts:
            length = hypot(*part.axis)
            if not part.kind.axes or length == 0.0 or abs(length - 1) <= _TOLERANCE:
                continue
            text = numbers([0.0 if c == 0 else c / length for c in part.axis])
            path = PartPath(kind, part.name) / "axis" / "xyz"
            yield context.find(
                rules.physics.AXIS_NOT_UNIT,
                path,
                f"the axis of {kind} '{part.name}' must have length 1, "
                f"got {number(round(length, 6))}",
                fix=context.set_attribute(path, text, "normalise the axis"),
            )
