"""From independent coordinates to all of them, and back."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from ..arguments import as_floats, check_model
from .arguments import check_tolerance
from .error import LoopError
from .follow import follow
from .solve import Solution, open_error

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..model import Model


def independent(model: Model, q: ArrayLike) -> NDArray[np.float64]:
    """y: the independent entries of q (..., nq)."""
    check_model(model)
    rows = as_floats("q", q)
    if rows.ndim < 1 or rows.shape[-1] != model.nq:
        raise ValueError(f"q has shape {rows.shape}, expected (..., {model.nq})")
    return rows[..., model.chart.q]


def spanning(
    model: Model,
    y: ArrayLike,
    q0: ArrayLike | None = None,
    *,
    tolerance: float | None = None,
    threads: int | None = None,
) -> NDArray[np.float64]:
    """The closed q (..., nq) with independent coordinates y (..., ny).

    Moves y in small steps from q0 (nq,), or from the closed pose next to zero, and lets the
    other joints follow, so the mechanism stays in the branch it starts in. A q0 of one row per
    row of y is the start of each, and its y is changed at once: for motions, whose poses are near
    each other.

    Raises LoopError when some y cannot be reached closed.
    """
    within = check_tolerance(model, tolerance)
    at = model.chart
    values = as_floats("y", y)
    if values.ndim < 1 or values.shape[-1] != at.q.size:
        raise ValueError(f"y has shape {values.shape}, expected (..., {at.q.size})")
    if not np.isfinite(values).all():
        raise ValueError("y contains numbers that are not finite")
    goals = values.reshape(math.prod(values.shape[:-1]), at.q.size)
    q, residual = follow(model, at, goals, q0, tolerance=within, threads=threads)
    unreached = np.flatnonzero(~(residual <= within))
    if unreached.size:
        first = int(unreached[0])
        found = Solution(q[first], float(residual[first]), 0, 1)
        error = open_error(model, found, at.v.tolist(), tolerance=within)
        rows = f"{unreached.size} of {len(goals)} rows of y, the first of them {first},"
        raise LoopError(
            f"{'y' if values.ndim == 1 else rows} cannot be reached in small steps from "
            f"{'the closed pose next to zero' if q0 is None else 'q0'}: {error}",
            residual=error.residual,
            q=error.q,
            open=error.open,
        )
    return q.reshape(*values.shape[:-1], model.nq)
