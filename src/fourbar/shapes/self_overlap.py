"""Space that a closed mesh encloses more than once, because parts of it overlap."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..assets.repeated import connected_parts
from .overlap import fill

if TYPE_CHECKING:
    from .._native import Triangles

_PAIRS = 256
"""How many pairs of parts are looked at, those with the largest common boxes first."""

_PARTS = 2048
"""Of a mesh with more parts, the largest are compared."""


def doubled_volume(merged: Triangles) -> float:
    """About how much volume parts of a closed mesh share [m^3]; a cavity shares none."""
    numbers = connected_parts(merged)
    count = int(numbers.max(initial=-1)) + 1
    if count < 2:
        return 0.0
    corners = np.asarray(merged.positions, dtype=np.float64)[np.asarray(merged.triangles)]
    low, high = np.full((count, 3), np.inf), np.full((count, 3), -np.inf)
    np.minimum.at(low, numbers, corners.min(axis=1))
    np.maximum.at(high, numbers, corners.max(axis=1))
    largest = np.argsort(-np.prod(high - low, axis=1), kind="stable")[:_PARTS]
    low, high = low[largest], high[largest]
    found: list[tuple[float, int, int]] = []
    for a in range(len(low) - 1):
        size = np.minimum(high[a], high[a + 1 :]) - np.maximum(low[a], low[a + 1 :])
        common = np.where((size > 0.0).all(axis=1), np.prod(size, axis=1), 0.0)
        found += [(-float(common[k]), a, a + 1 + int(k)) for k in np.flatnonzero(common)]
    total = 0.0
    for size, a, b in sorted(found)[:_PAIRS]:
        points = fill(np.maximum(low[a], low[b]), np.minimum(high[a], high[b]))
        around = np.abs(np.asarray(merged.winding_numbers(np.ascontiguousarray(points))))
        total += -size * float(np.mean(around >= 2))
    return total
