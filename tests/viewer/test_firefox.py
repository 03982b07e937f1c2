"""The page in Firefox: links of a closed robot are dragged there as well."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import fourbar as fb
from fourbar.viewer import View

from . import firefox
from .firefox import Firefox
from .page import PATIENCE

PROGRAMS = firefox.find()

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PROGRAMS is None, reason="there is no Firefox, or no Xvfb"),
]
SHOWN = "document.querySelector('.statistics')?.textContent.includes('triangle')"
CARD = "document.querySelector('.hover-card:not([hidden])')?.textContent ?? ''"


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Firefox]:
    assert PROGRAMS is not None
    with Firefox(PROGRAMS, tmp_path) as opened:
        yield opened


def _place_of(page: Firefox, link: str) -> tuple[float, float]:
    """A point of the picture where the card beside the pointer calls a link by its name."""
    box = page.evaluate("document.querySelector('canvas').getBoundingClientRect()")
    for row in range(1, 24):
        for column in range(6, 20):
            x = box["left"] + box["width"] * column / 26
            y = box["top"] + box["height"] * row / 24
            page.move(x, y)
            if link in page.evaluate(CARD):
                return x, y
    raise AssertionError(f"{link} is nowhere in the picture")


@pytest.mark.parametrize("tool", ["Turn", "Pull"])
def test_a_closed_robot_is_dragged(view: View, page: Firefox, tool: str) -> None:
    view.add("gallery:four_bar")
    model = fb.Model(fb.load("gallery:four_bar"))
    page.open(view.url)
    page.wait_for(SHOWN)
    page.evaluate(
        f"[...document.querySelectorAll('button')].find(b => b.textContent === '{tool}').click()"
    )
    before = view.q
    x, y = _place_of(page, "rocker_link")
    page.drag((x, y), (x + 40, y + 10))
    end = time.monotonic() + PATIENCE
    while abs(view.q - before).max() < 0.02 and time.monotonic() < end:
        time.sleep(0.05)
    assert abs(view.q - before).min() > 1e-3  # all three joints follow
    data = model.data()
    fb.forward_kinematics(model, data, view.q)
    assert abs(fb.loop_residual(model, data)).max() < 1e-6
    assert page.problems == []
