"""From one closed pose to others: some joints go where they are sent, the rest follow.

Joints move in small steps and the mechanism is closed after each, so it stays in its branch.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from ..._native import LoopChoice, closure
from ...numerics import FOLLOW_MOST_STRIDES, FOLLOW_STEPS, FOLLOW_STRIDE, SEARCH_STEPS
from .arguments import check_configurations, check_threads, check_tolerance
from .dead_centre import drive_from
from .drive import followers
from .error import LoopError
from .solve import attempts_at, free_columns, open_error, solve, start

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..model import Model, Positions
    from .chart import Chart

# The most strides of a way that one call of `move` takes.
_MOST = 200
# Halvings of the way that find how far a joint gets.
_HALVINGS = 12


def move(
    model: Model,
    q: ArrayLike,
    positions: Mapping[str, Positions],
    *,
    tolerance: float | None = None,
) -> NDArray[np.float64]:
    """The closed configuration (nq,) with some joints of q at other positions [rad or m].

    q (nq,) is a closed pose, or nearly one: it is closed first. The joints in `positions` go
    straight to their new places and all others follow; joints that are independent besides them
    stay where they are, unless the mechanism only closes if they move too. The mechanism keeps its
    branch of assembly. A joint at its dead centre goes the way that `trace` takes.

    Raises LoopError where the way ends before; its `q` is the last closed pose, and the message
    says how far the joints get. `assemble(model, positions, q)` looks for other branches too.
    """
    within = check_tolerance(model, tolerance)
    given, _ = start(model, None, q)
    goal, held = start(model, positions, given)
    if not model.loops:
        return goal
    at = _closed(model, given, held, within)
    entries = entries_of(model, held)
    reached = reach(model, at, goal[entries], entries, held, within)
    if reached is not None:
        return reached
    raise _stuck(model, at, goal[entries], entries, held, within)


def _closed(
    model: Model, q: NDArray[np.float64], held: frozenset[int], tolerance: float
) -> NDArray[np.float64]:
    """The closed pose next to q, with the joints that will lead where they are if possible."""
    if np.abs(closure(model, q)[0]).max(initial=0.0) <= tolerance:
        return q
    for stay in (held, frozenset[int]()):
        found = solve(model, model.loops, q, stay, starts=1, tolerance=tolerance)
        if found.residual <= tolerance:
            return found.q
    raise open_error(model, found, (), tolerance=tolerance)  # pyright: ignore[reportPossiblyUnbound]


def entries_of(model: Model, columns: Iterable[int]) -> list[int]:
    """The entries of q of the joints that have these entries of v."""
    wanted = set(columns)
    return [
        entry
        for slot in model.joints.values()
        if slot.v.start in wanted
        for entry in range(slot.q.start, slot.q.stop)
    ]


def reach(
    model: Model,
    q: NDArray[np.float64],
    goal: NDArray[np.float64],
    entries: list[int],
    held: frozenset[int],
    tolerance: float,
) -> NDArray[np.float64] | None:
    """The pose with the entries at their goal that a closed q leads to; None where none does."""
    # First, for out of a dead centre following goes the way that rounding pushes it, if at all.
    out = _leave(model, q, goal, held, tolerance)
    if out is not None:
        return out
    loops = model.loops
    for fixed in attempts_at(model, loops, held):
        free = free_columns(loops, fixed)
        choice = LoopChoice(loops, free)
        reached, residual = loops._follow(  # pyright: ignore[reportPrivateUsage]
            q[None], goal[None], entries, choice, tolerance, FOLLOW_STRIDE, _MOST, SEARCH_STEPS, 1
        )
        if residual[0] <= tolerance:
            reached[0, entries] = goal  # exactly where they are wanted
            return reached[0]
    return None


def _leave(
    model: Model,
    q: NDArray[np.float64],
    goal: NDArray[np.float64],
    held: frozenset[int],
    tolerance: float,
) -> NDArray[np.float64] | None:
    """The pose where q is a dead centre of the one joint that leads; else None."""
    slots = [slot for slot in model.joints.values() if slot.v.start in held]
    if len(slots) != 1 or slots[0].nv != 1:
        return None
    slot = slots[0]
    try:
        if followers(model, slot, q) is not None:
            return None
        waiting, driven = drive_from(model, slot, q, goal, tolerance)
    except LoopError:
        return None
    if waiting:
        return q
    return driven.q[-1] if driven.reached else None


def _stuck(
    model: Model,
    q: NDArray[np.float64],
    goal: NDArray[np.float64],
    entries: list[int],
    held: frozenset[int],
    tolerance: float,
) -> LoopError:
    """The error with the last closed pose on the way."""
    first, last, share, step = q[entries], q, 0.0, 0.5
    for _ in range(_HALVINGS):
        tried = reach(model, q, first + (goal - first) * (share + step), entries, held, tolerance)
        if tried is not None:
            last, share = tried, share + step
        step *= 0.5
    places = ", ".join(
        f"{slot.name!r} at {np.array2string(last[slot.q], precision=6).strip('[]')}"
        for slot in model.joints.values()
        if slot.v.start in held
    )
    names = ", ".join(repr(s.name) for s in model.joints.values() if s.v.start in held)
    return LoopError(
        f"{model.name!r} cannot follow {names} all the way: it ends after {share:.1%}, with "
        f"{places}, at a dead centre or the end of what its links reach",
        residual=0.0,
        q=last,
    )


def follow(
    model: Model,
    at: Chart,
    goals: NDArray[np.float64],
    q0: ArrayLike | None,
    *,
    tolerance: float | None = None,
    careful: bool = True,
    threads: int | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Configurations (n, nq) at independent coordinates (n, ny), and the largest |phi| of each.

    It is infinite where the others may have jumped to another way of assembling the mechanism.
    Without `careful`, what does not follow in strides of equal length is not tried again in
    shorter ones.
    """
    count = len(goals)
    begin = np.array(at.home if q0 is None else q0, dtype=np.float64)
    if begin.shape not in ((model.nq,), (count, model.nq)):
        raise ValueError(
            f"q0 has shape {begin.shape}, expected ({model.nq},) or ({count}, {model.nq})"
        )
    check_configurations(model, begin, "q0")
    return model.loops._follow(  # pyright: ignore[reportPrivateUsage]
        np.ascontiguousarray(np.broadcast_to(begin, (count, model.nq))),
        np.ascontiguousarray(goals),
        at.q.tolist(),
        at.native,
        model.tolerance if tolerance is None else tolerance,
        FOLLOW_STRIDE,
        1 if begin.ndim == 2 else FOLLOW_MOST_STRIDES,
        FOLLOW_STEPS if careful else 0,
        check_threads(threads),
    )
