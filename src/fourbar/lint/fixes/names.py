"""Names that resemble a wrong one."""

from __future__ import annotations

from collections.abc import Iterable

from ...diagnostics import Fix, nearest
from ...xml.tree import Element
from ..context import Context
from .suggestion import is_slip


def closest(name: str, known: Iterable[str]) -> tuple[str | None, str]:
    """The most similar known name, and `; did you mean 'it'?`."""
    found = nearest(name, known)
    return found, f"; did you mean '{found}'?" if found is not None else ""


def correction(
    context: Context, element: Element | None, attribute: str, name: str | None
) -> Fix | None:
    """The fix that writes the similar name; unsafe, since similar is not the same."""
    if element is None or name is None or context.editor is None:
        return None
    if not is_slip(element.attributes.get(attribute, ""), name):
        return None
    edits = context.editor.set_attribute(element, attribute, name)
    return context.fix(f"write '{name}'", edits, safe=False)
