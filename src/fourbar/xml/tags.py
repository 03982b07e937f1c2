"""Where tags, attributes and elements begin and end in the bytes of a document."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .._native import Element

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


def attributes(data: bytes, start: int) -> Iterator[re.Match[bytes]]:
    """The attributes of the start tag at `start`: group 1 is the name, group 2 the quoted value.

    A match begins with the white space before the name.
    """
    return _ATTRIBUTE.finditer(data, start + 1, tag_end(data, start))


def attribute(data: bytes, start: int, name: str) -> re.Match[bytes] | None:
    """The attribute of that name, as `attributes` gives it."""
    wanted = name.encode()
    return next((found for found in attributes(data, start) if found[1] == wanted), None)


def name_place(data: bytes, start: int, name: str) -> tuple[int, int] | None:
    """Where an attribute's name is in the start tag at `start`."""
    found = attribute(data, start, name)
    return None if found is None else found.span(1)


def value_place(data: bytes, start: int, name: str) -> tuple[int, int] | None:
    """Where an attribute's value is in the start tag at `start`, without its quotes."""
    found = attribute(data, start, name)
    return None if found is None else (found.start(2) + 1, found.end(2) - 1)
