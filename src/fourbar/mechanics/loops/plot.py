"""A drawing of a motion: every joint's position over the driven one's."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..model import Model
    from .trace import Trace

_COLOURS = ("#0d8f96", "#e2553d", "#6b5bd2", "#c98a12", "#3f8f3f", "#b0437f", "#4a6fa5", "#7a6a53")
_WIDTH, _HEIGHT, _LEFT, _TOP, _LEGEND = 640.0, 260.0, 64.0, 28.0, 150.0


def plot_svg(model: Model, motion: Trace) -> str:
    """SVG with a panel for angles [rad] and one for lengths [m], where there are such joints."""
    panels: list[tuple[str, list[tuple[str, NDArray[np.float64]]]]] = []
    for label, types in (
        ("angle [rad]", ("revolute", "continuous", "universal")),
        ("length [m]", ("prismatic", "planar")),
    ):
        curves = [
            (slot.name if slot.nq == 1 else f"{slot.name}[{k}]", motion.q[:, slot.q.start + k])
            for slot in model.joints.values()
            if slot.type in types and slot.name != motion.drive
            for k in range(slot.nq)
        ]
        if curves:
            panels.append((label, curves))
    height = _TOP + len(panels) * (_HEIGHT + 56.0)
    width = _LEFT + _WIDTH + _LEGEND
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="sans-serif" font-size="12">',
        f"<title>{escape(model.name)}: motion over {escape(motion.drive)}</title>",
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for number, (label, curves) in enumerate(panels):
        parts += _panel(motion, label, curves, _TOP + number * (_HEIGHT + 56.0))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(
    motion: Trace, label: str, curves: list[tuple[str, NDArray[np.float64]]], top: float
) -> list[str]:
    x0, x1 = _range(motion.values)
    y0, y1 = _range(np.concatenate([values for _, values in curves]))

    def x(value: float) -> float:
        return _LEFT + (value - x0) / (x1 - x0) * _WIDTH

    def y(value: float) -> float:
        return top + _HEIGHT - (value - y0) / (y1 - y0) * _HEIGHT

    parts = [
        f'<rect x="{_LEFT}" y="{top:.1f}" width="{_WIDTH}" height="{_HEIGHT}" fill="none" '
        'stroke="#888"/>',
        _text(_LEFT, top - 8.0, label, "start"),
    ]
    for tick in _ticks(x0, x1):
        parts.append(_line(x(tick), top, x(tick), top + _HEIGHT))
        parts.append(_text(x(tick), top + _HEIGHT + 16.0, f"{tick:g}", "middle"))
    for tick in _ticks(y0, y1):
        parts.append(_line(_LEFT, y(tick), _LEFT + _WIDTH, y(tick)))
        parts.append(_text(_LEFT - 6.0, y(tick) + 4.0, f"{tick:g}", "end"))
    parts.append(_text(_LEFT + _WIDTH / 2, top + _HEIGHT + 34.0, motion.drive, "middle"))
    dashed = 'stroke="#444" stroke-dasharray="4 3"'
    parts += [
        _line(x(met.value), top, x(met.value), top + _HEIGHT, dashed) for met in motion.dead_centres
    ]
    for number, (name, values) in enumerate(curves):
        colour = _COLOURS[number % len(_COLOURS)]
        points = " ".join(
            f"{x(float(a)):.2f},{y(float(b)):.2f}"
            for a, b in zip(motion.values, values, strict=True)
        )
        parts.append(
            f'<polyline fill="none" stroke="{colour}" stroke-width="1.6" points="{points}"/>'
        )
        at = top + 14.0 + 16.0 * number
        if at < top + _HEIGHT + 40.0:
            parts.append(_text(_LEFT + _WIDTH + 10.0, at, name, "start", colour))
    return parts


def _text(x: float, y: float, text: str, anchor: str, colour: str = "black") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}"'
    return f"<text {place}>{escape(text)}</text>"


def _line(x0: float, y0: float, x1: float, y1: float, style: str = 'stroke="#ddd"') -> str:
    return f'<line x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}" {style}/>'


def _range(values: NDArray[np.float64]) -> tuple[float, float]:
    low, high = float(values.min()), float(values.max())
    margin = 0.05 * (high - low) or max(abs(high), 1.0) * 0.05
    return low - margin, high + margin


def _ticks(low: float, high: float) -> list[float]:
    """About six round numbers between the ends."""
    rough = (high - low) / 6.0
    power = 10.0 ** np.floor(np.log10(rough))
    step = float(power * next(s for s in (1.0, 2.0, 5.0, 10.0) if s * power >= rough))
    first = int(np.ceil(low / step))
    return [round(k * step, 12) for k in range(first, int(np.floor(high / step)) + 1)]
