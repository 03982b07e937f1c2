"""The catalogue in the documentation is the one the rules give."""

from __future__ import annotations

from pathlib import Path

from fourbar.lint.catalogue import pages

FOLDER = Path(__file__).parents[2] / "docs" / "rules"


def test_the_pages_are_up_to_date() -> None:
    # If this fails: fourbar explain --write docs/rules
    written = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    assert written == pages()


def test_the_index_links_to_every_page() -> None:
    content = pages()
    for name in content:
        assert name == "index.md" or f"({name})" in content["index.md"]
