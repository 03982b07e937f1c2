"""From independent coordinates to all of them, and back."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from .arguments import check_configurations, check_threads, check_tolerance
from .assembly import TOLERANCE, Solution, open_error
from .chart import Chart, chart
from .error import LoopError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..model import Model

# Independent coordinates move by at most this [rad or m] before the others follow.
_STRIDE = 0.2
_MOST = 64
_STEPS = 60


def independent(model: Model, q: ArrayLike) -> NDArray[np.float64]:
    """y: the independent entries of q (..., nq)."""
    rows = np.asarray(q, dtype=np.float64)
    if rows.ndim < 1 or rows.shape[-1] != model.nq:
        raise ValueError(f"q has shape {rows.shape}, expected (..., {model.nq})")
    return rows[..., chart(model).q]


def spanning(
    model: Model,
    y: ArrayLike,
    q0: ArrayLike | None = None,
    *,
    tolerance: float = TOLERANCE,
    threads: int | None = None,
) -> NDArray[np.float64]:
    """The closed q (..., nq) with independent coordinates y (..., ny).

    Moves y in small steps from q0 (nq,), or from the closed pose next to zero, and lets the
    other joints follow, so the mechanism stays in the branch it starts in. A q0 of one row per
    row of y is the start of each, and its y is changed at once: for motions, whose poses are near
    each other.

    Raises LoopError when some y cannot be reached closed.
    """
    check_tolerance(tolerance)
    at = chart(model)
    values = np.asarray(y, dtype=np.float64)
    if values.ndim < 1 or values.shape[-1] != at.q.size:
        raise ValueError(f"y has shape {values.shape}, expected (..., {at.q.size})")
    if not np.isfinite(values).all():
        raise ValueError("y holds numbers that are not finite")
    goals = values.reshape(math.prod(values.shape[:-1]), at.q.size)
    q, residual = follow(model, at, goals, q0, tolerance=tolerance, threads=threads)
    unreached = np.flatnonzero(~(residual <= tolerance))
    if unreached.size:
        first = int(unreached[0])
        found = Solution(q[first], float(residual[first]), 0, 1)
        error = open_error(model, model.loops, found, at.v.tolist(), tolerance=tolerance)
        rows = f"{unreached.size} of {len(goals)} rows of y, the first of them {first},"
        raise LoopError(
            f"{'y' if values.ndim == 1 else rows} cannot be reached in small steps from "
            f"{'the closed pose next to zero' if q0 is None else 'q0'}: {error}",
            residual=error.residual,
            q=error.q,
            open=error.open,
        )
    return q.reshape(*values.shape[:-1], model.nq)


def follow(
    model: Model,
    at: Chart,
    goals: NDArray[np.float64],
    q0: ArrayLike | None,
    *,
    tolerance: float = TOLERANCE,
    careful: bool = True,
    threads: int | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Configurations (n, nq) at the goals (n, ny), and the largest |phi| of each.

    It is infinite where the others may have jumped to another way of assembling the mechanism.
    Without `careful`, what does not follow in strides of equal length is not tried again in
    shorter ones.
    """
    count = len(goals)
    start = np.array(at.home if q0 is None else q0, dtype=np.float64)
    if start.shape not in ((model.nq,), (count, model.nq)):
        raise ValueError(
            f"q0 has shape {start.shape}, expected ({model.nq},) or ({count}, {model.nq})"
        )
    check_configurations(model, start, "q0")
    return model.loops._follow(  # pyright: ignore[reportPrivateUsage]
        np.ascontiguousarray(np.broadcast_to(start, (count, model.nq))),
        np.ascontiguousarray(goals),
        at.q.tolist(),
        at.native,
        tolerance,
        _STRIDE,
        1 if start.ndim == 2 else _MOST,
        _STEPS if careful else 0,
        check_threads(threads),
    )
