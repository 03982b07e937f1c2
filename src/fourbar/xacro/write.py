"""A DOM as text, with the place each element was written at."""

from __future__ import annotations

import re
from typing import Any
from xml.dom import Node
from xml.sax.saxutils import escape

from .limits import MAX_TOTAL_TEXT, LimitError
from .origin import Place, place_of

_NAME = re.compile(r"[^\W\d][\w.\-]*(?::[^\W\d][\w.\-]*)?\Z")
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_IN_ATTRIBUTE = {'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}


class InvalidError(Exception):
    """Something at `place` cannot stand in XML."""

    def __init__(self, message: str, place: Place | None) -> None:
        super().__init__(message)
        self.place = place


def write(root: Any, comments: list[str]) -> tuple[bytes, tuple[Place | None, ...]]:
    """The document as UTF-8, and the places of its elements in document order.

    `comments` stand before the root. White space between elements is made anew; text is kept.
    """
    writer = _Writer()
    for comment in comments:
        writer.comment(comment, root)
        writer.put("\n")
    writer.element(root, "\n")
    writer.put("\n")
    return "".join(writer.parts).encode(), tuple(writer.places)


class _Writer:
    def __init__(self) -> None:
        self.parts: list[str] = []
        self.places: list[Place | None] = []
        self.size = 0

    def put(self, text: str) -> None:
        self.parts.append(text)
        self.size += len(text)
        if self.size > MAX_TOTAL_TEXT:
            raise LimitError(f"a result of more than {MAX_TOTAL_TEXT:,} characters")

    def element(self, node: Any, line: str | None) -> None:
        """Write an element; `line` is the line break before it, None where text stands around."""
        self.places.append(place_of(node))
        tag = _checked_name(node.tagName, node)
        attributes = [
            f' {_checked_name(name, node)}="{escape(_checked(value, node), _IN_ATTRIBUTE)}"'
            for name, value in node.attributes.items()
        ]
        self.put(f"<{tag}{''.join(attributes)}")
        children = [child for child in node.childNodes if not _is_blank(child)]
        texts = [child for child in children if child.nodeType == Node.TEXT_NODE]
        if texts or line is None:
            children, inner = list(node.childNodes), None
        else:
            inner = f"{line}  "
        if not children:
            self.put("/>")
            return
        self.put(">")
        for child in children:
            if inner is not None:
                self.put(inner)
            self.child(child, inner)
        if inner is not None and line is not None:
            self.put(line)
        self.put(f"</{tag}>")

    def child(self, node: Any, line: str | None) -> None:
        match node.nodeType:
            case Node.ELEMENT_NODE:
                self.element(node, line)
            case Node.TEXT_NODE | Node.CDATA_SECTION_NODE:
                self.put(escape(_checked(node.data, node)))
            case Node.COMMENT_NODE:
                self.comment(node.data, node)
            case Node.PROCESSING_INSTRUCTION_NODE:
                self.put(f"<?{node.target} {_checked(node.data, node)}?>")
            case _:
                pass

    def comment(self, text: str, node: Any) -> None:
        if "--" in text or text.endswith("-"):
            raise InvalidError("a comment must not contain '--'", place_of(node))
        self.put(f"<!--{_checked(text, node)}-->")


def _is_blank(node: Any) -> bool:
    return node.nodeType == Node.TEXT_NODE and not node.data.strip()


def _checked(text: str, node: Any) -> str:
    illegal = _ILLEGAL.search(text)
    if illegal:
        message = f"the character U+{ord(illegal[0]):04X} cannot stand in XML"
        raise InvalidError(message, place_of(node))
    return text


def _checked_name(name: str, node: Any) -> str:
    if not _NAME.match(name):
        raise InvalidError(f"'{name[:80]}' is not a name in XML", place_of(node))
    return name
