"""Motion of a closed mechanism that one joint drives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from ..._native import closure, pivots
from .assemble import TOLERANCE, open_error, solve, start
from .chart import RANK_TOLERANCE, chart, good_columns
from .error import LoopError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..coordinates import Coordinates
    from ..model import Model


class DeadCentre(NamedTuple):
    """A pose in which a joint cannot be driven.

    At a "dead centre" of `joint` its position is extreme: the mechanism cannot be moved from that
    joint. At a "singular" pose the driven joint loses control over the others. `value` is the
    driven joint's position [rad or m].
    """

    kind: Literal["dead centre", "singular"]
    joint: str
    value: float
    q: NDArray[np.float64]


class Trace(NamedTuple):
    """A motion: configurations q (n, nq) and rates dq/d(drive) (n, nv) at the drive's `values`."""

    drive: str
    values: NDArray[np.float64]
    q: NDArray[np.float64]
    rates: NDArray[np.float64]
    dead_centres: tuple[DeadCentre, ...]


def trace(
    model: Model,
    drive: str,
    values: ArrayLike,
    q0: ArrayLike | None = None,
    *,
    tolerance: float = TOLERANCE,
) -> Trace:
    """Move joint `drive` through `values` (n,) [rad or m]; all others follow.

    Starts in q0, or in the closed pose next to zero, and goes from there to the first value. Joints
    that are independent besides the drive stay where they are. Between values, steps are so small
    that the branch of assembly is kept: each pose is predicted along the tangent and corrected.

    Raises LoopError where the drive cannot go on; the error's `q` is the last pose reached.
    """
    slot = model.joint(drive)
    if slot.nv != 1:
        raise ValueError(f"joint {drive!r} has {slot.nv} velocities; a drive has one")
    goals = np.atleast_1d(np.asarray(values, dtype=np.float64))
    if goals.ndim != 1 or not goals.size or not np.isfinite(goals).all():
        raise ValueError("values must be one or more finite numbers")
    q, _ = start(model, None, chart(model).home if q0 is None else q0)
    found = solve(model, model.loops, q, {slot.v.start}, starts=1, tolerance=tolerance)
    if found.residual > tolerance:
        raise open_error(model, model.loops, found, {slot.v.start})
    dependent, rows = _followers(model, slot, found.q)
    names = {s.v.start: s.name for s in model.joints.values() if s.nv == 1}
    poses, rates, met, reached, last = model.loops._trace(  # pyright: ignore[reportPrivateUsage]
        found.q,
        np.ascontiguousarray(goals),
        slot.q.start,
        slot.v.start,
        dependent,
        rows,
        [column for column in names if column != slot.v.start],
        tolerance,
    )
    if reached < goals.size:
        raise LoopError(
            f"{model.name!r} cannot follow joint {drive!r} to {goals[reached]:.6g}: it ends at "
            f"{last[slot.q.start]:.6g}, a dead centre or the end of what its links reach",
            residual=0.0,
            q=last,
        )
    dead_centres = tuple(
        DeadCentre(
            "singular" if column == slot.v.start else "dead centre",
            names[column],
            float(pose[slot.q.start]),
            pose,
        )
        for number, column, pose in met
        if number > 0  # what lies between the start and the first value is not asked for
    )
    return Trace(drive, goals, poses, rates, dead_centres)


def _followers(
    model: Model, slot: Coordinates, q: NDArray[np.float64]
) -> tuple[list[int], list[int]]:
    """The entries of v that follow the drive, and as many rows of K that determine them."""
    column = slot.v.start
    K = closure(model, q)[1]
    wanted = [column, *(int(c) for c in chart(model).v)]
    for block in model.loops.blocks:
        if column not in block.columns:
            continue
        first = [c for c in wanted if c in block.columns]
        # The drive stays independent before any other: it comes last in the pivoting.
        follow = good_columns(model, block, K, first=[column])
        others = [c for c in good_columns(model, block, K, first=first) if c != column]
        if column in follow:
            raise LoopError(f"joint {slot.name!r} cannot drive {model.name!r} in this pose", q=q)
        dependent = others if len(others) == len(follow) else follow
        A = np.ascontiguousarray(K[block.rows][:, dependent].T)
        rank, order, _ = pivots(A, [], RANK_TOLERANCE)
        return dependent, [int(block.rows[i]) for i in order[:rank]]
    return [], []
