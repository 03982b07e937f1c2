"""The check of C641 duplicate-sensor."""

from __future__ import annotations

from .... import rules
from ...facts.control import sensors
from ...facts.repeated import repeated
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Compare the names."""
    for (path, part, element), first in repeated(sensors(context), lambda item: item[1].name):
        yield context.find(
            rules.control.DUPLICATE_SENSOR,
            path,
            f"duplicate sensor name '{part.name}'",
            element=element,
            attribute="name",
            facts={"name": part.name},
            related=context.related(first[0], "first defined here", first[2]),
        )
