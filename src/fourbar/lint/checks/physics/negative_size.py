"""The check of P450 negative-size."""

from __future__ import annotations

from .... import rules
from ....markup import numbers
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Look for negative numbers."""
    for place, values, _ in context.sizes:
        if min(values) >= 0:
            continue
        text = numbers([abs(value) for value in values])
        fix = context.set_attribute(place, text, "remove the sign", safe=False)
        message = f"{place.last} must be positive, got {numbers(values)}"
        yield context.find(rules.physics.NEGATIVE_SIZE, place, message, fix=fix)
