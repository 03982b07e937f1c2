"""Docstrings in numpy's style: text, and sections of described names."""

from __future__ import annotations

import inspect
import re
from typing import NamedTuple

_SECTION = re.compile(r"^(Parameters|Attributes|Raises|Returns)\n-{3,}\n", re.MULTILINE)
_NAMES = re.compile(r"^(\*{0,2}\w[\w*]*(?:, \*{0,2}\w+)*)(?: : .*)?$")


class Docstring(NamedTuple):
    """The text, and what each section says about each name; a line may describe several."""

    text: str
    sections: dict[str, dict[str, str]]


def parse(value: object) -> Docstring:
    """The docstring of an object, taken apart; what follows a section unindented is text again."""
    parts = _SECTION.split(inspect.getdoc(value) or "")
    text = [parts[0].strip()]
    sections: dict[str, dict[str, str]] = {}
    for title, body in zip(parts[1::2], parts[2::2], strict=True):
        described, rest = _described(body)
        sections[title] = described
        text.append(rest)
    return Docstring("\n\n".join(part for part in text if part), sections)


def _described(body: str) -> tuple[dict[str, str], str]:
    """Names and their indented descriptions, until a line that is neither."""
    found: dict[str, list[str]] = {}
    lines = body.splitlines()
    current: list[str] = []
    for number, line in enumerate(lines):
        names = _NAMES.match(line)
        if names and number + 1 < len(lines) and lines[number + 1].startswith("    "):
            current = []
            for name in names[1].split(", "):
                found[name.lstrip("*")] = current
        elif line.startswith("    ") or not line:
            current.append(line.strip())
        else:
            return _joined(found), "\n".join(lines[number:]).strip()
    return _joined(found), ""


def _joined(found: dict[str, list[str]]) -> dict[str, str]:
    return {name: " ".join(line for line in lines if line) for name, lines in found.items()}
