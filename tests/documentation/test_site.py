"""The site as a whole: every page has a place in the navigation, and every link leads somewhere."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from fourbar._version import DOCUMENTATION

from .links import addresses, anchors, broken

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PROJECT = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]
TRACKED = [
    ROOT / name
    for name in subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.splitlines()
]
# The pages of rules are generated, and have a test of their own; what stays is quick.
PAGES = sorted(page for page in TRACKED if page.is_file() and "tests" not in page.parts)


def _entries(nav: list[object]) -> Iterator[str]:
    for entry in nav:
        if isinstance(entry, str):
            yield entry
        elif isinstance(entry, dict):
            for value in entry.values():
                yield from _entries(value if isinstance(value, list) else [value])


def test_the_navigation_has_every_page_once() -> None:
    listed = sorted(_entries(PROJECT["nav"]))
    pages = {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")}
    assert listed == sorted(pages)


def test_the_address_is_the_one_that_reports_link_to() -> None:
    assert PROJECT["site_url"] == DOCUMENTATION


def test_links_lead_somewhere() -> None:
    assert len(PAGES) > 300
    assert [link for page in PAGES for link in broken(page)] == []


def test_nothing_is_loaded_from_elsewhere() -> None:
    """Links may lead away; images, scripts and styles come from the site."""
    loaded = re.compile(
        r"<(?:img|script|link|source|iframe)\b[^>]*(?:src|href)=\"https?:|!\[[^\]]*\]\(https?:"
    )
    pages = [page for page in PAGES if page.is_relative_to(DOCS)]
    assert [p.name for p in pages if loaded.search(p.read_text(encoding="utf-8"))] == []
    assert PROJECT["theme"]["font"] is False


def test_titles_are_distinct() -> None:
    titles: dict[str, Path] = {}
    for page in DOCS.rglob("*.md"):
        found = re.search(r"^# (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
        assert found is not None, page
        assert titles.setdefault(found[1], page) == page, found[1]


def test_no_backslash_is_shown_in_a_table() -> None:
    """In code, the generator shows the one of `\\|`; `<code>` with `&#124;` is right everywhere."""
    rows = [
        f"{page.name}:{number}"
        for page in PAGES
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1)
        if line.startswith("|") and re.search(r"`[^`]*\\\|[^`]*`", line)
    ]
    assert rows == []


def test_a_dead_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# One\n\n[a](other.md) [b](#one) [c](#two)\n\n```\n[d](none.md)\n```\n`[e](x)`\n"
    )
    assert list(broken(page)) == ["page.md:3: other.md", "page.md:3: #two"]


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [("Gears beside loops", "gears-beside-loops"), ("`fk` and [`ik`](x.md)!", "fk-and-ik")],
)
def test_anchors_are_those_of_the_generator(heading: str, anchor: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"## {heading}\n\n## {heading}\n")
    assert anchors(page) == {anchor, f"{anchor}_1"}


def test_addresses_in_html_are_seen(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text('# A\n\n<a class="b" href="../app/">c</a>\n')
    assert [found.target for found in addresses(page)] == ["../app/"]
