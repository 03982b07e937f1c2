"""Errors in XML whose meaning is beyond doubt, made harmless without moving a byte.

Other readers of robots let them pass, so that files have them: two dashes in a comment, a plain
`&`, a `<` in a value, control characters, a document type that declares nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from .. import rules
from ..diagnostics import Rule
from ..record import record
from .tree import Element

_START = re.compile(rb"<!--|<!\[CDATA\[|<!DOCTYPE\s|<\?|&|[\0-\x08\x0b\x0c\x0e-\x1f]|<[^!?]")
_CONTROL = re.compile(rb"[\0-\x08\x0b\x0c\x0e-\x1f]")
_BLANKED = "control characters are not allowed in XML; they are read as spaces"
_END = {b"<!--": b"-->", b"<![CDATA[": b"]]>", b"<?": b"?>"}
_REFERENCE = re.compile(rb"&(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9A-Fa-f]+);")
# Without the declarations of its own that make entities, which can grow without bound.
_DOCTYPE = re.compile(rb"""<!DOCTYPE(?:[^<>\["']|"[^"<]*"|'[^'<]*')*>""")
_TAG = re.compile(rb"""<(?:[^<>"']++|"[^"]*+"|'[^']*+')*+>""")
# Allowed in XML, and in no robot: a byte that can take the place of another.
_AMPERSAND = b"\x7f"
# One of these is hardly ever in a robot.
_LESS = (b"`", b"^", b"~", b"|")


@record
class Mended:
    """Text of the same length that can be parsed, and what was wrong: a rule, words and a place."""

    data: bytes
    faults: Mapping[tuple[Rule, str], tuple[int, int]]
    stands_in: Mapping[str, str]
    """Characters that took the place of others, which `put_back` brings back."""


def mend(data: bytes) -> Mended:
    """Make harmless what can be; the first place of each fault."""
    found: dict[tuple[Rule, str], tuple[int, int]] = {}
    pieces: list[bytes] = []
    done = 0
    prolog = True
    tag_end = 0
    free = _is_free(_AMPERSAND, data)
    less = next((byte for byte in _LESS if _is_free(byte, data)), None)
    stands_in: dict[str, str] = {}

    def replace(rule: Rule, message: str, start: int, end: int, text: bytes) -> None:
        nonlocal done
        found.setdefault((rule, message), (start, end))
        pieces.extend((data[done:start], text))
        done = end

    def comment(start: int, end: int) -> None:
        nonlocal done
        inner = data[start:end]
        dashes, control = (inner + b"-").find(b"--"), _CONTROL.search(inner)
        if dashes >= 0:
            message = "a comment must not contain '--'; it is read all the same"
            place = (start + dashes, end)
            found.setdefault((rules.xml.NOT_WELL_FORMED, message), place)
            inner = inner[:dashes] + inner[dashes:].replace(b"-", b" ")
        if control is not None:
            place = (start + control.start(), start + control.end())
            found.setdefault((rules.xml.NOT_WELL_FORMED, _BLANKED), place)
            inner = _CONTROL.sub(b" ", inner)
        pieces.extend((data[done:start], inner))
        done = end

    at = 0
    while (match := _START.search(data, at)) is not None:
        start, at = match.span()
        mark = match[0]
        if mark.startswith(b"<") and start < tag_end:  # in the quotes of a tag
            at = start + 1
            if less is not None:
                message = "'<' must be written as '&lt;' in a value; it is read as '<'"
                replace(rules.xml.NOT_WELL_FORMED, message, start, at, less)
                stands_in[less.decode()] = "<"
        elif mark in _END:
            end = data.find(_END[mark], at)
            if end < 0:
                break
            if mark == b"<!--":
                comment(at, end)
            at = end + len(_END[mark])
        elif mark.startswith(b"<!DOCTYPE"):
            if prolog and (declared := _DOCTYPE.match(data, start)) is not None:
                at = declared.end()
                message = "the document type is ignored; what it refers to is not read"
                replace(rules.xml.DOCTYPE, message, start, at, b" " * (at - start))
            prolog = False
        elif mark.startswith(b"<"):
            prolog = False
            at = start + 1
            if (tag := _TAG.match(data, start)) is not None:
                tag_end = tag.end()
        elif mark == b"&":
            if free and _REFERENCE.match(data, start) is None:
                message = "'&' must be written as '&amp;'; it is read as '&'"
                replace(rules.xml.NOT_WELL_FORMED, message, start, at, _AMPERSAND)
                stands_in[_AMPERSAND.decode()] = "&"
        else:
            replace(rules.xml.NOT_WELL_FORMED, _BLANKED, start, at, b" ")
    return Mended(b"".join((*pieces, data[done:])), found, stands_in)


def _is_free(byte: bytes, data: bytes) -> bool:
    """Whether a byte is in no value, not even as a reference to it by number."""
    number = byte[0]
    references = rb"(?i)&#(?:0*%d|x0*%x);" % (number, number)
    return byte not in data and re.search(references, data) is None


def put_back(root: Element, stands_in: Mapping[str, str]) -> None:
    """Put what characters took the place of into the values that were parsed."""
    there = str.maketrans(dict(stands_in))
    pending = [root]
    while pending:
        element = pending.pop()
        pending += element.children
        for name, value in element.attributes.items():
            element.attributes[name] = value.translate(there)
