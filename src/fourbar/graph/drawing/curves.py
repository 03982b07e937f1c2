"""Curves between boxes that go around the other boxes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from .boxes import Box

Point = tuple[float, float]

_BOWS = tuple(sign * bow for bow in (0.0, 12.0, 24.0, 48.0, 80.0, 120.0, 180.0) for sign in (1, -1))
_SAMPLES = 32
_CLEAR = 4.0  # [px] between a curve and a box it does not belong to
_CELL = 7.0  # [px], within which curves count as meeting


class Curve(NamedTuple):
    """A quadratic Bezier curve."""

    start: Point
    control: Point
    end: Point

    def at(self, t: float) -> Point:
        """The point at parameter t from 0 to 1."""
        u = 1 - t
        return (
            u * u * self.start[0] + 2 * u * t * self.control[0] + t * t * self.end[0],
            u * u * self.start[1] + 2 * u * t * self.control[1] + t * t * self.end[1],
        )

    def points(self) -> list[Point]:
        """Points along the curve, ends included."""
        return [self.at(k / _SAMPLES) for k in range(_SAMPLES + 1)]

    def between(self, t0: float, t1: float) -> Curve:
        """The part of the curve between two parameters (de Casteljau)."""
        start, end = self.at(t0), self.at(t1)
        u0, u1 = 1 - t0, 1 - t1
        x, y = (
            u0 * u1 * a + (u0 * t1 + t0 * u1) * b + t0 * t1 * c
            for a, b, c in zip(self.start, self.control, self.end, strict=True)
        )
        return Curve(start, (x, y), end)


class Router:
    """Lays curves one after the other, each with the bow that gets least in the way."""

    def __init__(self, boxes: Sequence[Box], *, gap: float = 0.0) -> None:
        self._boxes = boxes
        self._gap = gap
        self._cells: set[tuple[int, int]] = set()

    def occupy(self, points: Sequence[Point]) -> None:
        """Make later curves keep away from these points."""
        self._cells.update(map(_cell, points))

    def lay(self, a: int, b: int) -> Curve:
        """A curve from the border of box a to the border of box b."""
        best = min(
            (self._curve(a, b, bow) for bow in _BOWS), key=lambda curve: self._cost(curve, a, b)
        )
        self.occupy(best.points()[3:-3])
        return best

    def _curve(self, a: int, b: int, bow: float) -> Curve:
        start, end = self._boxes[a].centre, self._boxes[b].centre
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = (dx * dx + dy * dy) ** 0.5 or 1.0
        # The control point stands off twice as far as the curve does.
        control = (
            (start[0] + end[0]) / 2 - 2 * bow * dy / length,
            (start[1] + end[1]) / 2 + 2 * bow * dx / length,
        )
        whole = Curve(start, control, end)
        leave = _crossing(whole, self._boxes[a], 0.0)
        enter = _crossing(whole, _grown(self._boxes[b], self._gap), 1.0)
        return whole.between(leave, enter) if leave < enter else whole

    def _cost(self, curve: Curve, a: int, b: int) -> float:
        points = curve.points()
        left, right = min(x for x, _ in points) - _CLEAR, max(x for x, _ in points) + _CLEAR
        top, bottom = min(y for _, y in points) - _CLEAR, max(y for _, y in points) + _CLEAR
        cost = sum(abs(x1 - x0) + abs(y1 - y0) for (x0, y0), (x1, y1) in pairwise(points))
        for k, box in enumerate(self._boxes):
            apart = box.x > right or box.right < left or box.y > bottom or box.bottom < top
            if k not in (a, b) and not apart:
                grown = _grown(box, _CLEAR)
                cost += 1000 * sum(grown.contains(point) for point in points)
        # A long way around is longer than it looks: it takes the panel's room.
        cost += max(0.0, bottom - top - 80) / 2
        return cost + 10 * sum(_cell(point) in self._cells for point in points)


def _cell(point: Point) -> tuple[int, int]:
    return int(point[0] // _CELL), int(point[1] // _CELL)


def _grown(box: Box, by: float) -> Box:
    return Box(box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by)


def _crossing(curve: Curve, box: Box, inner: float) -> float:
    """The parameter where the curve crosses the border of the box around its end `inner`."""
    outer = 1.0 - inner
    for k in range(1, _SAMPLES + 1):
        t = inner + (outer - inner) * k / _SAMPLES
        if not box.contains(curve.at(t)):
            outer = t
            break
    for _ in range(20):
        middle = (inner + outer) / 2
        if box.contains(curve.at(middle)):
            inner = middle
        else:
            outer = middle
    return outer
