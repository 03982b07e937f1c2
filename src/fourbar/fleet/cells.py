"""The space that a link reaches, in cells, with the best, worst or mean of a column in each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np

from ..diagnostics import unknown
from .error import FleetError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .configurations import Configurations

Axis = Literal["x", "y", "z"]
AXES: tuple[Axis, ...] = get_args(Axis)
Statistic = Literal["largest", "smallest", "mean"]
_UNSEEN = 0.05
"""The share of cells that may be missing where a volume is told."""
_FLAT = 1e-6
"""A side that is shorter than this part of the longest counts as none: of planar robots."""
_ROUNDING = 1e-9
"""How far below a border a point counts as on it, in cells: planar robots are on borders."""
STATISTICS: tuple[Statistic, ...] = get_args(Statistic)
_LEAST_COUNTS = ("payload", "clearance", "most", "distance")
"""Columns of the ready jobs that promise something: the smallest value in a cell holds for all."""


class Reach(NamedTuple):
    """The space that a link reached: cells of a lattice through the origin with a point in them.

    `values` has a number for each cell: how many points are in it, or the chosen statistic of a
    column of theirs; NaN where none of them has a finite one. `least` and `most` are those of all
    points, whatever the statistic.
    """

    cell: float  # [m]
    cells: NDArray[np.int64]  # (k, 3), sorted; the corner of cell c is at c * cell
    values: NDArray[np.float64]  # (k,)
    counts: NDArray[np.int64]  # (k,) points in each cell
    column: str
    points: int
    lower: NDArray[np.float64]  # (3,) [m]
    upper: NDArray[np.float64]
    statistic: Statistic | None = None  # None for the number of points
    least: float | None = None  # the least value of the column of all points; None without one
    most: float | None = None

    @property
    def flat(self) -> tuple[Axis, ...]:
        """The axes along which the space has no extent: beside its longest side, below 1e-6."""
        if not self.points:
            return ()
        sides = (self.upper - self.lower).tolist()
        return tuple(a for a, side in zip(AXES, sides, strict=True) if side <= _FLAT * max(sides))

    @property
    def single(self) -> float:
        """The share of cells with a single point: many, where more points would find more cells."""
        return float((self.counts == 1).mean()) if len(self.counts) else 0.0

    @property
    def coverage(self) -> float:
        """How likely another point would be in a cell that is known (Good and Turing)."""
        return 1.0 - float((self.counts == 1).sum()) / self.points if self.points else 0.0

    @property
    def unseen(self) -> float:
        """At least about how many cells no point has found yet (Chao 1984)."""
        once, twice = int((self.counts == 1).sum()), int((self.counts == 2).sum())
        return once**2 / (2.0 * twice) if twice else once * (once - 1) / 2.0

    @property
    def sampled(self) -> bool:
        """Whether there are enough points for a volume: at most 5 % of the cells are not found."""
        return self.unseen <= _UNSEEN * (len(self.cells) + self.unseen)

    @property
    def volume(self) -> float:
        """Of all cells with a point [m^3]. See `volume_bounds` for how much of it is reached."""
        return len(self.cells) * self.cell**3

    @property
    def volume_bounds(self) -> tuple[float, float]:
        """The reachable volume is about between these [m^3], where enough was `sampled`.

        Cells whose 26 neighbours were reached too are counted for the lower one; for the upper one,
        all cells with a point, and those that are estimated to be `unseen`. Both come nearer to the
        volume with smaller cells and more points. A flat space has none.
        """
        if self.flat:
            return 0.0, 0.0
        return int(self._inner().sum()) * self.cell**3, self.volume + self.unseen * self.cell**3

    def _inner(self) -> NDArray[np.bool_]:
        """Which cells have all neighbours."""
        if not len(self.cells):
            return np.zeros(0, dtype=bool)
        offset = self.cells - self.cells.min(axis=0) + 1
        wide, deep, high = (int(e) + 2 for e in offset.max(axis=0).tolist())
        if wide * deep * high >= 1 << 62:
            raise FleetError("cells are too small beside the space for neighbours to be counted")
        key = (offset[:, 0] * deep + offset[:, 1]) * high + offset[:, 2]
        inner = np.ones(len(key), dtype=bool)
        for x, y, z in product((-1, 0, 1), repeat=3):
            beside = key + (x * deep + y) * high + z
            inner &= np.isin(beside, key, assume_unique=True, kind="sort")
        return inner

    def layer(self, axis: Axis, at: float) -> NDArray[np.bool_]:
        """Which cells are in the plane across an axis, at a place on it [m]."""
        if axis not in AXES:
            raise ValueError(unknown("axis", axis, AXES).message)
        return self.cells[:, AXES.index(axis)] == int(_cells_at(np.array(at), self.cell))

    @property
    def centres(self) -> NDArray[np.float64]:
        """The middle of each cell (k, 3) [m]."""
        return (self.cells.astype(np.float64) + 0.5) * self.cell


def reached(
    found: Configurations,
    *,
    cell: float,
    column: str | None = None,
    statistic: Statistic | None = None,
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
        Which value of the points in a cell it has: "largest", "smallest" or "mean". By default the
        smallest of payloads, clearances and distances to a singularity, and the largest of others.
    """
    if not 0.0 < cell < np.inf:
        raise ValueError(f"cell must be positive, got {cell}")
    if statistic is not None and statistic not in STATISTICS:
        raise ValueError(unknown("statistic", statistic, STATISTICS).message)
    if column is None:
        statistic = None
    elif statistic is None:
        statistic = "smallest" if column in _LEAST_COUNTS else "largest"
    kept, least, most = _Kept(statistic), np.inf, -np.inf
    lower, upper, count = np.full(3, np.inf), np.full(3, -np.inf), 0
    for columns in found.chunks():
        points, values = _of_chunk(columns, column)
        if not len(points):
            continue
        count += len(points)
        lower, upper = np.minimum(lower, points.min(axis=0)), np.maximum(upper, points.max(axis=0))
        kept.add(_cells_at(points, cell), values)
        known = values[np.isfinite(values)]
        least = min(least, float(known.min(initial=np.inf)))
        most = max(most, float(known.max(initial=-np.inf)))
    ends = (None, None) if column is None or least > most else (least, most)
    name = column or "points"
    return Reach(
        *(cell, kept.cells, kept.values, kept.points, name, count, lower, upper, statistic), *ends
    )


def _cells_at(points: NDArray[np.float64], cell: float) -> NDArray[np.int64]:
    """The cells of points; those on a border, but for rounding, are in one cell, not in two."""
    return np.floor(points / cell + _ROUNDING).astype(np.int64)


def check_column(columns: Mapping[str, NDArray[Any]], column: str) -> None:
    """FleetError for a column that cells cannot have: they have one number each."""
    known = [name for name, x in columns.items() if x.ndim == 1 and x.dtype.kind in "bfiu"]
    if column in known:
        return
    if column not in columns:
        raise FleetError(unknown("column", column, known).message)
    values = columns[column]
    has = f"{values[0].size} numbers" if values.ndim > 1 else "text"
    raise FleetError(
        f"column {column!r} has {has} for each row; expected one of: {', '.join(known)}"
    )


def _of_chunk(
    columns: dict[str, NDArray[Any]], column: str | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    if "position" not in columns:
        raise FleetError("there is no column 'position'; map `reach` first")
    points = columns["position"].astype(np.float64)
    if column is None:
        values = np.ones(len(points))
    else:
        check_column(columns, column)
        values = columns[column].astype(np.float64)
    there = np.isfinite(points).all(axis=1)
    return points[there], values[there]


class _Kept:
    """Cells and what is known of each, a chunk after the other."""

    def __init__(self, statistic: Statistic | None) -> None:
        self.cells: NDArray[np.int64] = np.zeros((0, 3), dtype=np.int64)
        self._statistic = statistic
        self._sums: NDArray[np.float64] = np.zeros(0)
        self._counts: NDArray[np.float64] = np.zeros(0)
        self.points: NDArray[np.int64] = np.zeros(0, dtype=np.int64)

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
        known = np.isfinite(values).astype(np.float64)
        new = self._grouped(cells, values, known, np.ones(len(cells), dtype=np.int64))
        if len(self.cells):
            new = self._grouped(
                np.concatenate([self.cells, new[0]]),
                np.concatenate([self._sums, new[1]]),
                np.concatenate([self._counts, new[2]]),
                np.concatenate([self.points, new[3]]),
            )
        self.cells, self._sums, self._counts, self.points = new

    def _grouped(
        self,
        cells: NDArray[np.int64],
        values: NDArray[np.float64],
        counts: NDArray[np.float64],
        points: NDArray[np.int64],
    ) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
        """Rows of the same cell as one."""
        order = _order(cells)
        cells = cells[order]
        fresh = np.ones(len(cells), dtype=bool)
        fresh[1:] = (cells[1:] != cells[:-1]).any(axis=1)
        starts = np.flatnonzero(fresh)
        reduce, neutral = self._reduction
        known = np.where(counts > 0, values, neutral)[order]
        return (
            cells[starts],
            reduce(known, starts),
            np.add.reduceat(counts[order], starts),
            np.add.reduceat(points[order], starts),
        )

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
