"""The check of P416 negative-dynamics."""

from __future__ import annotations

from .... import rules
from ....markup import number
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Look for negative numbers."""
    for joint in context.robot.joints:
        for name in ("damping", "friction"):
            value = getattr(joint.dynamics, name, None)
            if value is not None and value < 0:
                message = (
                    f"the {name} of joint '{joint.name}' must not be negative, got {number(value)}"
                )
                yield context.find(
                    rules.physics.NEGATIVE_DYNAMICS,
                    PartPath("joint", joint.name) / "dynamics" / name,
                    message,
                )
