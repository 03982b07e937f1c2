"""The check of C609 driven-twice."""

from __future__ import annotations

from .... import rules
from ...facts.control import ends, transmissions
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Compare the joints."""
    first: dict[str, str] = {}
    for item in transmissions(context):
        if len(item.part.joints) != 1:
            continue
        for path, end, element in ends(item, "joint"):
            other = first.setdefault(end.name, item.part.name)
            if other != item.part.name:
                message = f"transmission '{other}' drives joint '{end.name}' already"
                yield context.find(
                    rules.control.DRIVEN_TWICE, path, message, element=element, attribute="name"
                )
