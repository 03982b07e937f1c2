"""Errors in XML whose meaning is beyond doubt, made harmless without moving a byte.

Other readers of robots let them pass, so that files have them: two dashes in a comment, a plain
`&`, control characters, a document type that declares nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from .. import rules
from ..diagnostics import Rule
from ..record import record
from .tree import Element

_START = re.compile(rb"<!--|<!\[CDATA\[|<!DOCTYPE\s|<\?|&|[\0-\x08\x0b\x0c\x0e-\x1f]|<[^!?]")
_END = {b"<!--": b"-->", b"<![CDATA[": b"]]>", b"<?": b"?>"}
_REFERENCE = re.compile(rb"&(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9A-Fa-f]+);")
# Without the declarations of its own that make entities, which can grow without bound.
_DOCTYPE = re.compile(rb"""<!DOCTYPE(?:[^<>\["']|"[^"<]*"|'[^'<]*')*>""")
# Allowed in XML, and in no robot: a byte that can take the place of another.
_STAND_IN = "\x7f"


@record
class Mended:
    """Text of the same length that can be parsed, and what was wrong: a rule, words and a place."""

    data: bytes
    faults: Mapping[tuple[Rule, str], tuple[int, int]]
    stands_in: bool
    """Whether a byte took the place of others: `put_back` is needed."""


def mend(data: bytes) -> Mended:
    """Make harmless what can be; the first place of each fault."""
    found: dict[tuple[Rule, str], tuple[int, int]] = {}
    pieces: list[bytes] = []
    done = 0
    prolog = True
    free = _STAND_IN.encode() not in data

    def replace(rule: Rule, message: str, start: int, end: int, text: bytes) -> None:
        nonlocal done
        found.setdefault((rule, message), (start, end))
        pieces.extend((data[done:start], text))
        done = end

    at = 0
    while (match := _START.search(data, at)) is not None:
        start, at = match.span()
        mark = match[0]
        if mark in _END:
            end = data.find(_END[mark], at)
            if end < 0:
                break
            dashes = data.find(b"--", at, end + 1) if mark == b"<!--" else -1
            if dashes >= 0:
                message = "a comment must not contain '--'; it is read all the same"
                inner = data[dashes:end].replace(b"-", b" ")
                replace(rules.xml.NOT_WELL_FORMED, message, dashes, end, inner)
            at = end + len(_END[mark])
        elif mark.startswith(b"<!DOCTYPE"):
            if prolog and (declared := _DOCTYPE.match(data, start)) is not None:
                at = declared.end()
                message = "the document type is ignored; what it refers to is not read"
                replace(rules.xml.DOCTYPE, message, start, at, b" " * (at - start))
            prolog = False
        elif mark.startswith(b"<"):
            prolog = False
        elif mark == b"&":
            if free and _REFERENCE.match(data, start) is None:
                message = "'&' must be written as '&amp;'; it is read as '&'"
                replace(rules.xml.NOT_WELL_FORMED, message, start, at, _STAND_IN.encode())
        else:
            message = "control characters are not allowed in XML; they are read as spaces"
            replace(rules.xml.NOT_WELL_FORMED, message, start, at, b" ")
    return Mended(b"".join((*pieces, data[done:])), found, _STAND_IN.encode() in pieces)


def put_back(root: Element) -> None:
    """Put what bytes took the place of into the values that were parsed."""
    pending = [root]
    while pending:
        element = pending.pop()
        pending += element.children
        for name, value in element.attributes.items():
            if _STAND_IN in value:
                element.attributes[name] = value.replace(_STAND_IN, "&")
