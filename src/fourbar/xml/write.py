"""Nodes to text, in the order and with the comments of the document they were read from."""

from __future__ import annotations

from collections import deque

from ..markup import attributes, escape
from .node import Node
from .tree import Comment, Document, Element

_INDENT = "  "


def serialise(root: Node, document: Document | None) -> str:
    """The document as text with two spaces of indentation and a final line break."""
    return _Layout(document).write(root)


def lines(node: Node) -> list[str]:
    """A node as lines with two spaces of indentation, for a text that has others."""
    layout = _Layout(None)
    layout.add(node)
    return layout.lines


_Part = str | tuple[Node, Element | None, str]
"""A line, or a node with the element it was read from and its indentation."""


class _Layout:
    def __init__(self, document: Document | None) -> None:
        self.document = document
        self.comments: dict[int, list[Comment]] = {}
        if document is not None:
            for comment in document.comments:
                self.comments.setdefault(id(comment.parent), []).append(comment)
        self.lines: list[str] = []

    def write(self, root: Node) -> str:
        self.lines.append('<?xml version="1.0" encoding="utf-8"?>')
        outside = self.comments.get(id(None), [])
        for comment in outside:
            if comment.before == 0:
                self.lines.append(_comment(comment, ""))
        self._node(root, self.document.root if self.document else None, "")
        for comment in outside:
            if comment.before > 0:
                self.lines.append(_comment(comment, ""))
        return "\n".join(self.lines) + "\n"

    def add(self, node: Node) -> None:
        self._node(node, None, "")

    def _node(self, node: Node, source: Element | None, indent: str) -> None:
        # Bodies of MJCF nest as deep as a robot is long: calls may not.
        waiting: list[_Part] = [(node, source, indent)]
        while waiting:
            part = waiting.pop()
            if isinstance(part, str):
                self.lines.append(part)
            else:
                waiting.extend(reversed(self._parts(*part)))

    def _parts(self, node: Node, source: Element | None, indent: str) -> list[_Part]:
        """What a node is written as: lines, and nodes that are lines of their own."""
        if node.xml:
            return [indent + node.xml]
        head = f"{indent}<{node.tag}{attributes(node.attributes)}"
        comments = [] if source is None else self.comments.get(id(source), [])
        if node.children or (comments and not node.text):
            inside = self._children(node, source, comments, indent + _INDENT)
            return [f"{head}>", *inside, f"{indent}</{node.tag}>"]
        if node.text:
            return [f"{head}>{escape(node.text)}</{node.tag}>"]
        return [f"{head}/>"]

    def _children(
        self, node: Node, source: Element | None, comments: list[Comment], indent: str
    ) -> list[_Part]:
        parts: list[_Part] = []
        waiting = deque(comments)
        for place, child, origin in self._placed(node.children, source):
            while waiting and waiting[0].before <= place:
                parts.append(_comment(waiting.popleft(), indent))
            parts.append((child, origin, indent))
        return [*parts, *(_comment(comment, indent) for comment in waiting)]

    def _placed(
        self, children: list[Node], source: Element | None
    ) -> list[tuple[int, Node, Element | None]]:
        """Each child with its place in the source; a new one follows the one before it."""
        if source is None:
            return [(0, child, None) for child in children]
        origins = source_elements(children, source, self.document)
        index = {id(element): i for i, element in enumerate(source.children)}
        placed: list[tuple[int, Node, Element | None]] = []
        place = 0
        for child, origin in zip(children, origins, strict=True):
            if origin is not None:
                place = index[id(origin)]
            placed.append((place, child, origin))
        return sorted(placed, key=lambda item: item[0])


def _comment(comment: Comment, indent: str) -> str:
    return f"{indent}<!--{comment.text}-->"


def source_elements(
    children: list[Node], source: Element, document: Document | None
) -> list[Element | None]:
    """The element that each child was read from: by registered name, else the next of its tag."""
    own = {id(element) for element in source.children}
    named: dict[int, Element] = {}
    for child in children:
        if child.key is not None and document is not None:
            element = document.named(*child.key)
            if element is not None and id(element) in own:
                named[id(child)] = element
    taken = {id(element) for element in named.values()}
    free: dict[str, deque[Element]] = {}
    for element in source.children:
        if id(element) not in taken:
            free.setdefault(element.tag, deque()).append(element)
    origins: list[Element | None] = []
    for child in children:
        origin = named.get(id(child))
        # A part whose registered element is gone is new, whatever its tag.
        if origin is None and child.key is None and free.get(child.tag):
            origin = free[child.tag].popleft()
        origins.append(origin)
    return origins


def inline(node: Node) -> str:
    """A node as text in one line."""
    if node.xml:
        return node.xml
    head = f"<{node.tag}{attributes(node.attributes)}"
    inner = escape(node.text) + "".join(map(inline, node.children))
    return f"{head}>{inner}</{node.tag}>" if inner else f"{head}/>"
