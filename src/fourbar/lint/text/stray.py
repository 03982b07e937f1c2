"""Text between the tags of a document."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...xml.tags import element_end, tag_end
from ...xml.tree import Document, Element

_MARKUP = rb"(?s)<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>"

_ANY = rb">[ \t\r\n]*[^ \t\r\n<]"
"""What text looks like at least: something after a tag that is not a blank. So do some comments."""

# Elements whose content URDF leaves to others, or that hold their value as text.
_FOREIGN = frozenset(("gazebo", "transmission", "ros2_control", "sensor"))
_CONTAINERS = frozenset(
    (
        "robot",
        "link",
        "joint",
        "inertial",
        "visual",
        "collision",
        "geometry",
        "loop",
        "coupling",
    )
)


def stray_texts(document: Document) -> Iterator[tuple[Element, int, int]]:
    """Where text stands between the children of URDF's own elements: owner, first, last byte."""
    data = document.text.data
    if re.search(_ANY, data) is None:
        return  # as in most files, where it is found out much faster
    pending = [document.root]
    while pending:
        element = pending.pop()
        if element.tag in _FOREIGN or element.tag not in _CONTAINERS:
            continue
        if element.close > element.start:
            yield from _between(data, element)
        pending += reversed(element.children)


def _between(data: bytes, element: Element) -> Iterator[tuple[Element, int, int]]:
    at = tag_end(data, element.start)
    for child in element.children:
        yield from _pieces(data, element, at, child.start)
        at = element_end(data, child)
    yield from _pieces(data, element, at, element.close)


def _pieces(
    data: bytes, owner: Element, start: int, stop: int
) -> Iterator[tuple[Element, int, int]]:
    gap = data[start:stop]
    if not gap.strip():
        return
    # Comments and the like become blanks of the same length.
    gap = re.sub(_MARKUP, lambda match: b" " * len(match[0]), gap)
    text = gap.strip()
    if text:
        first = start + gap.index(text)
        yield owner, first, first + len(text)
