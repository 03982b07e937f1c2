"""Whatever two other libraries load, fourbar loads: see docs/compare/readers.md."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))

import fourbar as fb  # noqa: E402
from readers import compare, fourbar  # noqa: E402

PAGE = ROOT / "docs" / "compare" / "readers.md"


def rows() -> list[list[str]]:
    """Each file with the marks of all readers; those in the list are loaded by all."""
    found: list[list[str]] = []
    for line in PAGE.read_text().splitlines():
        title = re.search(r'<span title="([^"]+)">', line)
        if title is not None:
            marks = line.split("|")[1:-2] if line.startswith("|") else ["+"] * 6
            found.append([title[1], *marks])
    return found


@pytest.mark.corpus
def test_the_page_has_what_we_load(corpus):
    load = fourbar()

    def loads(file: Path) -> bool:
        try:
            return load(file)
        except fb.LoadError:
            return False

    there = [(corpus / name.strip(), ours.strip()) for name, ours, *_ in rows()]
    found = {file: "+" if loads(file) else "-" for file, _ in there if file.is_file()}
    assert found == {file: ours for file, ours in there if file in found}


def test_the_page_has_no_file_that_two_others_load_and_we_refuse():
    assert len(rows()) > 150
    for name, ours, *others in rows():
        assert ours.strip() == "+" or sum(mark.strip() == "+" for mark in others) < 2, name


@pytest.mark.slow
@pytest.mark.corpus
@pytest.mark.peer
def test_no_file_of_the_corpus_is_refused_that_two_others_load(corpus_files):
    names, found = compare(corpus_files)
    if len(names) < 3:
        pytest.skip("two other libraries are needed")
    refused = [file for file, (ours, *others) in found.items() if not ours and sum(others) >= 2]
    assert refused == []
