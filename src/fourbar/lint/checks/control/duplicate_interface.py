"""The check of C625 duplicate-interface."""

from __future__ import annotations

from .... import rules
from ...facts.control import all_components, interfaces
from ...rule import Context, Findings


def check(context: Context) -> Findings:
    """Compare the names."""
    for item in all_components(context):
        for kind in ("command", "state"):
            seen: set[str] = set()
            for path, part, element in interfaces(item, kind):
                if part.name in seen:
                    message = f"'{item.part.name}' has {kind} interface '{part.name}' already"
                    yield context.find(
                        rules.control.DUPLICATE_INTERFACE,
                        path,
                        message,
                        element=element,
                        attribute="name",
                    )
                seen.add(part.name)
