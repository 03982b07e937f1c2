"""The check of C680 duplicate-group."""

from __future__ import annotations

from .... import rules
from ....diagnostics import Related
from ....urdf.semantics import SRDF
from ...facts.repeated import repeated
from ...rule import Context, Element, Findings


def check(context: Context) -> Findings:
    """Compare the names."""
    semantics = context.semantics
    if semantics is None:
        return
    for tag, word in (("group", "group"), ("group_state", "state")):
        for element, first in repeated(semantics.all(tag), _name):
            name = element.attributes.get("name", "")
            yield context.find(
                rules.control.DUPLICATE_GROUP,
                SRDF / tag,
                f"duplicate {word} name '{name}'",
                span=semantics.span(element, "name"),
                facts={"name": name},
                related=(Related(semantics.span(first, "name"), "first defined here"),),
            )


def _name(element: Element) -> tuple[str, str]:
    return element.attributes.get("name", ""), element.attributes.get("group", "")
