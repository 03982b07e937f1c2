"""Closing a mechanism from the zero pose or a guess: the one function that is strict about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .arguments import check_starts, check_tolerance
from .chart import branch_of
from .follow import entries_of, reach
from .solve import open_error, solve, start

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..model import Model, Positions


class Assembly(NamedTuple):
    """A closed configuration.

    `residual` is the largest |phi| [m or rad], `iterations` counts evaluations of K and `starts`
    the configurations that were tried. `branch` has a sign per block of `model.loops`: that of
    the determinant of its dependent columns. It changes only where the mechanism passes a
    singular pose, so it tells the ways of assembling a linkage apart; 0 at such a pose.
    """

    q: NDArray[np.float64]
    residual: float
    iterations: int
    starts: int
    branch: tuple[int, ...]


def assemble(
    model: Model,
    positions: Mapping[str, Positions] | None = None,
    q0: ArrayLike | None = None,
    *,
    limits: bool = False,
    tolerance: float | None = None,
    starts: int = 32,
) -> Assembly:
    """Close all loops, couplings and mimics, holding the joints in `positions` [rad or m].

    Starts from q0 (nq,) or the zero pose. Joints that the description calls independent stay where
    they are if the mechanism closes that way. Newton's method with a line search finds the solution
    next to the start; where there is none, Levenberg-Marquardt goes on from there and from further
    starts, the same ones in every run. Without q0, the held joints are moved from the closed zero
    pose to their positions in small steps, if that is possible: the branch of assembly is then the
    zero pose's. With `limits`, only positions within the joints' limits count. `tolerance` is
    `model.tolerance` unless given.

    Raises LoopError, with the best residual reached, when the mechanism cannot be closed.
    """
    within = check_tolerance(model, tolerance)
    check_starts(starts)
    q, held = start(model, positions, q0)
    if held and q0 is None:
        q = _from_zero(model, q, held, within)
    found = solve(model, model.loops, q, held, limits=limits, tolerance=within, starts=starts)
    if found.residual > within:
        raise open_error(model, found, held, limits=limits, tolerance=within)
    return Assembly(*found, branch_of(model, found.q))


def _from_zero(
    model: Model, q: NDArray[np.float64], held: frozenset[int], tolerance: float
) -> NDArray[np.float64]:
    """The pose with held joints as in q that is reached closed from zero; q itself if none is."""
    zero = solve(model, model.loops, np.array(model.neutral), (), starts=1, tolerance=tolerance)
    if zero.residual > tolerance:
        return q
    entries = entries_of(model, held)
    reached = reach(model, zero.q, q[entries], entries, held, tolerance)
    return q if reached is None else reached
