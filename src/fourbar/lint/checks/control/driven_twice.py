"""The check of C609 driven-twice."""

from __future__ import annotations

from .... import rules
from ...facts.control import EndItem, ends, transmissions
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Compare the joints."""
    first: dict[str, tuple[str, EndItem]] = {}
    for item in transmissions(context):
        if len(item.part.joints) != 1:
            continue
        for end in ends(item, "joint"):
            joint = end.part.name
            other, place = first.setdefault(joint, (item.part.name, end))
            if other != item.part.name:
                yield context.find(
                    rules.control.DRIVEN_TWICE,
                    end.path,
                    f"joint '{joint}' is driven by two transmissions: '{other}' and "
                    f"'{item.part.name}'",
                    element=end.element,
                    attribute="name",
                    related=context.related(place.path, "first driven here", place.element),
                )
