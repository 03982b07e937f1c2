"""Where the nodes of a DOM were written, kept while xacro copies and moves them.

The place of an element is DOM user data: it takes no part in the document, and follows an element
into its copies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..diagnostics import SourceText, Span
from ..xml.tree import Document, Element

if TYPE_CHECKING:
    from xml.dom import minidom

_KEY = "fourbar.place"


@dataclass(frozen=True, slots=True)
class Place:
    """The element from byte `start` to `end` of `text`; copied from `macro`, called at `caller`.

    `end` is where the element is closed.
    """

    text: SourceText
    start: int
    end: int
    macro: str | None = None
    caller: Place | None = None

    @property
    def span(self) -> Span:
        """The `<tag` of the start tag."""
        data, end = self.text.data, self.start + 1
        while end < len(data) and data[end] not in b" \t\r\n/>":
            end += 1
        return self.text.span(self.start, end)

    def calls(self) -> Iterator[str]:
        """`in macro 'wheel', called at robot.xacro:12:3`, the innermost first."""
        place = self
        while place.caller is not None:
            yield f"in macro '{place.macro}', called at {place.caller.span}"
            place = place.caller


class Tracker:
    """Marks the elements of documents, and their copies with the macro that made them.

    `copied` is called for every copy of an element.
    """

    def __init__(self, copied: Callable[[], None]) -> None:
        self._copied = copied
        self.calling: tuple[str, Place] | None = None
        """The macro whose body is about to be copied."""
        self.active: list[tuple[str, Place] | None] = []
        """The macros being expanded."""

    def mark(self, document: Document, root: minidom.Element) -> None:
        """Note where the elements of a DOM stand in the document it was made from."""
        elements = list(in_order(document.root))
        nodes = [root, *root.getElementsByTagName("*")]
        for element, node in zip(elements, nodes, strict=True):
            node.setUserData(_KEY, Place(document.text, element.start, element.close), self)

    def handle(self, operation: int, key: str, data: Any, src: Any, dst: Any) -> None:
        """Called by the DOM when a node was copied."""
        self._copied()
        place: Place = data
        if self.calling is not None:
            macro, caller = self.calling
            place = replace(place, macro=macro, caller=caller)
        elif place.caller is None and self.active and self.active[-1] is not None:
            macro, caller = self.active[-1]
            place = replace(place, macro=macro, caller=caller)
        dst.setUserData(key, place, self)


def place_of(node: Any) -> Place | None:
    """Where a node, or for text the element around it, was written."""
    while node is not None:
        place = node.getUserData(_KEY) if hasattr(node, "getUserData") else None
        if place is not None:
            return place
        node = getattr(node, "parentNode", None)
    return None


def offset_of(data: bytes, line: int, column: int) -> int:
    """The byte offset of a line and a column, in characters, both counted from 0."""
    start = 0
    for _ in range(line):
        start = data.find(b"\n", start) + 1
    text = data[start : start + 4 * column].decode("utf-8", "replace")
    return start + len(text[:column].encode())


def in_order(root: Element) -> Iterator[Element]:
    """The elements of a tree in document order."""
    stack = [root]
    while stack:
        element = stack.pop()
        yield element
        stack.extend(reversed(element.children))
