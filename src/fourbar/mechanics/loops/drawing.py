"""A plot as plain shapes, which `plot` lays out and SVG and PNG render alike."""

from __future__ import annotations

from typing import Literal, NamedTuple

Anchor = Literal["start", "middle", "end"]


class Line(NamedTuple):
    """A straight line [px]."""

    start: tuple[float, float]
    end: tuple[float, float]
    colour: str
    dashed: bool = False


class Curve(NamedTuple):
    """A broken line of 1.6 px width."""

    points: tuple[tuple[float, float], ...]
    colour: str


class Frame(NamedTuple):
    """The outline of a panel: left, top, width, height."""

    left: float
    top: float
    width: float
    height: float
    colour: str


class Text(NamedTuple):
    """Words on a baseline; x is that of their start, middle or end."""

    x: float
    y: float
    words: str
    anchor: Anchor
    colour: str = "#000000"


class Drawing(NamedTuple):
    """Shapes on a white ground, in the order in which they cover each other."""

    title: str
    width: float
    height: float
    shapes: tuple[Line | Curve | Frame | Text, ...]


FONT_SIZE = 12
CURVE_WIDTH = 1.6
DASH = (4.0, 3.0)
