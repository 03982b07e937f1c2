"""A drawing of a motion: every joint's position over the driven one's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .drawing import Curve, Drawing, Frame, Line, Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..model import Model
    from .tracing import Trace

_COLOURS = (
    *("#0d8f96", "#e2553d", "#6b5bd2", "#c98a12", "#3f8f3f", "#b0437f", "#4a6fa5", "#7a6a53"),
    *("#074a4e", "#8c1f0e", "#2f2480", "#6e4a00", "#0f4d0f", "#6b0f43", "#16365f", "#b3a48f"),
)
_FRAME, _GRID, _DEAD_CENTRE = "#888888", "#dddddd", "#444444"
_WIDTH, _HEIGHT, _LEFT, _TOP, _LEGEND = 640.0, 260.0, 64.0, 28.0, 150.0


def plot(model: Model, motion: Trace) -> Drawing:
    """A panel for angles [rad] and one for lengths [m], where there are such joints."""
    panels: list[tuple[str, list[tuple[str, NDArray[np.float64]]]]] = []
    for unit, label in (("rad", "angle [rad]"), ("m", "length [m]")):
        curves = [
            (slot.name if slot.nq == 1 else f"{slot.name}[{k}]", motion.q[:, slot.q.start + k])
            for slot in model.joints.values()
            if slot.name != motion.drive
            for k in range(slot.nq)
            if slot.units[k] == unit
        ]
        if curves:
            panels.append((label, curves))
    drive = f"{motion.drive} [{model.joint(motion.drive).units[0]}]"
    shapes: list[Line | Curve | Frame | Text] = []
    for number, (label, curves) in enumerate(panels):
        shapes += _panel(motion, drive, label, curves, _TOP + number * (_HEIGHT + 56.0))
    return Drawing(
        f"{model.name}: motion over {motion.drive}",
        _LEFT + _WIDTH + _LEGEND,
        _TOP + len(panels) * (_HEIGHT + 56.0),
        tuple(shapes),
    )


def _panel(
    motion: Trace,
    drive: str,
    label: str,
    curves: list[tuple[str, NDArray[np.float64]]],
    top: float,
) -> list[Line | Curve | Frame | Text]:
    x0, x1 = _range(motion.values)
    y0, y1 = _range(np.concatenate([values for _, values in curves]))
    bottom = top + _HEIGHT

    def x(value: float) -> float:
        return _LEFT + (value - x0) / (x1 - x0) * _WIDTH

    def y(value: float) -> float:
        return bottom - (value - y0) / (y1 - y0) * _HEIGHT

    shapes: list[Line | Curve | Frame | Text] = [
        Text(_LEFT, top - 8.0, label, "start"),
    ]
    for tick in _ticks(x0, x1):
        shapes.append(Line((x(tick), top), (x(tick), bottom), _GRID))
        shapes.append(Text(x(tick), bottom + 16.0, f"{tick:g}", "middle"))
    for tick in _ticks(y0, y1):
        shapes.append(Line((_LEFT, y(tick)), (_LEFT + _WIDTH, y(tick)), _GRID))
        shapes.append(Text(_LEFT - 6.0, y(tick) + 4.0, f"{tick:g}", "end"))
    shapes.append(Frame(_LEFT, top, _WIDTH, _HEIGHT, _FRAME))
    shapes.append(Text(_LEFT + _WIDTH / 2, bottom + 34.0, drive, "middle"))
    shapes += [
        Line((x(met.value), top), (x(met.value), bottom), _DEAD_CENTRE, dashed=True)
        for met in motion.dead_centres
    ]
    if motion.dead_centres:
        shapes.append(Text(_LEFT + _WIDTH, top - 8.0, "dashed: dead centres", "end", _DEAD_CENTRE))
    for number, (name, values) in enumerate(curves):
        colour = _COLOURS[number % len(_COLOURS)]
        points = tuple(
            (x(float(a)), y(float(b))) for a, b in zip(motion.values, values, strict=True)
        )
        shapes.append(Curve(points, colour))
        at = top + 14.0 + 16.0 * number
        if at < bottom + 40.0:
            shapes.append(Text(_LEFT + _WIDTH + 10.0, at, name, "start", colour))
    return shapes


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
