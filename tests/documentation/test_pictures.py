"""Every picture of the documentation has a command that makes it, and is shown somewhere."""

from __future__ import annotations

import importlib.util
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images"
_NUMBER = re.compile(r"-?\d+\.?\d*(?:e-?\d+)?")


def _tool() -> Any:
    spec = importlib.util.spec_from_file_location("pictures", ROOT / "tools" / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tool = _tool()


def test_every_picture_has_one_row() -> None:
    rows = Counter(file for picture in tool.PICTURES for file in picture.files)
    assert rows == Counter(file.name for file in IMAGES.iterdir())


def test_every_picture_is_shown() -> None:
    pages = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    assert [file.name for file in IMAGES.iterdir() if f"images/{file.name}" not in text] == []


def test_the_commands_exist() -> None:
    from fourbar.cli import COMMANDS

    for picture in tool.PICTURES:
        program, first, *_ = picture.command.split()
        assert program in ("fourbar", "python")
        assert first in COMMANDS if program == "fourbar" else (ROOT / first).is_file()


@pytest.mark.parametrize("name", ["trace-four_bar.svg", "efforts-delta.svg"])
def test_plots_are_those_of_their_commands(name: str, tmp_path: Path) -> None:
    """Graphs are compared in tests/graph/test_pictures.py; coordinates may differ by a pixel.

    The plot of the simulation shows rounding, which differs from machine to machine.
    """
    from fourbar.cli import main

    (picture,) = (picture for picture in tool.PICTURES if name in picture.files)
    made = tmp_path / name
    words = [str(made) if word == f"docs/images/{name}" else word for word in picture.how[1:]]
    assert main(words) == 0
    old, new = (file.read_text(encoding="utf-8") for file in (IMAGES / name, made))
    assert _NUMBER.sub("#", old) == _NUMBER.sub("#", new)
    numbers = [[float(n) for n in _NUMBER.findall(text)] for text in (old, new)]
    assert numbers[1] == pytest.approx(numbers[0], abs=1.0)
