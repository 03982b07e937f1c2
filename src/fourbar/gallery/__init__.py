"""Robots that ship with fourbar: for trying things out, for documentation and for tests.

`gallery:NAME` is accepted wherever a file is.
"""

from __future__ import annotations

from pathlib import Path

from ..diagnostics import did_you_mean
from ..schemes import GALLERY

_FOLDER = Path(__file__).parent / "robots"


def names() -> tuple[str, ...]:
    """The names of all gallery robots, sorted."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.urdf")))


def path(name: str) -> Path:
    """The file of a gallery robot; an unknown name raises FileNotFoundError."""
    name = name.removeprefix(GALLERY)
    known = names()
    if name not in known:
        hint = did_you_mean(name, known) or f"; expected one of: {', '.join(known)}"
        raise FileNotFoundError(f"unknown gallery robot {name!r}{hint}")
    return _FOLDER / f"{name}.urdf"


def summary(name: str) -> str:
    """The first sentence of the comment that opens a gallery robot's file."""
    text = path(name).read_text(encoding="utf-8")
    start, end = text.find("<!--") + 4, text.find("-->")
    first, stop, _ = " ".join(text[start:end].split()).partition(". ")
    return first + stop.strip()
