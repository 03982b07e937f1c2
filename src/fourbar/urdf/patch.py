"""The differences of two robots, written into the text that the first was read from.

Elements that say the same in both stay as they were written, byte for byte. Of the others, only
the attributes, children or texts that differ are changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from ..diagnostics import Edit
from ..robot import Robot
from ..xml.edits import Editor, Edits, apply_edits
from ..xml.node import Node
from ..xml.tree import Document, Element
from ..xml.write import inline, lines
from .turned import QUATERNION
from .write import robot_node

Renamed = Mapping[tuple[str, str], str]
"""The names that parts had before, by kind and new name: `("link", "thigh")` was "link_2"."""


def patch(document: Document, before: Robot, after: Robot, *, renamed: Renamed) -> bytes:
    """The text of a document, changed from one robot to another.

    `before` is the robot of the document. Not every change can be made in a text that another
    program's dialect or a second file has a part in: read the result to see whether it is `after`.
    """
    edits = _Patch(document, renamed).edits(robot_node(before), robot_node(after))
    return apply_edits(document.text.data, edits)


class _Pair(NamedTuple):
    """A node before and after; one of them is None where it is new or gone."""

    before: Node | None
    after: Node | None


class _Patch:
    def __init__(self, document: Document, renamed: Renamed) -> None:
        self.document = document
        self.editor = Editor(document)
        self.renamed = renamed

    def edits(self, before: Node, after: Node) -> list[Edit]:
        return list(self._element(before, after, self.document.root))

    def _element(self, before: Node, after: Node, element: Element) -> Edits:
        """The edits of one element that was written for `before`."""
        if not before.xml and not after.xml and element.tag == before.tag == after.tag:
            if before.text != after.text:
                return self._replace(element, after)
            changed = self._attributes(before, after, element)
            return changed + self._children(before, after, element)
        return () if _same(before, after) else self._replace(element, after)

    def _attributes(self, before: Node, after: Node, element: Element) -> Edits:
        edits: Edits = ()
        for name, value in after.attributes.items():
            if before.attributes.get(name) != value:
                edits += self.editor.set_attribute(element, name, value)
        for name in before.attributes:
            if name not in after.attributes:
                edits += self.editor.remove_attribute(element, name)
        if before.attributes.get("rpy") != after.attributes.get("rpy"):
            # The angles were written as a quaternion, which would contradict the new ones.
            edits += self.editor.remove_attribute(element, QUATERNION)
        return edits

    def _children(self, before: Node, after: Node, element: Element) -> Edits:
        pairs = self._pairs(before.children, after.children)
        if all(p.before and p.after and _same(p.before, p.after) for p in pairs):
            return ()
        written = self._written(before.children, element)
        edits: Edits = ()
        new: list[Node] = []
        # Where the next new element goes: behind the last one that stays.
        last: Element | None = None
        gone = {id(e) for p in pairs if p.after is None for e in _found(written, p.before)}
        for pair in pairs:
            origin = None if pair.before is None else written.get(id(pair.before))
            if pair.after is None:
                edits += () if origin is None else self.editor.remove_element(origin)
            elif origin is None and pair.before is not None and _same(pair.before, pair.after):
                continue  # another file has it, or nobody had to write it: `world`
            elif origin is None:
                # `<origin xyz="0 0 0"/>` says what its absence says: it takes the new numbers.
                idle = _idle(pair.after, element, written)
                if idle is None:
                    new.append(pair.after)
                else:
                    edits += self._attributes(Node(idle.tag, idle.attributes), pair.after, idle)
            else:
                assert pair.before is not None
                edits += self._insert(new, last, element, gone)
                new, last = [], origin
                edits += self._element(pair.before, pair.after, origin)
        return edits + self._insert(new, last, element, gone)

    def _insert(
        self, nodes: Sequence[Node], last: Element | None, parent: Element, gone: set[int]
    ) -> Edits:
        if not nodes:
            return ()
        text = [line for node in nodes for line in lines(node)]
        if last is not None:
            return self.editor.insert_after(last, *text)
        staying = [child for child in parent.children if id(child) not in gone]
        if staying:
            return self.editor.insert_before(staying[0], *text)
        return self.editor.append_child(parent, *text)

    def _replace(self, element: Element, node: Node) -> Edits:
        text = f"{self.editor.newline}{self.editor.indent(element)}".join(lines(node))
        return self.editor.replace_element(element, text)

    # Which node was which

    def _pairs(self, before: Sequence[Node], after: Sequence[Node]) -> list[_Pair]:
        """Nodes that are the same element, in the new order; those that are gone come first."""
        partner: dict[int, Node] = {}
        by_key = {node.key: node for node in before if node.key is not None}
        for node in after:
            if node.key is not None:
                kind, name = node.key
                old = by_key.get((kind, self.renamed.get(node.key, name)))
                if old is not None and id(old) not in map(id, partner.values()):
                    partner[id(node)] = old
        for tag in dict.fromkeys(node.tag for node in after if node.key is None):
            olds = [node for node in before if node.key is None and node.tag == tag]
            news = [node for node in after if node.key is None and node.tag == tag]
            partner.update(_matched(olds, news))
        taken = {id(node) for node in partner.values()}
        left = [node for node in before if id(node) not in taken]
        # One shape instead of another: it takes its place.
        for node in after:
            if id(node) not in partner and node.key is None and left and left[0].key is None:
                partner[id(node)] = left.pop(0)
        return [_Pair(node, None) for node in left] + [
            _Pair(partner.get(id(node)), node) for node in after
        ]

    def _written(self, nodes: Iterable[Node], parent: Element) -> dict[int, Element]:
        """The elements that nodes were read from: by registered name, else the next of the tag."""
        own = {id(child) for child in parent.children}
        found: dict[int, Element] = {}
        for node in nodes:
            element = None if node.key is None else self.document.named(*node.key)
            if element is not None and id(element) in own:
                found[id(node)] = element
        taken = {id(element) for element in found.values()}
        free: dict[str, list[Element]] = {}
        for child in reversed(parent.children):
            if id(child) not in taken:
                free.setdefault(child.tag, []).append(child)
        for node in nodes:
            if node.key is None and free.get(node.tag):
                found[id(node)] = free[node.tag].pop()
        return found


def _same(before: Node, after: Node) -> bool:
    return inline(before) == inline(after)


def _idle(node: Node, parent: Element, written: Mapping[int, Element]) -> Element | None:
    """An element without content that nothing was read from, and that could be this node."""
    taken = {id(element) for element in written.values()}
    return next(
        (
            child
            for child in parent.children
            if child.tag == node.tag and id(child) not in taken and not child.children
            if node.key is None and node.attributes and not node.children and not node.text
        ),
        None,
    )


def _found(written: Mapping[int, Element], node: Node | None) -> list[Element]:
    return [written[id(node)]] if node is not None and id(node) in written else []


def _matched(olds: Sequence[Node], news: Sequence[Node]) -> dict[int, Node]:
    """By the new node's identity, the old one that it continues: equal ones, then by place."""
    matcher = SequenceMatcher(None, list(map(inline, olds)), list(map(inline, news)), False)
    found: dict[int, Node] = {}
    for _, first, end, start, stop in matcher.get_opcodes():
        for old, new in zip(olds[first:end], news[start:stop], strict=False):
            found[id(new)] = old
    return found
