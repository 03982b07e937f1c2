"""XML as a tree whose elements know the bytes they were written in.

Built on the standard library's expat. Offsets are recorded while parsing; lines, columns and the
places of attributes are worked out only for what a diagnostic points at.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from .._native import Element
from ..diagnostics import PartPath, Related, SourceText, Span, Step
from ..record import record
from .tags import element_end, start_tag, tag_end

if TYPE_CHECKING:
    from ..robot import Found
    from ..robot.source import GltfUp, Source

__all__ = ["Comment", "Document", "Element", "Origin", "Place"]

# Seldom needed, and compiled by `re` when they are.
_CDATA = r"(?s)<!\[CDATA\[(.*?)\]\]>"
_MARKUP = r"(?s)<!--.*?-->|<\?.*?\?>|<[^>]*>"


@record
class Comment:
    """A comment that stands before child number `before` of `parent`."""

    parent: Element | None
    before: int
    text: str


@record
class Place:
    """The innermost element on a path, and the attribute that the path ends with, if any.

    `complete` is whether all of the path is there.
    """

    element: Element
    attribute: str | None
    complete: bool


class Origin(Protocol):
    """Where an element of an expanded text was really written."""

    @property
    def text(self) -> SourceText:
        """The file."""
        ...

    @property
    def start(self) -> int:
        """The byte offset of its `<` there."""
        ...

    def attribute(self, name: str) -> Span | None:
        """Where the value of an attribute was written; None where it has none."""
        ...

    def calls(self) -> Iterable[Related]:
        """The macro calls that it came by, the innermost first."""
        ...


class Document:
    """An element tree with the text it was read from: the side table of a robot.

    `path` is the file on disk, if there is one: assets are looked for around it. `found` is what
    reading a robot from it found, `semantics` the document with the robot's configurations.
    `origins` maps the start of an element to the place it was really written at, for text that
    was expanded from other files.
    """

    def __init__(self, text: SourceText, root: Element, comments: list[Comment]) -> None:
        self.text = text
        self.root = root
        self.comments = comments
        self.path: Path | None = None
        self.found: Found | None = None
        self.confined = False
        self.packages: Mapping[str, str | os.PathLike[str]] = {}
        self.gltf_up: GltfUp = "auto"
        self.semantics: Source | None = None
        self.origins: dict[int, Origin] = {}
        self._named: dict[tuple[str, str | int], Element] = {}
        self._mentioned: dict[tuple[str, str | int], Element] = {}
        self._children: dict[int, dict[Step, Element]] = {}

    # Places

    def element_span(self, element: Element) -> Span:
        """The span of the start tag."""
        text, start = self._written(element)
        return text.span(start, start_tag(text, start).end)

    def attribute_span(self, element: Element, name: str) -> Span:
        """The span of an attribute's value without its quotes; the start tag's if it has none."""
        origin = self.origins.get(element.start)
        if origin is not None:
            return origin.attribute(name) or self.element_span(element)
        place = start_tag(self.text, element.start).value(name)
        return self.text.span(*place) if place else self.element_span(element)

    def value_span(self, element: Element, name: str, start: int, end: int) -> Span:
        """The span of characters `start` to `end` of an attribute's value."""
        text, tag = self._written(element)
        place = start_tag(text, tag).value(name)
        if place is None:
            return self.element_span(element)
        written = text.data[place[0] : place[1]].decode("utf-8", "replace")
        if written != element.attributes.get(name):
            # References such as &amp; or an expanded expression: offsets would not fit.
            return text.span(*place)
        first = place[0] + len(written[:start].encode())
        return text.span(first, first + len(written[start:end].encode()))

    def text_span(self, element: Element) -> Span:
        """The span of what stands between the tags, without the white space around it."""
        if element.start in self.origins:
            return self.element_span(element)
        data = self.text.data
        start, end = tag_end(data, element.start), element.close
        inner = data[start:end]
        lead = len(inner) - len(inner.lstrip())
        return self.text.span(start + lead, start + len(inner.rstrip()))

    def calls(self, element: Element) -> tuple[Related, ...]:
        """Through which macro calls an expanded element came."""
        origin = self.origins.get(element.start)
        return () if origin is None else tuple(origin.calls())

    def calls_at(self, path: PartPath) -> tuple[Related, ...]:
        """Through which macro calls the part at `path` came, or the nearest element around it."""
        place = self.find(path) if self.origins else None
        return () if place is None else self.calls(place.element)

    def _written(self, element: Element) -> tuple[SourceText, int]:
        origin = self.origins.get(element.start)
        return (self.text, element.start) if origin is None else (origin.text, origin.start)

    def register(self, kind: str, name: str | int, element: Element) -> None:
        """Remember which element the name (or number) of a part stands for."""
        self._named[(kind, name)] = element

    def mention(self, kind: str, name: str, element: Element) -> None:
        """Remember where a part that is not written itself is spoken of."""
        self._mentioned[(kind, name)] = element

    def named(self, kind: str, name: str | int) -> Element | None:
        """The element registered under that kind and name."""
        return self._named.get((kind, name))

    def find(self, path: PartPath) -> Place | None:
        """The innermost element on a path; None where the file has nothing of its part."""
        kind, key = path.part
        if key is None:
            element = self.root if kind == "robot" else None
        elif (kind, key) in self._mentioned:
            return Place(self._mentioned[kind, key], None, False)
        else:
            element = self._named.get((kind, key))
        if element is None:
            return None
        for step in path.steps[1:]:
            child = self._child(element, step)
            if child is None:
                attribute = step.kind if step.kind in element.attributes else None
                return Place(element, attribute, attribute is not None)
            element = child
        return Place(element, None, True)

    def _child(self, element: Element, step: Step) -> Element | None:
        """The child that a step leads to: the first, the one of that name, or of that number."""
        known = self._children.get(element.start)
        if known is None:
            known = self._children[element.start] = _children_of(element)
        return known.get(step)

    def span(self, path: PartPath) -> Span | None:
        """The place of `joint[elbow].limit.lower`, or of the nearest element around it."""
        place = self.find(path)
        if place is None:
            return None
        if place.attribute is not None:
            return self.attribute_span(place.element, place.attribute)
        return self.element_span(place.element)

    # Text

    def inner_text(self, element: Element) -> str:
        """The text between an element's tags, stripped; entities and CDATA resolved."""
        data = self.text.data
        inner = data[tag_end(data, element.start) : element.close].decode("utf-8", "replace")
        if "<" not in inner and "&" not in inner:
            return inner.strip()
        from html import unescape  # a table of 2,000 names, seldom needed

        if "<" in inner:
            inner = "".join(
                part if i % 2 else unescape(re.sub(_MARKUP, "", part))
                for i, part in enumerate(re.split(_CDATA, inner))
            )
            return inner.strip()
        return unescape(inner).strip()

    def outer_xml(self, element: Element) -> str:
        """The element exactly as it was written, from `<` to `>`."""
        data = self.text.data
        return data[element.start : element_end(data, element)].decode("utf-8", "replace")


def _children_of(element: Element) -> dict[Step, Element]:
    """The children by tag alone (the first), by tag and name, and by tag and number."""
    found: dict[Step, Element] = {}
    counts: dict[str, int] = {}
    for child in element.children:
        number = counts[child.tag] = counts.get(child.tag, -1) + 1
        found.setdefault(Step(child.tag), child)
        found[Step(child.tag, number)] = child
        found.setdefault(Step(child.tag, child.attributes.get("name", "")), child)
    return found
