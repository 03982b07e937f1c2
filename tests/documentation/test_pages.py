"""Every Python block of the documentation runs, page by page, from top to bottom."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import fourbar as fb

from .page import Change, run, runs

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    page
    for page in (*(ROOT / "docs").rglob("*.md"), ROOT / "README.md")
    if page.parent.name != "rules" and runs(page)
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_page_runs(page: Path, folder: Path) -> None:
    names: dict[str, Any] = run(page)
    for value in names.values():
        if isinstance(value, fb.View):
            value.close()


def test_commands_are_in_blocks_that_run() -> None:
    """An indented block is shown like any other, and nobody runs it."""
    indented = [
        f"{page.name}:{number}"
        for page in (*(ROOT / "docs").rglob("*.md"), ROOT / "README.md")
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1)
        if line.startswith("    $ ")
    ]
    assert indented == []


def test_a_page_with_an_unknown_name_fails(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Page\n\n```python\nx = 1\n```\n\n```python\nx\ny\n```\n")
    with pytest.raises(AssertionError, match=r"page.md:9: NameError"):
        run(page)


def test_a_promised_exception_must_come(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```python\nint('x')  # ValueError: something else\n```\n")
    with pytest.raises(AssertionError):
        run(page)
    page.write_text("```python\nint('1')  # ValueError: nothing is wrong\n```\n")
    with pytest.raises(AssertionError, match="nothing is raised"):
        run(page)


def test_outputs_are_compared(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```python\nprint(0.1 + 0.2)\n```\n\n```output\n0.3\n```\n")
    run(page)
    page.write_text("```python\nprint('a')\nprint('b')\n```\n\n```output\na\n```\n")
    with pytest.raises(AssertionError, match=r"page.md:7: this is printed"):
        run(page)
    changes: list[Change] = []
    run(page, changes)
    assert changes == [Change(7, 1, "a\nb")]


def test_commands_are_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "page.md"
    page.write_text(
        '```xml title="a.urdf"\n<robot name="a"><link name="b"/></robot>\n```\n\n'
        "```console\n$ fourbar info a.urdf\na\n...\nb\n$ fourbar info none.urdf\n```\n"
    )
    with pytest.raises(AssertionError, match=r"page.md:10: fourbar info none.urdf"):
        run(page)


def test_what_cannot_be_run_is_said(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```console\n$ rosrun a b\n```\n")
    with pytest.raises(AssertionError, match="no test knows how to run this"):
        run(page)
    page.write_text("<!-- not run: needs ROS -->\n```console\n$ rosrun a b\n```\n")
    assert not runs(page)
