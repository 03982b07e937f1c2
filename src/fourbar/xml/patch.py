"""From one tree of elements to another by few edits: what stays the same keeps its text."""

from __future__ import annotations

from collections import deque

from ..diagnostics import Edit
from .edits import Editor, Edits
from .node import Node
from .tree import Document, Element
from .write import inline, source_elements
from .write import lines as lines_of


def patch(document: Document, old: Node, new: Node) -> Edits:
    """The edits that make a document that reads as `old` one that reads as `new`."""
    made = _Patch(document)
    made.node(old, new, document.root)
    return tuple(made.edits)


class _Patch:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.editor = Editor(document)
        self.edits: list[Edit] = []

    def node(self, old: Node, new: Node, element: Element) -> None:
        """Change an element from what it was read as to what it should be."""
        if inline(old) == inline(new):
            return
        if new.xml or old.xml or new.text != old.text or new.tag != old.tag:
            self.edits += self.editor.replace_element(element, inline(new))
            return
        for name, value in new.attributes.items():
            if old.attributes.get(name) != value:
                self.edits += self.editor.set_attribute(element, name, value)
        for name in old.attributes:
            if name not in new.attributes:
                self.edits += self.editor.remove_attribute(element, name)
        self._children(old, new, element)

    def _children(self, old: Node, new: Node, element: Element) -> None:
        elements = source_elements(old.children, element, self.document)
        origin = {id(c): e for c, e in zip(old.children, elements, strict=True)}
        pairs = _pairs(old.children, new.children)
        claimed = {id(e) for e in elements if e is not None}
        idle: dict[str, deque[Element]] = {}
        for child in element.children:
            if id(child) not in claimed:
                idle.setdefault(child.tag, deque()).append(child)
        places: dict[int, Element | None] = {}
        for child in new.children:
            before = pairs.get(id(child))
            place = None if before is None else origin[id(before)]
            if before is not None and place is not None:
                self.node(before, child, place)
            elif before is None and child.key is None and not child.xml and idle.get(child.tag):
                # An element that says what holds without it, such as an origin of zeros.
                place = idle[child.tag].popleft()
                self.node(Node(child.tag, dict(place.attributes)), child, place)
            elif before is not None and inline(before) == inline(child):
                continue  # what holds without being written
            places[id(child)] = place
        stays = {id(before) for before in pairs.values()}
        gone = [origin[id(c)] for c in old.children if id(c) not in stays]
        self._insert(new, element, places, [e for e in gone if e is not None])

    def _insert(
        self,
        new: Node,
        element: Element,
        places: dict[int, Element | None],
        gone: list[Element],
    ) -> None:
        """Put new children behind those they follow, and take away those that are gone."""
        anchor: Element | None = None
        first = next((e for e in places.values() if e is not None), None)
        lines: list[str] = []  # new ones before the first that stays
        for child in new.children:
            if id(child) not in places:
                continue
            place = places[id(child)]
            if place is not None:
                anchor = place
            elif anchor is not None:
                self.edits += self.editor.insert_after(anchor, *lines_of(child))
            else:
                lines += lines_of(child)
        if lines and first is not None:
            self.edits += self.editor.insert_before(first, *lines)
        elif lines and gone:
            at, *gone = gone
            text = f"{self.editor.newline}{self.editor.indent(at)}".join(lines)
            self.edits += self.editor.replace_element(at, text)
        elif lines:
            self.edits += self.editor.append_child(element, *lines)
        for child in gone:
            self.edits += self.editor.remove_element(child)


def _pairs(old: list[Node], new: list[Node]) -> dict[int, Node]:
    """The old child of each new one: of the same name, else the next of its tag.

    Where there are more or fewer of a tag than before, equal ones belong together first; named ones
    are new then.
    """
    pairs: dict[int, Node] = {}
    named = {child.key: child for child in old if child.key is not None}
    for child in new:
        if child.key in named:
            pairs[id(child)] = named[child.key]
    for tag in {child.tag for child in new}:
        taken = {id(child) for child in pairs.values()}
        left = [c for c in old if c.tag == tag and id(c) not in taken]
        right = [c for c in new if c.tag == tag and id(c) not in pairs]
        if len(left) != len(right):
            if any(c.key is not None for c in (*left, *right)):
                continue
            equal: dict[str, deque[Node]] = {}
            for child in left:
                equal.setdefault(inline(child), deque()).append(child)
            for child in right:
                same = equal.get(inline(child))
                if same:
                    pairs[id(child)] = same.popleft()
            taken = {id(child) for child in pairs.values()}
            left = [c for c in left if id(c) not in taken]
            right = [c for c in right if id(c) not in pairs]
        pairs |= {id(b): a for a, b in zip(left, right, strict=False)}
    return pairs
