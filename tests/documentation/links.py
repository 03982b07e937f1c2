"""The links of Markdown pages, and the anchors that pages have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

_FENCE = re.compile(r"^( *)(```+|~~~+).*?^\1\2 *$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"(`+).+?\1")
_LINK = re.compile(r"\]\(<?([^)\s>]+)>?(?: \"[^\"]*\")?\)|^\[[^\]]+\]: (\S+)", re.MULTILINE)
_HTML = re.compile(r"<(?:a|img|script|source|link|robot-viewer)\b[^>]*?\b(?:href|src)=\"([^\"]+)\"")
_HEADING = re.compile(r"^#{1,6} +(.+?)(?: +#+)? *$", re.MULTILINE)
_ID = re.compile(r"(?:\bid=\"|\{ ?#)([\w.-]+)")


class Reference(NamedTuple):
    """A link of a page: its line, and where it leads as written."""

    line: int
    target: str


def links(page: Path) -> Iterator[Reference]:
    """The links that Markdown makes, not those of HTML, which are relative to the built page."""
    text = _without_code(page.read_text(encoding="utf-8"))
    for found in _LINK.finditer(text):
        yield Reference(text.count("\n", 0, found.start()) + 1, found[1] or found[2])


def addresses(page: Path) -> Iterator[Reference]:
    """The addresses in HTML of a page."""
    text = _without_code(page.read_text(encoding="utf-8"))
    for found in _HTML.finditer(text):
        yield Reference(text.count("\n", 0, found.start()) + 1, found[1])


@cache
def anchors(page: Path) -> frozenset[str]:
    """What `page.md#...` may name: headings as the generator numbers them, and explicit ids."""
    text = _FENCE.sub(_blank, page.read_text(encoding="utf-8"))
    found: set[str] = set(_ID.findall(text))
    for heading in _HEADING.findall(text):
        slug = first = _slug(heading)
        number = 0
        while slug in found:
            number += 1
            slug = f"{first}_{number}"
        found.add(slug)
    return frozenset(found)


def broken(page: Path) -> Iterator[str]:
    """The links of a page that lead nowhere, as `page:line: target`."""
    for line, target in links(page):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / unquote(path)).resolve() if path else page
        if not file.exists() or (anchor and file.suffix == ".md" and anchor not in anchors(file)):
            yield f"{page.name}:{line}: {target}"


def _slug(heading: str) -> str:
    """As Python-Markdown's table of contents makes it."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    plain = re.sub(r"[^\w\s-]", "", plain.encode("ascii", "ignore").decode()).strip().lower()
    return re.sub(r"[-\s]+", "-", plain)


def _without_code(text: str) -> str:
    return _CODE.sub(_blank, _FENCE.sub(_blank, text))


def _blank(found: re.Match[str]) -> str:
    """As many lines as the text had, so that places stay."""
    return "\n" * found[0].count("\n")
