"""Put nodes in the place of another, in time linear in their number."""

from __future__ import annotations

from itertools import pairwise
from typing import Any


def replace_node(node: Any, by: Any, content_only: bool = False) -> None:
    """Put `by` (nothing, a node or a list of them, or what these contain) in the place of `node`.

    Stands in for `xacro.replace_node`, which inserts one at a time and searches the place anew
    for each: quadratic in the children of a macro or of an included file.
    """
    parent = node.parentNode
    moved: list[Any] = []
    for each in _listed(by):
        if content_only:
            moved.extend(each.childNodes)
            del each.childNodes[:]
        else:
            if each.parentNode is not None:
                each.parentNode.removeChild(each)
            moved.append(each)
    before, after = node.previousSibling, node.nextSibling
    at = parent.childNodes.index(node)
    parent.childNodes[at : at + 1] = moved
    node.parentNode = node.previousSibling = node.nextSibling = None
    for child in moved:
        child.parentNode = parent
    row = [before, *moved, after]
    for left, right in pairwise(row):
        if left is not None:
            left.nextSibling = right
        if right is not None:
            right.previousSibling = left


def _listed(by: Any) -> list[Any]:
    if by is None:
        return []
    return by if isinstance(by, list) else [by]  # type: ignore[no-any-return]
