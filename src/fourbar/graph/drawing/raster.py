"""Drawings of this package as PNG: what they consist of, drawn by Pillow.

Not a reader of SVG: it knows the paths of straight lines, lines and texts that `heat_map` and
its relatives write, in the colours for light surroundings.
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any, cast
from xml.etree import ElementTree

_FINE = 4
"""Samples per pixel along each axis; averaged in the end."""
_SHARP = 2
"""Pixels for each unit of the drawing."""
_PAPER, _INK, _LINE = "#ffffff", "#1f2328", "#d0d4d9"
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?|[MLhvHVz]")
_FILL = re.compile(r"fill:(#[0-9a-f]{6})")


def png(svg: str) -> bytes:
    """The picture of an .svg text as a PNG file; ImportError where Pillow is not installed."""
    from PIL import Image, ImageDraw, ImageFont

    root = ElementTree.fromstring(svg)
    wide, tall = (round(float(root.get(side, "0")) * _SHARP) for side in ("width", "height"))
    sheet = Image.new("RGB", (wide * _FINE // 2, tall * _FINE // 2), _PAPER)
    draw = ImageDraw.Draw(sheet)
    factor = _SHARP * _FINE / 2
    for path in _all(root, "path"):
        fill = _FILL.search(path.get("style", ""))
        if fill is None:
            continue
        for corners in _outlines(path.get("d", "")):
            draw.polygon([(x * factor, y * factor) for x, y in corners], fill=fill[1])
    for line in _all(root, "line"):
        ends = [float(line.get(name, "0")) * factor for name in ("x1", "y1", "x2", "y2")]
        draw.line(ends, fill=_LINE, width=_FINE)
    picture = sheet.resize((wide, tall), cast("Any", Image).Resampling.BOX)
    write = ImageDraw.Draw(picture)
    for text in _all(root, "text"):
        large = text.get("class") == "title"
        place = (float(text.get("x", "0")) * _SHARP, float(text.get("y", "0")) * _SHARP)
        anchor = {"middle": "ms", "end": "rs"}.get(text.get("text-anchor", ""), "ls")
        font = ImageFont.load_default(_SHARP * (13 if large else 12))
        write.text(place, text.text or "", fill=_INK, font=font, anchor=anchor)
    stream = BytesIO()
    picture.save(stream, "PNG", optimize=True)
    return stream.getvalue()


def _all(root: ElementTree.Element, tag: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if element.tag.rpartition("}")[2] == tag]


def _outlines(path: str) -> list[list[tuple[float, float]]]:
    """The corners of every closed line of a path."""
    found: list[list[tuple[float, float]]] = []
    x = y = 0.0
    words = iter(_NUMBER.findall(path))
    for word in words:
        match word:
            case "M":
                x, y = float(next(words)), float(next(words))
                found.append([(x, y)])
                continue
            case "L":
                x, y = float(next(words)), float(next(words))
            case "h":
                x += float(next(words))
            case "v":
                y += float(next(words))
            case "H":
                x = float(next(words))
            case "V":
                y = float(next(words))
            case _:
                continue
        found[-1].append((x, y))
    return [corners for corners in found if len(corners) > 2]
