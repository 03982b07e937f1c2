"""Drawings as SVG."""

from __future__ import annotations

from html import escape

from .drawing import CURVE_WIDTH, DASH, FONT_SIZE, Curve, Drawing, Frame, Line, Text


def svg(drawing: Drawing) -> str:
    """The text of an .svg file."""
    width, height = f"{drawing.width:.0f}", f"{drawing.height:.0f}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="{FONT_SIZE}">',
        f"<title>{escape(drawing.title)}</title>",
        '<rect width="100%" height="100%" fill="white"/>',
        *(_element(shape) for shape in drawing.shapes),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _element(shape: Line | Curve | Frame | Text) -> str:
    match shape:
        case Line((x0, y0), (x1, y1), colour, dashed):
            dash = f' stroke-dasharray="{DASH[0]:g} {DASH[1]:g}"' if dashed else ""
            return (
                f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}" '
                f'stroke="{colour}"{dash}/>'
            )
        case Curve(points, colour):
            text = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
            return (
                f'<polyline fill="none" stroke="{colour}" stroke-width="{CURVE_WIDTH}" '
                f'points="{text}"/>'
            )
        case Frame(left, top, width, height, colour):
            return (
                f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" '
                f'fill="none" stroke="{colour}"/>'
            )
        case Text(x, y, words, anchor, colour):
            place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}"'
            return f"<text {place}>{escape(words)}</text>"
