"""The fix of R203 duplicate-name."""

from __future__ import annotations

from ....xml.edits import Edits
from ...rule import Context, Diagnostic, Element, Fix
from ...text.rename import free_name
from ..schema.duplicate_element import same


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Remove an exact repetition, or rename the later part."""
    element = context.element_at(finding)
    if element is None or context.document is None or context.editor is None:
        return None
    name = element.attributes.get("name", "")
    first = context.document.named(element.tag, name)
    if first is not None and same(first, element):
        return context.fix("remove the duplicate", context.editor.remove_element(element))
    new = free_name(context.document, name)
    edits = context.editor.set_attribute(element, "name", new)
    edits += _child_edits(context, element, name, new)
    return context.fix(f"rename to '{new}'", edits, safe=False)


def _child_edits(context: Context, link: Element, name: str, new: str) -> Edits:
    """Of several joints that lead to the name, the n-th leads to the n-th link."""
    if link.tag != "link" or context.document is None or context.editor is None:
        return ()
    root = context.document.root
    links = [e for e in root.children if e.tag == "link" and e.attributes.get("name") == name]
    children = [
        child
        for e in root.children
        if e.tag == "joint" and (child := e.find("child")) and child.attributes.get("link") == name
    ]
    at = links.index(link)
    if at >= len(children):
        return ()
    return context.editor.set_attribute(children[at], "link", new)
