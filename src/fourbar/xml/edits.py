"""Byte-minimal changes of an XML document."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..diagnostics import Edit
from ..markup import escape_attribute
from .tags import attribute, attributes, element_end, is_empty_tag, tag_end
from .tree import Document, Element

Edits = tuple[Edit, ...]

_INDENT = "  "


def apply_edits(data: bytes, edits: Iterable[Edit]) -> bytes:
    """The bytes after edits that do not overlap."""
    parts: list[bytes] = []
    at = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        parts += (data[at : edit.start], edit.text.encode())
        at = edit.end
    return b"".join((*parts, data[at:]))


class Editor:
    """Makes the edits of one document; nothing is changed until they are applied."""

    def __init__(self, document: Document) -> None:
        self.data = document.text.data
        self.file = document.text.name

    # Attributes

    def set_attribute(self, element: Element, name: str, value: str) -> Edits:
        """Give an attribute a value; a new one goes behind the others."""
        match = self._attribute(element, name)
        if match is not None:
            quote = self.data[match.start(2) : match.start(2) + 1].decode()
            written = self.data[match.start(2) + 1 : match.end(2) - 1].decode()
            return self._change(match.start(2) + 1, written, escape_attribute(value, quote=quote))
        at = self._attributes_end(element)
        return self._replace(at, at, f' {name}="{escape_attribute(value)}"')

    def rename_attribute(self, element: Element, name: str, new: str) -> Edits:
        """Keep the value, change the name."""
        match = self._attribute(element, name)
        return () if match is None else self._replace(match.start(1), match.end(1), new)

    def remove_attribute(self, element: Element, name: str) -> Edits:
        """Take an attribute away with the white space before it."""
        match = self._attribute(element, name)
        return () if match is None else self._replace(match.start(), match.end(), "")

    # Elements

    def rename_element(self, element: Element, tag: str) -> Edits:
        """Change the tag at both ends."""
        first = element.start + 1
        edits = self._replace(first, first + len(element.tag.encode()), tag)
        if not self._is_empty(element):
            last = element.close + 2
            edits += self._replace(last, last + len(element.tag.encode()), tag)
        return edits

    def replace_element(self, element: Element, xml: str) -> Edits:
        """Put something else in an element's place."""
        return self._replace(element.start, self.end(element), xml)

    def remove_element(self, element: Element) -> Edits:
        """Take an element away; with its line, where it has one to itself."""
        start, end = element.start, self.end(element)
        line_start = self.data.rfind(b"\n", 0, start) + 1
        line_end = self.data.find(b"\n", end)
        alone = not self.data[line_start:start].strip()
        if alone and line_end >= 0 and not self.data[end:line_end].strip():
            start, end = line_start, line_end + 1
        return self._replace(start, end, "")

    def insert_before(self, element: Element, *lines: str) -> Edits:
        """Put lines before an element, indented as it is."""
        indent = self.indent(element)
        text = "".join(f"{line}\n{indent}" for line in lines)
        return self._replace(element.start, element.start, text)

    def insert_after(self, element: Element, *lines: str) -> Edits:
        """Put lines behind an element, indented as it is."""
        at, indent = self.end(element), self.indent(element)
        return self._replace(at, at, "".join(f"\n{indent}{line}" for line in lines))

    def append_child(self, element: Element, *lines: str) -> Edits:
        """Put lines behind the last child, indented as it is; opens `<link/>` if need be."""
        if element.children:
            return self.insert_after(element.children[-1], *lines)
        outer = self.indent(element)
        inner = "".join(f"\n{outer}{_INDENT}{line}" for line in lines)
        if self._is_empty(element):
            at = self._attributes_end(element)
            return self._replace(at, self.end(element), f">{inner}\n{outer}</{element.tag}>")
        inside = tag_end(self.data, element.start)
        # What stands before the end tag is white space (or text that stays where it is).
        at = inside + len(self.data[inside : element.close].rstrip())
        return self._replace(at, element.close, f"{inner}\n{outer}")

    # Places

    def end(self, element: Element) -> int:
        """The offset behind an element's last `>`."""
        return element_end(self.data, element)

    def indent(self, element: Element) -> str:
        """The white space that an element's line begins with."""
        line = self.data.rfind(b"\n", 0, element.start) + 1
        text = self.data[line : element.start].decode("utf-8", "replace")
        return text[: len(text) - len(text.lstrip())]

    def _attribute(self, element: Element, name: str) -> re.Match[bytes] | None:
        return attribute(self.data, element.start, name)

    def _attributes_end(self, element: Element) -> int:
        at = element.start + 1 + len(element.tag.encode())
        for match in attributes(self.data, element.start):
            at = match.end()
        return at

    def _is_empty(self, element: Element) -> bool:
        return is_empty_tag(self.data, tag_end(self.data, element.start))

    def _change(self, start: int, old: str, new: str) -> Edits:
        """The edit from old to new text, without the beginning and end they share."""
        if old == new:
            return ()
        lead = 0
        while lead < min(len(old), len(new)) and old[lead] == new[lead]:
            lead += 1
        tail = 0
        while tail < min(len(old), len(new)) - lead and old[-1 - tail] == new[-1 - tail]:
            tail += 1
        first = start + len(old[:lead].encode())
        last = start + len(old[: len(old) - tail].encode())
        return self._replace(first, last, new[lead : len(new) - tail])

    def _replace(self, start: int, end: int, text: str) -> Edits:
        return (Edit(self.file, start, end, text),)
