"""Rename a link or joint in the text, with every reference to it."""

from __future__ import annotations

import re

from ..urdf.tree import Document, Element
from .context import Context
from .edits import Edits

_LINK_REFERENCES = ("parent", "child", "predecessor", "successor", "link1", "link2")
_FORBIDDEN = re.compile(r"[^A-Za-z0-9_-]")


def sanitised(name: str, kind: str) -> str:
    """A name of letters, digits, `_` and `-` that does not begin with a digit."""
    clean = _FORBIDDEN.sub("", re.sub(r"\s+", "_", name.strip()))
    if not clean or clean[0].isdigit():
        clean = f"{kind}_{clean}" if kind == "link" else f"_{clean}"
    return clean


def free_name(document: Document, name: str) -> str:
    """`NAME_duplicate_1`, or the first number that no part of the document has."""
    taken = {e.attributes.get("name") for e in document.root.children}
    count = 1
    while f"{name}_duplicate_{count}" in taken:
        count += 1
    return f"{name}_duplicate_{count}"


def rename(context: Context, kind: str, old: str, new: str) -> Edits:
    """The edits that rename a link or joint; none where the new name is taken."""
    document, editor = context.document, context.editor
    if document is None or editor is None:
        return ()
    names = {e.attributes.get("name") for e in document.root.children if e.tag == kind}
    if new in names:
        return ()
    edits: Edits = ()
    for element, attribute in _mentions(document.root, kind, old):
        edits += editor.set_attribute(element, attribute, new)
    return edits


def _mentions(root: Element, kind: str, name: str) -> list[tuple[Element, str]]:
    """Every attribute that holds the name in the meaning of a link's or joint's."""
    found: list[tuple[Element, str]] = []
    for part in root.children:
        if part.tag == kind and part.attributes.get("name") == name:
            found.append((part, "name"))
        if part.tag == "gazebo" and part.attributes.get("reference") == name:
            found.append((part, "reference"))
        for child in part.children:
            if kind == "link" and child.tag in _LINK_REFERENCES:
                key = "link" if "link" in child.attributes else "name"
                if child.attributes.get(key) == name:
                    found.append((child, key))
            elif kind == "joint":
                if child.tag == "mimic" and child.attributes.get("joint") == name:
                    found.append((child, "joint"))
                inner = child.tag == "joint" and part.tag in ("transmission", "ros2_control")
                if inner and child.attributes.get("name") == name:
                    found.append((child, "name"))
    return found
