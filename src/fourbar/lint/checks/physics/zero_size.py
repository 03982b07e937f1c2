"""The check of P451 zero-size."""

from __future__ import annotations

from .... import rules
from ....markup import numbers
from ....robot import Capsule
from ...rule import Context, Findings

AFTER = ("S103", "S105", "S106", "P450")


def check(context: Context) -> Findings:
    """Look for zeros."""
    for place, values, geometry in context.sizes:
        if isinstance(geometry, Capsule) and place.last == "length":
            continue
        if min(values) == 0:
            message = f"{place.last} must be positive, got {numbers(values)}"
            yield context.find(rules.physics.ZERO_SIZE, place, message)
