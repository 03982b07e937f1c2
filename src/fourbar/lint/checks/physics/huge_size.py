"""The check of P454 huge-size."""

from __future__ import annotations

from .... import rules
from ....markup import number
from ...rule import Context, Findings

_LARGEST = 200.0


def check(context: Context) -> Findings:
    """Look for large numbers."""
    for place, values, _ in context.sizes:
        if max(values) <= _LARGEST:
            continue
        text = " ".join(number(value / 1000) for value in values)
        fix = context.set_attribute(place, text, "convert to metres", safe=False)
        message = f"{place.last} is {number(max(values))} m; is it in millimetres?"
        yield context.find(rules.physics.HUGE_SIZE, place, message, fix=fix)
