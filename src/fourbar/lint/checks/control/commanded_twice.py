"""The check of C628 commanded-twice."""

from __future__ import annotations

from .... import rules
from ...facts.control import all_components
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Compare the command interfaces."""
    seen: set[tuple[str, str, str]] = set()
    for path, part, element in all_components(context):
        names = {interface.name for interface in part.command_interfaces}
        keys = {(part.kind, part.name, name) for name in names}
        again = sorted(key[2] for key in keys & seen)
        if again:
            message = f"{' and '.join(again)} of {part.kind} '{part.name}' is commanded already"
            yield context.find(
                rules.control.COMMANDED_TWICE, path, message, element=element, attribute="name"
            )
        seen |= keys
