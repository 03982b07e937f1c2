"""From a path such as `ros2_control[arm].joint[elbow]` to the element it names."""

from __future__ import annotations

from typing import NamedTuple

from ...xml.tree import Document, Element


class Place(NamedTuple):
    """An element, and the attribute that the path ends with, if it ends with one."""

    element: Element
    attribute: str | None = None


def place(document: Document, path: str) -> Place | None:
    """The innermost element on the path; None where its first segment names nothing.

    An index in brackets is a number (from 0) or the child's name.
    """
    found = _head(document, path)
    if found is None:
        return None
    element, segments = found
    for segment in segments:
        tag, _, index = segment.removesuffix("]").partition("[")
        same = [child for child in element.children if child.tag == tag]
        child = _pick(same, index)
        if child is None:
            attribute = segment if segment in element.attributes else None
            return Place(element, attribute)
        element = child
    return Place(element)


def related(one: str, two: str) -> bool:
    """Whether one path is the other, or leads to it."""
    if len(one) > len(two):
        one, two = two, one
    return two.startswith(one) and (len(one) == len(two) or two[len(one)] in ".[")


def _pick(same: list[Element], index: str) -> Element | None:
    if not same:
        return None
    if not index:
        return same[0]
    for child in same:
        if child.attributes.get("name") == index:
            return child
    position = int(index) if index.isdigit() else 0
    return same[position] if position < len(same) else None


def _head(document: Document, path: str) -> tuple[Element, list[str]] | None:
    kind, bracket, rest = path.partition("[")
    if not bracket or "." in kind:
        head, *segments = path.split(".")
        return (document.root, segments) if head == "robot" else None
    # A name may itself contain brackets and dots: the first registered one counts.
    parts = rest.split("]")
    for i in range(1, len(parts)):
        element = document.named(kind, "]".join(parts[:i]))
        if element is not None:
            tail = "]".join(parts[i:]).removeprefix(".")
            return element, _segments(tail)
    return None


def _segments(tail: str) -> list[str]:
    """Split at dots that are not inside brackets."""
    segments: list[str] = []
    depth = start = 0
    for i, character in enumerate(tail):
        if character == "[":
            depth += 1
        elif character == "]":
            depth -= 1
        elif character == "." and depth <= 0:
            segments.append(tail[start:i])
            start = i + 1
    if tail:
        segments.append(tail[start:])
    return segments
