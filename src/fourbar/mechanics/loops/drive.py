"""One joint leads, the others of its mechanism follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..._native import closure, pivots
from .chart import good_columns, rank_tolerance

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..coordinates import Coordinates
    from ..model import Model


class Followers(NamedTuple):
    """The entries of v that follow a drive, and as many rows of K that determine them."""

    columns: list[int]
    rows: list[int]


class Drive(NamedTuple):
    """How far a joint was driven.

    Poses (n, nq) and rates dq/d(drive) (n, nv) at the goals, of which the first `reached` count;
    `last` is the pose it ended in. `met` has the singular poses on the way: the number of the goal
    they come before, the column of v that cannot be driven there, and q.
    """

    q: NDArray[np.float64]
    rates: NDArray[np.float64]
    met: list[tuple[int, int, NDArray[np.float64]]]
    reached: int
    last: NDArray[np.float64]


def followers(model: Model, slot: Coordinates, q: NDArray[np.float64]) -> Followers | None:
    """Who follows a joint at a closed pose; None where it does not determine the others."""
    column = slot.v.start
    K = closure(model, q)[1]
    at = model.chart
    wanted = [column, *(int(c) for c in at.v)]
    for block, full in zip(model.loops.blocks, at.ranks, strict=True):
        if column not in block.columns:
            continue
        first = [c for c in wanted if c in block.columns]
        # The drive stays independent before any other: it comes last in the pivoting.
        follow = good_columns(model, block, K, first=[column])
        if column in follow or len(follow) < full:
            return None
        others = [c for c in good_columns(model, block, K, first=first) if c != column]
        dependent = others if len(others) == len(follow) else follow
        A = np.ascontiguousarray(K[block.rows][:, dependent].T)
        rank, order, _ = pivots(A, [], rank_tolerance(model))
        return Followers(dependent, [int(block.rows[i]) for i in order[:rank]])
    return Followers([], [])


def drive(
    model: Model,
    slot: Coordinates,
    q: NDArray[np.float64],
    following: Followers,
    goals: NDArray[np.float64],
    tolerance: float,
) -> Drive:
    """Move a joint of one velocity through goals (n,) from a closed pose."""
    column = slot.v.start
    watched = [s.v.start for s in model.joints.values() if s.nv == 1 and s.v.start != column]
    return Drive(
        *model.loops._trace(  # pyright: ignore[reportPrivateUsage]
            q,
            np.ascontiguousarray(goals),
            slot.q.start,
            column,
            *following,
            watched,
            tolerance,
        )
    )
