"""Away from a pose in which a joint does not determine how the others move.

At a dead centre of a joint its position is extreme: it can go back only, in two ways, and no push
on it says which. Another joint leads the mechanism a little way out, and the first that brings the
joint nearer to its goal decides: independent joints in the order of v, each forward, then backward.

Where motions cross, as in a parallelogram that lies flat, the joint itself leads: it takes a step,
and the closed pose next to that decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..._native import closure
from ...numerics import (
    DEAD_CENTRE_BESIDE,
    DEAD_CENTRE_LEAST,
    DEAD_CENTRE_SAME,
    DEAD_CENTRE_SLIDE,
    DEAD_CENTRE_TURN,
)
from .chart import good_columns, rank_of
from .drive import Drive, Followers, drive, followers
from .error import LoopError
from .solve import solve
from .system import LoopBlock

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..coordinates import Coordinates
    from ..model import Model


class Departure(NamedTuple):
    """A drive from a pose that may be its dead centre; the first `waiting` goals are that pose."""

    waiting: int
    driven: Drive


def drive_from(
    model: Model,
    slot: Coordinates,
    q: NDArray[np.float64],
    goals: NDArray[np.float64],
    tolerance: float,
) -> Departure:
    """Move a joint of one velocity through goals (n,) from a closed pose, a dead centre or not.

    Raises LoopError where the pose is a dead centre that cannot be left towards the goals.
    """
    waiting = 0
    following = followers(model, slot, q)
    if following is None:
        waiting = _count_at(goals, float(q[slot.q.start]))
        if waiting < goals.size:
            q = leave_dead_centre(model, slot, q, float(goals[waiting]), tolerance)
            following = followers(model, slot, q)
    following = following or Followers([], [])
    return Departure(waiting, drive(model, slot, q, following, goals[waiting:], tolerance))


def _count_at(goals: NDArray[np.float64], here: float) -> int:
    """How many of the first goals are the position that the drive already has."""
    away = np.abs(goals - here) > DEAD_CENTRE_SAME * max(1.0, abs(here))
    return int(np.argmax(away)) if away.any() else goals.size


def leave_dead_centre(
    model: Model, slot: Coordinates, q: NDArray[np.float64], goal: float, tolerance: float
) -> NDArray[np.float64]:
    """A closed pose beside q from which the joint can be driven to its goal [rad or m].

    Raises LoopError where no joint leads that way.
    """
    here = float(q[slot.q.start])
    ways: set[str] = set()
    for pose in _ways_out(model, slot, q, goal, tolerance):
        moved = float(pose[slot.q.start]) - here
        if abs(moved) < DEAD_CENTRE_LEAST or followers(model, slot, pose) is None:
            continue
        if moved * (goal - here) > 0.0:
            return pose
        ways.add("grow" if moved > 0.0 else "shrink")
    hint = f": from there it can only {ways.pop()}" if len(ways) == 1 else ""
    raise LoopError(
        f"joint {slot.name!r} of {model.name!r} is at a dead centre at {here:.6g} and cannot be "
        f"driven to {goal:.6g}{hint}",
        residual=0.0,
        q=q,
    )


def _ways_out(
    model: Model, slot: Coordinates, q: NDArray[np.float64], goal: float, tolerance: float
) -> Iterator[NDArray[np.float64]]:
    """Closed poses beside q: the one to which the joint itself leads, or those of others."""
    K = np.array(closure(model, q)[1])
    for block, full in zip(model.loops.blocks, model.chart.ranks, strict=True):
        if slot.v.start not in block.columns:
            continue
        if rank_of(model, K, block) < full:
            yield from _beside(model, slot, q, goal, tolerance)
            continue
        for lead in _leads(model, block, K):
            following = followers(model, lead, q)
            if following is None:
                continue
            for step in (_step(lead), -_step(lead)):
                yield drive(model, lead, q, following, q[lead.q] + step, tolerance).last


def _beside(
    model: Model, slot: Coordinates, q: NDArray[np.float64], goal: float, tolerance: float
) -> Iterator[NDArray[np.float64]]:
    """The closed pose next to q with the joint a step nearer to its goal."""
    away = goal - float(q[slot.q.start])
    pose = q.copy()
    pose[slot.q.start] += np.copysign(min(_step(slot), abs(away)), away)
    found = solve(
        model,
        model.loops,
        pose,
        {slot.v.start},
        starts=1,
        keep_independent=False,
        tolerance=tolerance,
    )
    away = np.abs(model.difference(q, found.q)).max()
    if found.residual <= tolerance and away < DEAD_CENTRE_BESIDE:
        yield found.q


def _step(slot: Coordinates) -> float:
    return DEAD_CENTRE_SLIDE if slot.units[0] == "m" else DEAD_CENTRE_TURN


def _leads(model: Model, block: LoopBlock, K: NDArray[np.float64]) -> list[Coordinates]:
    """A block's joints of one velocity that are independent where it has this K."""
    follow = good_columns(model, block, K, first=model.chart.v.tolist())
    independent = {c for c in block.columns.tolist() if c not in follow}
    return [s for s in model.joints.values() if s.nv == 1 and s.v.start in independent]
