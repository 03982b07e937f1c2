"""Where tags, attributes and elements begin and end in the bytes of a document."""

from __future__ import annotations

import re

from .._native import Element
from ..diagnostics import SourceText

_ATTRIBUTE = re.compile(rb"""\s+([^\s=/>"']+)\s*=\s*("[^"]*"|'[^']*')""")
_TAG_END = re.compile(rb"""(?:[^>"']++|"[^"]*+"|'[^']*+')*+>""")


def tag_end(data: bytes, start: int) -> int:
    """The offset behind the start tag that begins at `start`."""
    match = _TAG_END.match(data, start)
    return match.end() if match else len(data)


def element_end(data: bytes, element: Element) -> int:
    """The offset behind an element's last `>`."""
    end = tag_end(data, element.start)
    return end if is_empty_tag(data, end) else data.index(b">", element.close) + 1


def is_empty_tag(data: bytes, end: int) -> bool:
    """Whether the start tag that ends at `end` is that of an element without content."""
    return data[end - 2 : end] == b"/>"


class StartTag:
    """The start tag at an offset: where it ends, and where its attributes are.

    A match of an attribute begins with the white space before its name; group 1 is the name,
    group 2 the quoted value.
    """

    __slots__ = ("_attributes", "data", "end", "start")

    def __init__(self, data: bytes, start: int) -> None:
        self.data = data
        self.start = start
        self.end = tag_end(data, start)
        self._attributes: dict[bytes, re.Match[bytes]] | None = None

    @property
    def attributes(self) -> dict[bytes, re.Match[bytes]]:
        """The attributes by name, in the order they were written."""
        if self._attributes is None:
            found: dict[bytes, re.Match[bytes]] = {}
            for match in _ATTRIBUTE.finditer(self.data, self.start + 1, self.end):
                found.setdefault(match[1], match)
            self._attributes = found
        return self._attributes

    def value(self, name: str) -> tuple[int, int] | None:
        """Where an attribute's value is, without its quotes."""
        found = self.attributes.get(name.encode("utf-8", "surrogatepass"))
        return None if found is None else (found.start(2) + 1, found.end(2) - 1)


def start_tag(text: SourceText, start: int) -> StartTag:
    """The start tag at an offset. The last one is kept: its attributes are asked for in turn."""
    known = text.known.get("tag")
    if not isinstance(known, StartTag) or known.start != start:
        text.known["tag"] = known = StartTag(text.data, start)
    return known
