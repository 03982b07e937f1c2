"""The check of C680 duplicate-group."""

from __future__ import annotations

from .... import rules
from ...facts.srdf import SRDF
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Compare the names."""
    semantics = context.semantics
    for tag in ("group", "group_state"):
        seen: set[tuple[str, str]] = set()
        for element in semantics.all(tag) if semantics is not None else ():
            name = element.attributes.get("name", "")
            key = (name, element.attributes.get("group", ""))
            if semantics is not None and key in seen:
                word = "state" if tag == "group_state" else "group"
                message = f"there is a {word} '{name}' already"
                span = semantics.span(element, "name")
                yield context.find(rules.control.DUPLICATE_GROUP, SRDF / tag, message, span=span)
            seen.add(key)
