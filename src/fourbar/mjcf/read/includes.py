"""Included files put where they are included: MuJoCo keeps no lines of what is inside them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ...diagnostics import Related, Report, SourceText, Span
from ...xml.parse import parse
from ...xml.tags import element_end, is_empty_tag, start_tag, tag_end
from ...xml.tree import Document, Element


class IncludedTwiceError(Exception):
    """A file that includes itself, or that two elements include: MuJoCo refuses both."""

    def __init__(self, name: str, span: Span) -> None:
        super().__init__(f"the file '{name}' is already included")
        self.span = span


class _Piece(NamedTuple):
    """Text of one file: where it begins in the whole, and in the file."""

    at: int
    text: SourceText
    start: int


class _Written(NamedTuple):
    """Where an element of the whole was written."""

    text: SourceText
    start: int

    def attribute(self, name: str) -> Span | None:
        """Where the value of an attribute is."""
        place = start_tag(self.text, self.start).value(name)
        return None if place is None else self.text.span(*place)

    def calls(self) -> Iterable[Related]:
        """None: MJCF has no macros."""
        return ()


def expanded(document: Document, included: Mapping[str, Document]) -> Document:
    """A document with the content of all files that it includes, whose elements know their file.

    As it is where it includes nothing, or where a file is missing. Raises IncludedTwiceError.
    """
    if not any(True for _ in _includes(document)):
        return document
    whole = bytearray()
    pieces: list[_Piece] = []
    _put(document, 0, len(document.text.data), included, {document.text.name}, whole, pieces)
    found = parse(bytes(whole), file=document.text.name, report=Report())
    if found is None:
        return document
    begins = [piece.at for piece in pieces]
    pending = [found.root]
    while pending:
        element = pending.pop()
        pending += element.children
        piece = pieces[bisect_right(begins, element.start) - 1]
        start = piece.start + element.start - piece.at
        found.origins[element.start] = _Written(piece.text, start)
    return found


class Model(NamedTuple):
    """Another model, parts of which are attached: its lines come after `offset` others."""

    document: Document
    offset: int
    data: bytes


def apart(whole: Document, models: Mapping[str, Document]) -> dict[str, Model]:
    """Models with as many empty lines before them that no two files share the number of a line.

    MuJoCo tells of lines only, not of files.
    """
    offset = whole.text.data.count(b"\n") + 1
    found: dict[str, Model] = {}
    for name, document in models.items():
        data = document.text.data
        begin = data.index(b"?>") + 2 if data.startswith(b"<?xml") else 0
        padded = data[:begin] + b"\n" * offset + data[begin:]
        found[name] = Model(document, offset, padded)
        offset += data.count(b"\n") + 1
    return found


def _put(
    document: Document,
    begin: int,
    end: int,
    included: Mapping[str, Document],
    seen: set[str],
    whole: bytearray,
    pieces: list[_Piece],
) -> None:
    """Add the bytes from `begin` to `end` of a document, and what they include."""
    data = document.text.data
    for element in sorted(_includes(document), key=lambda each: each.start):
        name = element.attributes["file"]
        inner = included.get(name)
        if inner is None:
            continue
        if name in seen:
            raise IncludedTwiceError(name, document.element_span(element))
        seen.add(name)
        pieces.append(_Piece(len(whole), document.text, begin))
        # A line of its own: MuJoCo tells of lines only.
        whole += data[begin : element.start] + b"\n"
        first = tag_end(inner.text.data, inner.root.start)
        if not is_empty_tag(inner.text.data, first):
            _put(inner, first, inner.root.close, included, seen, whole, pieces)
        whole += b"\n"
        begin = element_end(data, element)
    pieces.append(_Piece(len(whole), document.text, begin))
    whole += data[begin:end]


def _includes(document: Document) -> Iterable[Element]:
    pending = [document.root]
    while pending:
        element = pending.pop()
        pending += element.children
        if element.tag == "include" and "file" in element.attributes:
            yield element
