"""Rename a link or joint in the text, with every reference to it."""

from __future__ import annotations

import re

from ...xml.edits import Edits
from ...xml.tree import Document, Element
from ..context import Context

_LINK_REFERENCES = ("parent", "child", "predecessor", "successor", "link1", "link2")
_FORBIDDEN = re.compile(r"[^A-Za-z0-9_-]")


def sanitised(name: str, kind: str) -> str:
    """A name of letters, digits, `_` and `-` that does not begin with a digit."""
    clean = _FORBIDDEN.sub("", re.sub(r"\s+", "_", name.strip()))
    if not clean or clean[0].isdigit():
        clean = f"{kind}_{clean}" if kind == "link" else f"_{clean}"
    return clean


def usable(name: str, kind: str) -> str:
    """What every rule about the characters of a name offers instead of it."""
    return sanitised(name.strip("/").replace("/", "_"), kind)


def free_name(document: Document, name: str) -> str:
    """`NAME_duplicate_1`, or the first number that no part of the document has."""
    taken = {e.attributes.get("name") for e in document.root.children}
    count = 1
    while f"{name}_duplicate_{count}" in taken:
        count += 1
    return f"{name}_duplicate_{count}"


def rename(context: Context, kind: str, old: str, new: str) -> Edits:
    """The edits that rename a link or joint; none where the new name is taken."""
    editor, mentions = context.editor, context.mentions
    if editor is None or (kind, new) in mentions:
        return ()
    edits: Edits = ()
    for element, attribute in mentions.get((kind, old), ()):
        edits += editor.set_attribute(element, attribute, new)
    return edits


Mentions = dict[tuple[str, str], list[tuple[Element, str]]]


def mentions(root: Element) -> Mentions:
    """By kind (link or joint) and name: every attribute that holds the name in that meaning."""
    found: Mentions = {}

    def add(kind: str, element: Element, attribute: str) -> None:
        name = element.attributes.get(attribute)
        if name is not None:
            found.setdefault((kind, name), []).append((element, attribute))

    for part in root.children:
        if part.tag in ("link", "joint"):
            add(part.tag, part, "name")
        elif part.tag == "gazebo":
            add("link", part, "reference")
            add("joint", part, "reference")
        for child in part.children:
            if child.tag in _LINK_REFERENCES:
                add("link", child, "link" if "link" in child.attributes else "name")
                if part.tag == "sensor":
                    add("joint", child, "joint")
            elif child.tag == "mimic":
                add("joint", child, "joint")
            elif child.tag == "joint" and part.tag in ("transmission", "ros2_control"):
                add("joint", child, "name")
    return found
