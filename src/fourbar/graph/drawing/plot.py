"""Curves over one quantity as SVG, in the style of the graphs."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import NamedTuple

from ...markup import escape
from .style import CURVES, curve_styles, style_sheet

_WIDTH, _HEIGHT, _LEFT, _TOP, _LEGEND = 640.0, 260.0, 64.0, 52.0, 150.0
_BETWEEN = 56.0


class Curve(NamedTuple):
    """A value for each point of the horizontal axis."""

    name: str
    values: Sequence[float]


class Panel(NamedTuple):
    """Curves over each other that share a unit."""

    label: str
    curves: Sequence[Curve]


def plot(
    title: str,
    label: str,
    x: Sequence[float],
    panels: Sequence[Panel],
    *,
    marks: Sequence[float] = (),
    note: str = "",
) -> str:
    """The text of an .svg file: panels below each other over x, which `label` explains.

    `marks` are dashed vertical lines, and `note` says what they are.
    """
    width = f"{_LEFT + _WIDTH + _LEGEND:.0f}"
    height = f"{_TOP + len(panels) * (_HEIGHT + _BETWEEN):.0f}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="fourbar-graph" role="img" '
        f'width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        f"<title>{escape(title)}</title>",
        f"<style>\n{style_sheet()}\n{curve_styles()}\n</style>",
        '<rect class="paper" width="100%" height="100%"/>',
        f'<text class="title" x="{_LEFT:.0f}" y="20">{escape(title)}</text>',
    ]
    for number, panel in enumerate(panels):
        parts += _panel(panel, label, x, _TOP + number * (_HEIGHT + _BETWEEN), marks, note)
    return "\n".join([*parts, "</svg>", ""])


def _panel(
    panel: Panel, label: str, x: Sequence[float], top: float, marks: Sequence[float], note: str
) -> list[str]:
    x0, x1 = _range(x)
    y0, y1 = _range([value for curve in panel.curves for value in curve.values])
    bottom, right = top + _HEIGHT, _LEFT + _WIDTH

    def across(value: float) -> float:
        return _LEFT + (value - x0) / (x1 - x0) * _WIDTH

    def up(value: float) -> float:
        return bottom - (value - y0) / (y1 - y0) * _HEIGHT

    parts = [_text(_LEFT, top - 8.0, panel.label, "start")]
    for tick in ticks(x0, x1):
        parts.append(_line((across(tick), top), (across(tick), bottom)))
        parts.append(_text(across(tick), bottom + 16.0, f"{tick:g}", "middle", "soft"))
    for tick in ticks(y0, y1):
        parts.append(_line((_LEFT, up(tick)), (right, up(tick))))
        parts.append(_text(_LEFT - 6.0, up(tick) + 4.0, f"{tick:g}", "end", "soft"))
    parts.append(
        f'<path class="tree" d="M{_LEFT:.1f},{top:.1f}H{right:.1f}V{bottom:.1f}H{_LEFT:.1f}Z"/>'
    )
    parts.append(_text(_LEFT + _WIDTH / 2, bottom + 34.0, label, "middle"))
    parts += [f'<path class="mark" d="M{across(at):.1f},{top:.1f}V{bottom:.1f}"/>' for at in marks]
    if marks and note:
        parts.append(_text(right, top - 8.0, note, "end", "soft"))
    for number, curve in enumerate(panel.curves):
        style = f"curve{number % CURVES}"
        points = " ".join(
            f"{across(a):.2f},{up(b):.2f}" for a, b in zip(x, curve.values, strict=True)
        )
        # Hues get near each other from the fifth on: dashes tell them apart.
        dashes = ' stroke-dasharray="7 3"' if number % CURVES >= CURVES // 2 else ""
        parts.append(f'<polyline class="{style}"{dashes} points="{points}"/>')
        at = top + 14.0 + 16.0 * number
        if at < bottom + 40.0:
            parts.append(_text(right + 10.0, at, curve.name, "start", style))
    return parts


def _text(x: float, y: float, words: str, anchor: str, style: str = "") -> str:
    kind = f' class="{style}"' if style else ""
    return f'<text{kind} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _line(start: tuple[float, float], end: tuple[float, float]) -> str:
    return f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"/>'


def _range(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    margin = 0.05 * (high - low) or max(abs(high), 1.0) * 0.05
    return low - margin, high + margin


def ticks(low: float, high: float) -> list[float]:
    """About six round numbers between two different ones."""
    rough = (high - low) / 6.0
    power = 10.0 ** floor(log10(rough))
    step = power * next(s for s in (1.0, 2.0, 5.0, 10.0) if s * power >= rough)
    return [round(k * step, 12) for k in range(ceil(low / step), floor(high / step) + 1)]
