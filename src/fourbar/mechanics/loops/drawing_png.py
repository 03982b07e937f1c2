"""Drawings as PNG, by Pillow: drawn four times as large and averaged, for smooth lines."""

from __future__ import annotations

import io
from typing import Any

from .drawing import CURVE_WIDTH, DASH, FONT_SIZE, Curve, Drawing, Frame, Line, Text

_SCALE = 2  # pixels of the picture per unit of the drawing, for dense screens
_FINE = 4  # drawn pixels per pixel of the picture
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


class NoPillowError(ImportError):
    """Pillow, which draws PNG, is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "a PNG needs Pillow, which is not installed: pip install 'fourbar[meshes]', "
            "or draw an .svg"
        )


def png(drawing: Drawing) -> bytes:
    """The bytes of a .png file. Raises NoPillowError where Pillow is missing."""
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError:
        raise NoPillowError from None
    unit = _SCALE * _FINE
    size = (round(drawing.width) * _SCALE, round(drawing.height) * _SCALE)
    image = Image.new("RGB", (size[0] * _FINE, size[1] * _FINE), "white")
    canvas = ImageDraw.Draw(image)
    font: Any = ImageFont.load_default(FONT_SIZE * unit)
    for shape in drawing.shapes:
        _draw(canvas, shape, font, unit)
    data = io.BytesIO()
    image.resize(size, Image.Resampling.BOX).save(data, "PNG", optimize=True)
    return data.getvalue()


def _draw(canvas: Any, shape: Line | Curve | Frame | Text, font: Any, unit: int) -> None:
    match shape:
        case Line(start, end, colour, dashed):
            for a, b in _dashes(start, end) if dashed else [(start, end)]:
                canvas.line([*_scaled(a, unit), *_scaled(b, unit)], fill=colour, width=unit)
        case Curve(points, colour):
            canvas.line(
                [_scaled(point, unit) for point in points],
                fill=colour,
                width=round(CURVE_WIDTH * unit),
                joint="curve",
            )
        case Frame(left, top, width, height, colour):
            corners = [_scaled((left, top), unit), _scaled((left + width, top + height), unit)]
            canvas.rectangle(corners, outline=colour, width=unit)
        case Text(x, y, words, anchor, colour):
            place = _scaled((x, y), unit)
            canvas.text(place, words, fill=colour, font=font, anchor=_ANCHORS[anchor])


def _scaled(point: tuple[float, float], unit: int) -> tuple[float, float]:
    return point[0] * unit, point[1] * unit


def _dashes(
    start: tuple[float, float], end: tuple[float, float]
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """The strokes of a dashed line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5
    period = sum(DASH)
    strokes: list[tuple[tuple[float, float], tuple[float, float]]] = []
    for k in range(int(length / period) + 1):
        first = k * period
        last = min(first + DASH[0], length)
        if last > first:
            a, b = first / length, last / length
            strokes.append(
                (
                    (start[0] + dx * a, start[1] + dy * a),
                    (start[0] + dx * b, start[1] + dy * b),
                )
            )
    return strokes
