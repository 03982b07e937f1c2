"""Functions for `map_configurations`, and what follows from their results."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..mechanics import kinematics
from ..mechanics.loops import LoopError, closed_jacobian
from ..numerics import SINGULAR
from .error import FleetError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..mechanics import Model
    from .configurations import Configurations


def reach(model: Model, q: NDArray[np.float64], *, link: str) -> dict[str, NDArray[np.generic]]:
    """Where a link gets, and how well it moves there.

    Columns: `position` (n, 3) [m]; `manipulability`, the product of the singular values of the
    linear Jacobian over the independent joints; `smallest`, the least of them; `singular`, whether
    that is nearly zero beside the largest. They are NaN and True where the independent joints do
    not determine the others.
    """
    position = kinematics(model, q, link, threads=1).pose[:, :3, 3]
    linear = _jacobians(model, q, link)[:, :3]
    bad = np.isnan(linear[:, 0, 0])
    values = np.linalg.svd(np.nan_to_num(linear), compute_uv=False)
    manipulability, smallest = values.prod(axis=1), values[:, -1]
    return {
        "position": position,
        "manipulability": np.where(bad, np.nan, manipulability),
        "smallest": np.where(bad, np.nan, smallest),
        "singular": bad | (smallest <= SINGULAR * values[:, 0]),
    }


def _jacobians(model: Model, q: NDArray[np.float64], link: str) -> NDArray[np.float64]:
    """Those of all configurations; NaN where there is none."""
    try:
        return closed_jacobian(model, q, link, threads=1)
    except LoopError:
        if len(q) == 1:
            return np.full((1, 6, len(model.chart.v)), np.nan)
        half = len(q) // 2
        return np.concatenate([_jacobians(model, part, link) for part in (q[:half], q[half:])])


class Reach(NamedTuple):
    """The space that a link reached: cells of a lattice through the origin with a point in them."""

    cell: float  # [m]
    cells: NDArray[np.int64]  # (k, 3), sorted; the corner of cell c is at c * cell
    points: int
    lower: NDArray[np.float64]  # (3,) [m]
    upper: NDArray[np.float64]

    @property
    def volume(self) -> float:
        """Of all cells [m^3]: it grows to that of the reachable space and its rim with points."""
        return len(self.cells) * self.cell**3


def reached(found: Configurations, *, cell: float) -> Reach:
    """The space in which the positions of `reach` are, with one chunk in memory at a time."""
    if not 0.0 < cell < np.inf:
        raise ValueError(f"cell must be positive, got {cell}")
    cells = np.zeros((0, 3), dtype=np.int64)
    lower, upper, count = np.full(3, np.inf), np.full(3, -np.inf), 0
    for columns in found.chunks():
        if "position" not in columns:
            raise FleetError("there is no column 'position'; map `reach` first")
        points = columns["position"].astype(np.float64)
        count += len(points)
        lower, upper = np.minimum(lower, points.min(axis=0)), np.maximum(upper, points.max(axis=0))
        here = np.unique(np.floor(points / cell).astype(np.int64), axis=0)
        cells = np.unique(np.concatenate([cells, here]), axis=0)
    return Reach(cell, cells, count, lower, upper)
