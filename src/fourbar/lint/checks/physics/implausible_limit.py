"""The check of P413 implausible-limit."""

from __future__ import annotations

from .... import rules
from ....markup import number
from ....robot.unstated import PLAUSIBLE
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look for huge numbers."""
    for joint in context.moving_joints:
        for name, largest in PLAUSIBLE.items():
            value = getattr(joint.limit, name, None)
            if value is not None and largest < value < float("inf"):
                what = f"the {name} limit of joint '{joint.name}'"
                message = f"{what} is implausibly large: {number(value)}"
                yield context.find(
                    rules.physics.IMPLAUSIBLE_LIMIT,
                    PartPath("joint", joint.name) / "limit" / name,
                    message,
                )
