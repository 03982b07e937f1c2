"""The check of C641 duplicate-sensor."""

from __future__ import annotations

from .... import rules
from ...facts.control import sensors
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Compare the names."""
    seen: set[str] = set()
    for path, part, element in sensors(context):
        if part.name and part.name in seen:
            message = f"there is a sensor '{part.name}' already"
            yield context.find(
                rules.control.DUPLICATE_SENSOR, path, message, element=element, attribute="name"
            )
        seen.add(part.name)
