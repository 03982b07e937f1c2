"""Closing a mechanism from the zero pose or a guess: the one function that is strict about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..representation import representation
from .arguments import check_starts, check_threads, check_tolerance
from .chart import branches_of
from .follow import entries_of, of_batch, reach_rows
from .solve import Solution, open_error, solve, solve_rows, start_rows

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..model import Model


class Assembly(NamedTuple):
    """A closed configuration; for a batch, all fields have a leading axis.

    `residual` is the largest |phi| [m or rad], `iterations` counts evaluations of K and `starts`
    the configurations that were tried. `branch` has a sign per block of `model.loops`: that of
    the determinant of its dependent columns. It changes only where the mechanism passes a
    singular pose, so it tells the ways of assembling a linkage apart; 0 at such a pose.
    """

    q: NDArray[np.float64]
    residual: float | NDArray[np.float64]
    iterations: int | NDArray[np.int64]
    starts: int | NDArray[np.int64]
    branch: tuple[int, ...] | NDArray[np.int64]

    def __repr__(self) -> str:
        return representation(self)


def assemble(
    model: Model,
    positions: Mapping[str, ArrayLike] | None = None,
    q0: ArrayLike | None = None,
    *,
    limits: bool = False,
    tolerance: float | None = None,
    starts: int = 32,
    threads: int | None = None,
) -> Assembly:
    """Close all loops, couplings and mimics, holding the joints in `positions` [rad or m].

    Starts from q0 (nq,) or the zero pose. Joints that the description calls independent stay where
    they are if the mechanism closes that way. Newton's method with a line search finds the solution
    next to the start; where there is none, Levenberg-Marquardt goes on from there and from further
    starts, the same ones in every run. Without q0, the held joints are moved from the closed zero
    pose to their positions in small steps, if that is possible: the branch of assembly is then the
    zero pose's. With `limits`, only positions within the joints' limits count. `tolerance` is
    `model.tolerance` unless given.

    A batch has a q0 (n, nq), or n positions of a joint: `{"crank": np.linspace(0.0, 1.0, 100)}`;
    what is given once holds for all. Rows do not depend on each other, nor on `threads`.

    Raises LoopError, with the best residual reached, when the mechanism cannot be closed; of a
    batch, when one row cannot, and the error's `rows` are all that cannot.
    """
    within = check_tolerance(model, tolerance)
    check_starts(starts)
    q, held, single = start_rows(model, positions, q0)
    workers = 1 if single else check_threads(threads)
    if held and q0 is None:
        q = _from_zero(model, q, held, within, workers)
    found = solve_rows(
        model,
        model.loops,
        q,
        held,
        limits=limits,
        tolerance=within,
        starts=starts,
        keep_independent=True,
        targets=None,
        threads=workers,
    )
    failed = np.flatnonzero(~(found.residual <= within))
    if failed.size:
        first = int(failed[0])
        best = Solution(found.q[first], float(found.residual[first]), 0, found.starts[first])
        error = open_error(model, best, held, limits=limits, tolerance=within)
        raise error if single else of_batch(error, failed, len(q))
    branch = branches_of(model, found.q)
    if single:
        steps, tried = found.iterations[0], found.starts[0]
        signs = tuple(int(sign) for sign in branch[0])
        return Assembly(found.q[0], float(found.residual[0]), steps, tried, signs)
    counts = (np.array(found.iterations, np.int64), np.array(found.starts, np.int64))
    return Assembly(found.q, found.residual, *counts, branch)


def _from_zero(
    model: Model,
    q: NDArray[np.float64],
    held: frozenset[int],
    tolerance: float,
    threads: int,
) -> NDArray[np.float64]:
    """Poses with held joints as in q that are reached closed from zero; those of q elsewhere."""
    zero = solve(model, model.loops, np.array(model.neutral), (), starts=1, tolerance=tolerance)
    if zero.residual > tolerance:
        return q
    entries = entries_of(model, held)
    at = np.repeat(zero.q[None], len(q), axis=0)
    reached, there = reach_rows(model, at, q[:, entries], entries, held, tolerance, threads)
    return np.where(there[:, None], reached, q)
