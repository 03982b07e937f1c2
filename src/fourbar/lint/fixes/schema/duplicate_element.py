"""The fix of S111 duplicate-element."""

from __future__ import annotations

from ...rule import Context, Diagnostic, Element, Fix


def fix(context: Context, finding: Diagnostic) -> Fix | None:
    """Remove a repetition that says the same."""
    document, again = context.document, context.element_at(finding)
    if document is None or again is None or context.editor is None:
        return None
    parent = parent_of(document.root, again)
    first = parent.find(again.tag) if parent else None
    if first is None or first is again or not same(first, again):
        return None
    return context.fix("remove the duplicate", context.editor.remove_element(again))


def same(one: Element, two: Element) -> bool:
    """Whether two elements say the same."""
    return (
        one.tag == two.tag
        and one.attributes == two.attributes
        and len(one.children) == len(two.children)
        and all(map(same, one.children, two.children))
    )


def parent_of(root: Element, wanted: Element) -> Element | None:
    """The element that holds another."""
    pending = [root]
    while pending:
        element = pending.pop()
        if any(child is wanted for child in element.children):
            return element
        pending += element.children
    return None
