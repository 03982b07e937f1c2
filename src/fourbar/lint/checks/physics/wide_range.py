"""The check of P419 wide-range."""

from __future__ import annotations

from math import isfinite, tau

from .... import rules
from ....markup import number
from ...rule import Context, Findings, PartPath

AFTER = ("P404",)
_TURNS = 10


def check(context: Context) -> Findings:
    """Count the turns."""
    for joint in context.robot.joints:
        if not joint.kind.has_range or joint.kind.counterpart is None or joint.limit is None:
            continue
        lower, upper = joint.bounds
        turns = (upper - lower) / tau
        if isfinite(turns) and turns > _TURNS:
            times = number(round(turns, 1))
            message = f"joint '{joint.name}' can turn {times} times; should it be continuous?"
            yield context.find(
                rules.physics.WIDE_RANGE, PartPath("joint", joint.name) / "limit", message
            )
