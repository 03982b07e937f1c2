"""The fix that writes the name a check suggests."""

from __future__ import annotations

from collections.abc import Mapping

from ...diagnostics import Fix
from ...xml.tree import Element
from ..context import Context
from .suggestion import is_slip


def correction(
    context: Context, element: Element | None, attribute: str, facts: Mapping[str, object]
) -> Fix | None:
    """The fix that writes the suggested name; unsafe, since similar is not the same."""
    name = facts.get("suggestion")
    if element is None or not isinstance(name, str) or context.editor is None:
        return None
    if not is_slip(element.attributes.get(attribute, ""), name):
        return None
    edits = context.editor.set_attribute(element, attribute, name)
    return context.fix(f"write '{name}'", edits, safe=False)
