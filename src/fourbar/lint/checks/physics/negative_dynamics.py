"""The check of P416 negative-dynamics."""

from __future__ import annotations

from .... import rules
from ....markup import number
from ...rule import Context, Findings, PartPath

_NUMBERS = (("dynamics", "damping"), ("dynamics", "friction"), ("spring", "stiffness"))


def check(context: Context) -> Findings:
    """Look for negative numbers."""
    for joint in context.robot.joints:
        for element, name in _NUMBERS:
            value = getattr(getattr(joint, element), name, None)
            if value is not None and value < 0:
                message = (
                    f"the {name} of joint '{joint.name}' must not be negative, got {number(value)}"
                )
                yield context.find(
                    rules.physics.NEGATIVE_DYNAMICS,
                    PartPath("joint", joint.name) / element / name,
                    message,
                )
