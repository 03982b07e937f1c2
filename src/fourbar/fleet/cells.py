"""The space that a link reaches, in cells, with the best, worst or mean of a column in each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np

from ..diagnostics import unknown
from .error import FleetError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .configurations import Configurations

Statistic = Literal["largest", "smallest", "mean"]
STATISTICS: tuple[Statistic, ...] = get_args(Statistic)


class Reach(NamedTuple):
    """The space that a link reached: cells of a lattice through the origin with a point in them.

    `values` has a number for each cell: how many points are in it, or the chosen statistic of a
    column of theirs; NaN where none of them has a finite one.
    """

    cell: float  # [m]
    cells: NDArray[np.int64]  # (k, 3), sorted; the corner of cell c is at c * cell
    values: NDArray[np.float64]  # (k,)
    column: str
    points: int
    lower: NDArray[np.float64]  # (3,) [m]
    upper: NDArray[np.float64]

    @property
    def volume(self) -> float:
        """Of all cells [m^3]: it grows to that of the reachable space and its rim with points."""
        return len(self.cells) * self.cell**3

    @property
    def centres(self) -> NDArray[np.float64]:
        """The middle of each cell (k, 3) [m]."""
        return (self.cells.astype(np.float64) + 0.5) * self.cell


def reached(
    found: Configurations,
    *,
    cell: float,
    column: str | None = None,
    statistic: Statistic = "largest",
) -> Reach:
    """The space in which positions are, with one chunk in memory at a time.

    Parameters
    ----------
    found
        What `map_configurations` gave, with a column `position`. Rows without a finite one do not
        count.
    cell
        The side of a cell [m].
    column
        A column to have in the cells; without it, the number of points.
    statistic
        Which value of the points in a cell it has: "largest", "smallest" or "mean".
    """
    if not 0.0 < cell < np.inf:
        raise ValueError(f"cell must be positive, got {cell}")
    if statistic not in STATISTICS:
        raise ValueError(unknown("statistic", statistic, STATISTICS).message)
    kept = _Kept(statistic if column is not None else None)
    lower, upper, count = np.full(3, np.inf), np.full(3, -np.inf), 0
    for columns in found.chunks():
        points, values = _of_chunk(columns, column)
        if not len(points):
            continue
        count += len(points)
        lower, upper = np.minimum(lower, points.min(axis=0)), np.maximum(upper, points.max(axis=0))
        kept.add(np.floor(points / cell).astype(np.int64), values)
    return Reach(cell, kept.cells, kept.values, column or "points", count, lower, upper)


def _of_chunk(
    columns: dict[str, NDArray[Any]], column: str | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    if "position" not in columns:
        raise FleetError("there is no column 'position'; map `reach` first")
    points = columns["position"].astype(np.float64)
    if column is None:
        values = np.ones(len(points))
    elif column not in columns:
        raise FleetError(unknown("column", column, tuple(columns)).message)
    elif columns[column].ndim != 1 or columns[column].dtype.kind not in "bfiu":
        raise FleetError(f"column {column!r} has no number for each row")
    else:
        values = columns[column].astype(np.float64)
    there = np.isfinite(points).all(axis=1)
    return points[there], values[there]


class _Kept:
    """Cells and what is known of each, a chunk after the other."""

    def __init__(self, statistic: Statistic | None) -> None:
        self.cells = np.zeros((0, 3), dtype=np.int64)
        self._statistic = statistic
        self._sums = np.zeros(0)
        self._counts = np.zeros(0)

    @property
    def values(self) -> NDArray[np.float64]:
        """The statistic of each cell, or its number of points."""
        if self._statistic is None:
            return self._counts
        with np.errstate(invalid="ignore"):
            sums = self._sums / self._counts if self._statistic == "mean" else self._sums
        return np.where(self._counts > 0, sums, np.nan)

    def add(self, cells: NDArray[np.int64], values: NDArray[np.float64]) -> None:
        """Take in a chunk."""
        own, sums, counts = self._grouped(cells, values, np.isfinite(values).astype(np.float64))
        if not len(self.cells):
            self.cells, self._sums, self._counts = own, sums, counts
            return
        self.cells, self._sums, self._counts = self._grouped(
            np.concatenate([self.cells, own]),
            np.concatenate([self._sums, sums]),
            np.concatenate([self._counts, counts]),
        )

    def _grouped(
        self, cells: NDArray[np.int64], values: NDArray[np.float64], counts: NDArray[np.float64]
    ) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
        """Rows of the same cell as one."""
        order = _order(cells)
        cells = cells[order]
        fresh = np.ones(len(cells), dtype=bool)
        fresh[1:] = (cells[1:] != cells[:-1]).any(axis=1)
        starts = np.flatnonzero(fresh)
        reduce, neutral = self._reduction
        known = np.where(counts > 0, values, neutral)[order]
        return cells[starts], reduce(known, starts), np.add.reduceat(counts[order], starts)

    @property
    def _reduction(self) -> tuple[Callable[..., NDArray[np.float64]], float]:
        if self._statistic == "largest":
            return np.maximum.reduceat, -np.inf
        if self._statistic == "smallest":
            return np.minimum.reduceat, np.inf
        return np.add.reduceat, 0.0


def _order(cells: NDArray[np.int64]) -> NDArray[np.int64]:
    """Which row comes when cells are sorted by x, y and z."""
    low = cells.min(axis=0)
    extent = [int(e) for e in cells.max(axis=0) - low + 1]
    if extent[0] * extent[1] * extent[2] < 1 << 62:  # one number for each: faster to sort
        offset = cells - low
        key = (offset[:, 0] * extent[1] + offset[:, 1]) * extent[2] + offset[:, 2]
        return np.argsort(key, kind="stable")
    return np.lexsort(cells.T[::-1])
