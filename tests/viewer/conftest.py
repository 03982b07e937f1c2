"""A view that is closed at the end, and pages that look on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fourbar.viewer import View

from .page import ARM, Page


@pytest.fixture
def arm(tmp_path: Path) -> Path:
    file = tmp_path / "arm.urdf"
    file.write_text(ARM.format(name="arm", length=0.5))
    return file


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Recent files are those of the test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def view() -> Iterator[View]:
    with View(interval=0.02) as made:
        yield made


@pytest.fixture
def open_page() -> Iterator[Callable[[View], Page]]:
    pages: list[Page] = []

    def open_page(view: View) -> Page:
        before = view.pages
        pages.append(Page(view.url))
        # What is told before the server knows the page is in its first message, not in one more.
        end = time.monotonic() + 5.0  # a page that is refused is never known
        while view.pages <= before and time.monotonic() < end:
            time.sleep(0.001)
        return pages[-1]

    yield open_page
    for page in pages:
        page.close()
