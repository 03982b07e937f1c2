"""Shapes of one link that share space: their volume, and so their mass, counts twice there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from ..diagnostics import PartPath
from ..robot import Box, Capsule, Collision, Cylinder, Mesh, Sphere, Visual
from .measure import Measurer, Shape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Points = NDArray[np.float64]
    Mask = NDArray[np.bool_]

_SAMPLES = 2048
"""Points per pair: an overlap of a hundredth of the smaller shape is seen, to about a tenth."""

_LEAST = 0.01
"""The part of the smaller shape below which an overlap is not worth a word."""

# The plastic number's powers: a sequence that fills a box evenly (Roberts), the same every time.
_STEPS = (0.8191725133961645, 0.6710436067037893, 0.5497004779019703)


class Overlap(NamedTuple):
    """Two shapes that share space: about so much volume [m^3], and its part of the smaller one."""

    first: PartPath
    second: PartPath
    volume: float
    share: float

    @property
    def what(self) -> str:
        """The two in words."""
        if self.first == self.second:
            return f"parts of {self.first.steps[-1]}"
        return f"{self.first.steps[-1]} and {self.second.steps[-1]}"


def find_overlaps(
    shapes: Sequence[Shape], parts: Sequence[Visual | Collision], measurer: Measurer
) -> list[Overlap]:
    """The pairs of a link's shapes that overlap by more than a hundredth of the smaller one.

    A shape is a pair with itself where closed parts of its mesh overlap.
    """
    found = [
        Overlap(shape.path, shape.path, shape.doubled, min(shape.doubled / shape.solid.volume, 1.0))
        for shape in shapes
        if shape.solid is not None and shape.doubled > _LEAST * shape.solid.volume
    ]
    inside = [_Inside(shape, part, measurer) for shape, part in zip(shapes, parts, strict=True)]
    for a, b in combinations(range(len(shapes)), 2):
        one, other = shapes[a].solid, shapes[b].solid
        if one is None or other is None:
            continue
        (low_a, high_a), (low_b, high_b) = one.bounds, other.bounds
        low = [max(pair) for pair in zip(low_a, low_b, strict=True)]
        high = [min(pair) for pair in zip(high_a, high_b, strict=True)]
        if any(not top > bottom for bottom, top in zip(low, high, strict=True)):
            continue
        size = (high[0] - low[0]) * (high[1] - low[1]) * (high[2] - low[2])
        smaller = min(one.volume, other.volume)
        if size < _LEAST * smaller:
            continue
        points = fill(low, high)
        points = points[inside[a](points)]
        hits = int(inside[b](points).sum()) if len(points) else 0
        volume = size * hits / _SAMPLES
        if volume > _LEAST * smaller:
            share = min(volume / smaller, 1.0)
            found.append(Overlap(shapes[a].path, shapes[b].path, volume, share))
    return found


def fill(low: Sequence[float] | Points, high: Sequence[float] | Points) -> Points:
    """Points all over a box."""
    import numpy as np

    lowest, highest = np.array(low, np.float64), np.array(high, np.float64)
    numbers = np.arange(1, _SAMPLES + 1, dtype=np.float64)[:, None] * np.array(_STEPS)
    return lowest + np.modf(numbers)[0] * (highest - lowest)


class _Inside:
    """Which points of the link's frame are inside a shape."""

    def __init__(self, shape: Shape, part: Visual | Collision, measurer: Measurer) -> None:
        self._shape = shape
        self._part = part
        self._measurer = measurer

    def __call__(self, points: Points) -> Mask:
        import numpy as np

        pose = self._part.origin
        p = (points - np.array(pose.xyz)) @ np.array(pose.rotation())
        geometry = self._part.geometry
        across = p[:, 0] ** 2 + p[:, 1] ** 2
        match geometry:
            case Box():
                return np.all(np.abs(p) <= np.array(geometry.size) / 2, axis=1)
            case Sphere():
                return across + p[:, 2] ** 2 <= geometry.radius**2
            case Cylinder():
                within = np.abs(p[:, 2]) <= geometry.length / 2
                return within & (across <= geometry.radius**2)
            case Capsule():
                beyond = np.maximum(np.abs(p[:, 2]) - geometry.length / 2, 0.0)
                return across + beyond**2 <= geometry.radius**2
            case Mesh():
                body = self._measurer.body(geometry, self._shape.path)
                if body is None:
                    return np.zeros(len(p), bool)
                own = np.ascontiguousarray(p / np.array(geometry.scale))
                return np.asarray(body.winding_numbers(own)) != 0
            case _:
                return np.zeros(len(p), bool)
