"""Where prims are written in the text of a `.usda` file."""

from __future__ import annotations

import re

MOST_BYTES = 1 << 23
"""Larger files are mostly points of meshes, and take seconds to look through."""
# Texts of one and several lines, in which anything may be; headings of prims; comments; brackets.
_TOKEN = (
    rb'"""(?s:\\.|[^\\])*?"""'
    rb"|'''(?s:\\.|[^\\])*?'''"
    rb'|\b(?:def|over|class)\s+(?:[\w:]+\s+)?"(?P<name>[^"\n]+)"'
    rb'|"(?:\\.|[^"\\\n])*"'
    rb"|'(?:\\.|[^'\\\n])*'"
    rb"|\#[^\n]*"
    rb"|[(){}]"
)


def prims_of(text: bytes) -> dict[str, tuple[int, int]]:
    """The first and last byte of the heading of each prim, by its path.

    Braces are the body of the prim whose heading came last, unless they are inside of round ones,
    where they are dictionaries.
    """
    found: dict[str, tuple[int, int]] = {}
    bodies: list[str | None] = []
    waiting: str | None = None
    depth = 0
    for token in re.finditer(_TOKEN, text):
        name, mark = token.group("name"), token.group()
        if name is not None:
            above = next((path for path in reversed(bodies) if path is not None), "")
            waiting = f"{above}/{name.decode('utf-8', 'replace')}"
            found.setdefault(waiting, token.span())
        elif mark in (b"(", b")"):
            depth += 1 if mark == b"(" else -1
        elif mark == b"{":
            bodies.append(None if depth > 0 else waiting)
            waiting = waiting if depth > 0 else None
        elif mark == b"}" and bodies:
            bodies.pop()
    return found
