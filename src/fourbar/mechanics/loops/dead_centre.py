"""Away from a pose in which a joint cannot be driven.

At a dead centre of a joint its position is extreme: it can go back only, in two ways, and no push
on it says which. Another joint leads the mechanism a little way out, and the first that brings the
joint nearer to its goal decides: independent joints in the order of v, each forward, then backward.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..._native import closure
from .chart import chart, good_columns
from .drive import drive, followers
from .error import LoopError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..coordinates import Coordinates
    from ..model import Model

# How far another joint leads out. A joint at its dead centre moves with the square of that.
_TURN, _SLIDE = 0.03, 0.003  # [rad], [m]
# What counts as movement [rad or m].
_LEAST = 1e-9


def leave_dead_centre(
    model: Model, slot: Coordinates, q: NDArray[np.float64], goal: float, tolerance: float
) -> NDArray[np.float64]:
    """A closed pose beside q from which the joint can be driven to its goal [rad or m].

    Raises LoopError where no joint leads that way.
    """
    here = float(q[slot.q.start])
    ways: set[str] = set()
    for lead in _leads(model, slot, q):
        following = followers(model, lead, q)
        if following is None:
            continue
        size = _SLIDE if lead.type == "prismatic" else _TURN
        for step in (size, -size):
            out = q[lead.q] + step
            pose = drive(model, lead, q, following, out, tolerance).last
            moved = float(pose[slot.q.start]) - here
            if abs(moved) < _LEAST or followers(model, slot, pose) is None:
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


def _leads(model: Model, slot: Coordinates, q: NDArray[np.float64]) -> list[Coordinates]:
    """Joints of one velocity that are independent at q, in the drive's block."""
    K = np.array(closure(model, q)[1])
    (block,) = (b for b in model.loops.blocks if slot.v.start in b.columns)
    follow = good_columns(model, block, K, first=chart(model).v.tolist())
    independent = {c for c in block.columns.tolist() if c not in follow}
    return [s for s in model.joints.values() if s.nv == 1 and s.v.start in independent]
