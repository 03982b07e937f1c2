"""The check of C607 duplicate-transmission."""

from __future__ import annotations

from .... import rules
from ...facts.control import transmissions
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Compare the names."""
    seen: set[str] = set()
    for path, part, element in transmissions(context):
        if part.name and part.name in seen:
            message = f"there is a transmission '{part.name}' already"
            yield context.find(
                rules.control.DUPLICATE_TRANSMISSION,
                path,
                message,
                element=element,
                attribute="name",
            )
        seen.add(part.name)
