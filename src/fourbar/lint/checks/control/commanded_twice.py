"""The check of C628 commanded-twice."""

from __future__ import annotations

from .... import rules
from ...facts.control import ComponentItem, all_components
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Compare the command interfaces."""
    seen: dict[tuple[str, str, str], ComponentItem] = {}
    for item in all_components(context):
        path, part, element = item
        keys = [(part.kind, part.name, each.name) for each in part.command_interfaces]
        again = sorted({key for key in keys if key in seen})
        if again:
            first = seen[again[0]]
            names = " and ".join(key[2] for key in again)
            yield context.find(
                rules.control.COMMANDED_TWICE,
                path,
                f"{names} of {part.kind} '{part.name}' is commanded twice",
                element=element,
                attribute="name",
                facts={"name": part.name},
                related=context.related(first.path, "first commanded here", first.element),
            )
        for key in keys:
            seen.setdefault(key, item)
