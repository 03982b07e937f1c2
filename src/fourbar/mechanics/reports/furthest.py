"""A linear program with a handful of unknowns, from a point that is allowed.

The active set method: along the goal as far as the inequalities allow, then along those that are
met, until none of them lets go. Bland's rule, so that it ends where inequalities meet in a point.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...numerics import RANK

if TYPE_CHECKING:
    from numpy.typing import NDArray


def furthest(
    C: NDArray[np.float64],
    b: NDArray[np.float64],
    goal: NDArray[np.float64],
    start: NDArray[np.float64],
) -> tuple[NDArray[np.float64], list[int]] | None:
    """The y with C y <= b and the largest goal . y, and the rows that hold it there.

    `start` satisfies C y <= b. None where nothing ends the way.
    """
    y = start.copy()
    sizes = np.linalg.norm(C, axis=1)
    held: list[int] = []
    for _ in range(20 * (len(C) + len(goal)) + 100):
        rows = C[held]
        # goal = rows^T m + way, way across all rows that are held
        m = np.linalg.lstsq(rows.T, goal, rcond=RANK)[0] if held else np.zeros(0)
        way = goal - rows.T @ m
        if np.linalg.norm(way) <= RANK * np.linalg.norm(goal):
            pulls = [row for row, force in zip(held, m, strict=True) if force < -RANK]
            if not pulls:
                return y, [row for row, force in zip(held, m, strict=True) if force > RANK]
            held.remove(min(pulls))
            continue
        rate = C @ way
        ahead = rate > RANK * sizes * np.linalg.norm(way)
        ahead[held] = False
        if not ahead.any():
            return None
        reach = np.full(len(C), np.inf)
        reach[ahead] = np.maximum(b[ahead] - C[ahead] @ y, 0.0) / rate[ahead]
        first = int(np.flatnonzero(reach <= reach.min() * (1.0 + RANK))[0])
        y = y + reach[first] * way
        held.append(first)
    raise AssertionError("a linear program of a few unknowns did not end")
