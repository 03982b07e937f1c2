"""Byte-minimal changes of an XML document."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..diagnostics import Edit, SourceText
from ..markup import escape_attribute
from .tags import element_end, is_empty_tag, start_tag
from .tree import Document, Element

Edits = tuple[Edit, ...]

_INDENT = "  "
# What is indented further is no indentation.
_WIDEST = 1000


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
        self.text = document.text
        self.data = document.text.data
        self.file = document.text.name
        self.newline = _line_break(self.data)

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
        return self._replace(*with_line(self.text, start, end), "")

    def insert_before(self, element: Element, *lines: str) -> Edits:
        """Put lines before an element, indented as it is."""
        indent, newline = self.indent(element), self._newline_at(element.start)
        text = "".join(f"{line}{newline}{indent}" for line in lines)
        return self._replace(element.start, element.start, text)

    def insert_after(self, element: Element, *lines: str) -> Edits:
        """Put lines behind an element, indented as it is."""
        at, indent = self.end(element), self.indent(element)
        newline = self._newline_at(at)
        return self._replace(at, at, "".join(f"{newline}{indent}{line}" for line in lines))

    def append_child(self, element: Element, *lines: str) -> Edits:
        """Put lines behind the last child, indented as it is; opens `<link/>` if need be."""
        if element.children:
            return self.insert_after(element.children[-1], *lines)
        outer = self.indent(element)
        newline = self._newline_at(element.start)
        inner = "".join(f"{newline}{outer}{_INDENT}{line}" for line in lines)
        if self._is_empty(element):
            at = self._attributes_end(element)
            return self._replace(at, self.end(element), f">{inner}{newline}{outer}</{element.tag}>")
        inside = start_tag(self.text, element.start).end
        # What stands before the end tag is white space (or text that stays where it is).
        at = inside + len(self.data[inside : element.close].rstrip())
        return self._replace(at, element.close, f"{inner}{newline}{outer}")

    # Places

    def _newline_at(self, at: int) -> str:
        """How the line at an offset ends; as the first one where it is the last."""
        end = self.data.find(b"\n", at)
        if end < 0:
            return self.newline
        return "\r\n" if self.data[end - 1 : end] == b"\r" else "\n"

    def end(self, element: Element) -> int:
        """The offset behind an element's last `>`."""
        return element_end(self.data, element)

    def indent(self, element: Element) -> str:
        """The white space that an element's line begins with."""
        line = self.text.line_start(element.start)
        text = self.data[line : min(element.start, line + _WIDEST)].decode("utf-8", "replace")
        return text[: len(text) - len(text.lstrip())]

    def _attribute(self, element: Element, name: str) -> re.Match[bytes] | None:
        return start_tag(self.text, element.start).attributes.get(name.encode())

    def _attributes_end(self, element: Element) -> int:
        for match in reversed(start_tag(self.text, element.start).attributes.values()):
            return match.end()
        return element.start + 1 + len(element.tag.encode())

    def _is_empty(self, element: Element) -> bool:
        return is_empty_tag(self.data, start_tag(self.text, element.start).end)

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


def with_line(text: SourceText, start: int, end: int) -> tuple[int, int]:
    """The same bytes, with their line and its end where there is nothing else in it."""
    first, last = text.line_start(start), text.line_end(end)
    if last == len(text.data) or max(start - first, last - end) > _WIDEST:
        return start, end
    if text.data[first:start].strip() or text.data[end:last].strip():
        return start, end
    return first, last + 1


def _line_break(data: bytes) -> str:
    """How the lines of a file end: as the first one does."""
    at = data.find(b"\n")
    if at < 0:
        return "\r" if b"\r" in data else "\n"
    return "\r\n" if data[at - 1 : at] == b"\r" else "\n"
