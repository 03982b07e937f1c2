"""The check of P411 mimic-beyond-limits."""

from __future__ import annotations

from math import isfinite

from .... import rules
from ....markup import number
from ...rule import Context, Findings, PartPath

AFTER = ("P40",)
# Rounded limits of the two joints need not agree to the last digit.
_SLACK = 0.01


def check(context: Context) -> Findings:
    """Compare the two ranges."""
    for joint in context.robot.joints:
        leader = context.robot.joints.get(joint.mimic.joint) if joint.mimic else None
        if joint.mimic is None or leader is None or joint.dof != 1 or leader.dof != 1:
            continue
        ends = [joint.mimic.multiplier * b + joint.mimic.offset for b in leader.bounds]
        low, high = joint.bounds
        if not all(map(isfinite, (*ends, low, high))):
            continue
        slack = _SLACK * (high - low)
        if low - slack <= min(ends) and max(ends) <= high + slack:
            continue
        given = f"{number(round(min(ends), 6))} to {number(round(max(ends), 6))}"
        message = (
            f"joint '{joint.name}' mimics '{leader.name}' and moves from {given}, "
            f"beyond its limits {number(low)} to {number(high)}"
        )
        yield context.find(
            rules.physics.MIMIC_BEYOND_LIMITS, PartPath("joint", joint.name) / "mimic", message
        )
