"""A view that is closed at the end, and pages that look on."""

from __future__ import annotations

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


@pytest.fixture
def view() -> Iterator[View]:
    with View(interval=0.02) as made:
        yield made


@pytest.fixture
def open_page() -> Iterator[Callable[[View], Page]]:
    pages: list[Page] = []

    def open_page(view: View) -> Page:
        pages.append(Page(view.url))
        return pages[-1]

    yield open_page
    for page in pages:
        page.close()
