"""From one closed pose to others: some joints go where they are sent, the rest follow.

Joints move in small steps and the mechanism is closed after each, so it stays in its branch.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from ..._native import LoopChoice, closure, closure_gaps
from ...numerics import (
    FOLLOW_FARTHEST,
    FOLLOW_MOST_STRIDES,
    FOLLOW_NEAR,
    FOLLOW_STEPS,
    FOLLOW_STRIDE,
    SEARCH_STEPS,
)
from .arguments import check_configurations, check_threads, check_tolerance
from .dead_centre import drive_from
from .drive import followers
from .error import LoopError
from .solve import Solution, attempts_at, free_columns, open_error, solve_rows, start_rows

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..model import Model
    from .chart import Chart

# The most strides of a way that one call of `move` takes. Longer strides could skip a turn.
_MOST = 20_000
# Halvings of the way that find how far a joint gets.
_HALVINGS = 12
# Up to so many poses, each is looked at for a dead centre; of more, those whose matrix is near one.
_FEW = 4


def move(
    model: Model,
    q: ArrayLike,
    positions: Mapping[str, ArrayLike],
    *,
    tolerance: float | None = None,
    threads: int | None = None,
) -> NDArray[np.float64]:
    """The closed configuration (nq,) with some joints of q at other positions [rad or m].

    q (nq,) is a closed pose, or nearly one: it is closed first, and LoopError is raised where a
    joint had to go farther than half a radian or metre for that. The joints in `positions` go
    straight to their new places and all others follow; joints that are independent besides them
    stay where they are, unless the mechanism only closes if they move too. The mechanism keeps its
    branch of assembly. A joint at its dead centre goes the way that `trace` takes.

    A batch has a q (n, nq), n positions of a joint, or both; the result is (n, nq), and its rows do
    not depend on each other, nor on `threads`.

    Raises LoopError where the way ends before; its `q` is the last closed pose, and the message
    says how far the joints get; also where joints of loops go farther than 4000 rad or m, which
    takes several moves. Of a batch, its `rows` are all whose way ends.
    `assemble(model, positions, q)` looks for other branches too.
    """
    within = check_tolerance(model, tolerance)
    given = start_rows(model, None, q)
    goal, held, single = start_rows(model, positions, given.q[0] if given.single else given.q)
    if not model.loops:
        return goal[0] if single else goal
    workers = 1 if single else check_threads(threads)
    # A pose that is given once is closed once.
    at = np.array(np.broadcast_to(_closed(model, given.q, held, within, workers), goal.shape))
    entries = entries_of(model, held)
    reached, there = reach_rows(model, at, goal[:, entries], entries, held, within, workers)
    failed = np.flatnonzero(~there)
    if failed.size:
        first = int(failed[0])
        if _is_far(model, at, goal[:, entries], entries)[first]:
            error = _too_far(model, at[first], goal[first], held)
        else:
            error = _stuck(model, at[first], goal[first, entries], entries, held, within)
        raise error if single else of_batch(error, failed, len(goal))
    return reached[0] if single else reached


def of_batch(error: LoopError, failed: NDArray[np.intp], count: int) -> LoopError:
    """The error of the first of several rows, with the numbers of all that failed."""
    return LoopError(
        f"{failed.size} of {count} rows, the first of them {int(failed[0])}: {error}",
        residual=error.residual,
        q=error.q,
        open=error.open,
        rows=failed.tolist(),
    )


def _closed(
    model: Model,
    q: NDArray[np.float64],
    held: frozenset[int],
    tolerance: float,
    threads: int,
) -> NDArray[np.float64]:
    """The closed poses next to q, with the joints that will lead where they are if possible."""
    at = q.copy()
    gap = np.abs(closure_gaps(model, q)).max(axis=1, initial=0.0)
    for stay in (held, frozenset[int]()):
        still = np.flatnonzero(~(gap <= tolerance))
        if not still.size:
            break
        found = solve_rows(
            model,
            model.loops,
            q[still],
            stay,
            limits=False,
            tolerance=tolerance,
            starts=1,
            keep_independent=True,
            targets=None,
            threads=threads,
        )
        at[still], gap[still] = found.q, found.residual
    failed = np.flatnonzero(~(gap <= tolerance))
    if failed.size:
        first = int(failed[0])
        error = open_error(
            model, Solution(at[first], float(gap[first]), 0, 1), (), tolerance=tolerance
        )
        raise error if len(q) == 1 else of_batch(error, failed, len(q))
    way = np.abs(model.difference(q, at)).max(axis=1, initial=0.0)
    failed = np.flatnonzero(way > FOLLOW_FARTHEST)
    if failed.size:
        first = int(failed[0])
        error = _not_closed(model, q[first], float(way[first]))
        raise error if len(q) == 1 else of_batch(error, failed, len(q))
    return at


def _not_closed(model: Model, q: NDArray[np.float64], way: float) -> LoopError:
    """The error for a pose whose branch is unknown: the closed pose next to it is far away."""
    sizes = model.loops.gaps(np.array(closure_gaps(model, q)))
    worst = max(sizes, key=lambda name: sizes[name])
    return LoopError(
        f"{model.name!r} cannot move from an open pose: constraint {worst!r} is open by "
        f"{sizes[worst]:.3g} m or rad, and a joint is {way:.3g} m or rad from where it closes; "
        "start from a closed pose, such as that of assemble",
        residual=max(sizes.values()),
        q=q,
        open={name: size for name, size in sizes.items() if size > model.tolerance},
    )


def entries_of(model: Model, columns: Iterable[int]) -> list[int]:
    """The entries of q of the joints that have these entries of v."""
    wanted = set(columns)
    return [
        entry
        for slot in model.joints.values()
        if slot.v.start in wanted
        for entry in range(slot.q.start, slot.q.stop)
    ]


def reach_rows(
    model: Model,
    q: NDArray[np.float64],
    goal: NDArray[np.float64],
    entries: list[int],
    held: frozenset[int],
    tolerance: float,
    threads: int,
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The poses with the entries at their goals that closed q (n, nq) lead to, and which do."""
    reached = q.copy()
    there = np.zeros(len(q), np.bool_)
    far = _is_far(model, q, goal, entries)
    # First, for out of a dead centre following goes the way that rounding pushes it, if at all.
    for row in _near_dead_centres(model, q, held):
        if far[row]:
            continue
        out = _leave(model, q[row], goal[row], held, tolerance)
        if out is not None:
            reached[row], there[row] = out, True
    loops = model.loops
    for fixed in attempts_at(model, loops, held):
        left = np.flatnonzero(~there & ~far)
        if not left.size:
            break
        choice = LoopChoice(loops, free_columns(loops, fixed))
        poses, residual = loops._follow(  # pyright: ignore[reportPrivateUsage]
            np.ascontiguousarray(q[left]),
            np.ascontiguousarray(goal[left]),
            entries,
            choice,
            tolerance,
            FOLLOW_STRIDE,
            _MOST,
            SEARCH_STEPS,
            threads,
        )
        arrived = residual <= tolerance
        reached[left[arrived]] = poses[arrived]
        there[left[arrived]] = True
    arrived = np.flatnonzero(there)
    reached[arrived[:, None], entries] = goal[arrived]  # exactly where they are wanted
    return reached, there


def _is_far(
    model: Model, q: NDArray[np.float64], goal: NDArray[np.float64], entries: list[int]
) -> NDArray[np.bool_]:
    """The rows in which a joint of a loop has a longer way than can be followed."""
    inside = set(entries_of(model, (int(c) for b in model.loops.blocks for c in b.columns)))
    way = np.abs(goal - q[:, entries])[:, [entry in inside for entry in entries]]
    return way.max(axis=1, initial=0.0) > _MOST * FOLLOW_STRIDE


def _too_far(
    model: Model, q: NDArray[np.float64], goal: NDArray[np.float64], held: frozenset[int]
) -> LoopError:
    slots = [slot for slot in model.joints.values() if slot.v.start in held]
    slot = max(slots, key=lambda slot: float(np.abs(goal[slot.q] - q[slot.q]).max()))
    way = float(np.abs(goal[slot.q] - q[slot.q]).max())
    return LoopError(
        f"{model.name!r} cannot follow {slot.name!r} over {way:.6g} m or rad in one move; the most "
        f"is {_MOST * FOLLOW_STRIDE:g}: use several moves",
        residual=0.0,
        q=q,
    )


def _near_dead_centres(
    model: Model, q: NDArray[np.float64], held: frozenset[int]
) -> NDArray[np.intp]:
    """The rows in which the one joint that leads may not determine the others.

    All where there are few; `_leave` looks closely at those that are left.
    """
    slots = [slot for slot in model.joints.values() if slot.v.start in held]
    if len(slots) != 1 or slots[0].nv != 1:
        return np.zeros(0, np.intp)
    if len(q) < _FEW:
        return np.arange(len(q))
    column = slots[0].v.start
    near = np.zeros(len(q), np.bool_)
    for block, rank in zip(model.loops.blocks, model.chart.ranks, strict=True):
        if column in block.columns:
            others = block.columns[block.columns != column]
            K = closure(model, q)[1][:, block.rows[:, None], others]
            sizes = np.linalg.svd(K, compute_uv=False)
            least = sizes[:, rank - 1] if 0 < rank <= sizes.shape[1] else np.zeros(len(q))
            near |= least <= FOLLOW_NEAR * sizes.max(axis=1, initial=1e-300)
    return np.flatnonzero(near)


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
        between = first + (goal - first) * (share + step)
        tried, there = reach_rows(model, q[None], between[None], entries, held, tolerance, 1)
        if there[0]:
            last, share = tried[0], share + step
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
