"""The check of C625 duplicate-interface."""

from __future__ import annotations

from .... import rules
from ...facts.control import all_components, interfaces
from ...facts.repeated import repeated
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Compare the names."""
    for item in all_components(context):
        for kind in ("command", "state"):
            found = repeated(interfaces(item, kind), lambda each: each.part.name)
            for (path, part, element), first in found:
                yield context.find(
                    rules.control.DUPLICATE_INTERFACE,
                    path,
                    f"duplicate {kind} interface '{part.name}' of '{item.part.name}'",
                    element=element,
                    attribute="name",
                    facts={"name": part.name},
                    related=context.related(first.path, "first defined here", first.element),
                )
