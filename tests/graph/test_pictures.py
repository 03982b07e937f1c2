"""The pictures in the documentation are what `fourbar graph` draws."""

from pathlib import Path

import pytest

import fourbar
from fourbar.graph import draw

PICTURES = sorted(Path(__file__).parents[2].glob("docs/images/graph-*.svg"))


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.stem)
def test_the_documentation_shows_the_current_drawing(picture):
    """If this fails: fourbar graph gallery:NAME -o docs/images/graph-NAME.svg, and look at it."""
    robot = fourbar.load(f"gallery:{picture.stem.removeprefix('graph-')}")
    assert draw(robot) == picture.read_text(encoding="utf-8")


def test_there_are_pictures_and_the_page_shows_them():
    page = (Path(__file__).parents[2] / "docs/concepts/graph.md").read_text(encoding="utf-8")
    assert len(PICTURES) >= 3
    assert all(f"images/{picture.name}" in page for picture in PICTURES)
