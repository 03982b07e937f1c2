"""Motion of a closed mechanism that one joint drives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from ...numerics import TRACE_SAME
from ..arguments import as_floats
from ..error import ModelError
from ..representation import representation
from .arguments import check_tolerance
from .dead_centre import drive_from
from .drive import Drive
from .error import LoopError
from .solve import open_error, solve, start

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..coordinates import Coordinates
    from ..model import Model


_FARTHEST = 100_000
"""How far a drive is traced, in small steps [rad or m]: some minutes."""


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
    """A motion: configurations q (n, nq) and rates dq/d(drive) (n, nv) at the drive's `values`.

    `model` is the one that moved. In a notebook, a trace is shown as a plot.
    """

    drive: str
    values: NDArray[np.float64]
    q: NDArray[np.float64]
    rates: NDArray[np.float64]
    dead_centres: tuple[DeadCentre, ...]
    model: Model

    def __repr__(self) -> str:
        return representation(self)

    def _repr_html_(self) -> str:
        from .plot import plot_trace

        return plot_trace(self)


def trace(
    model: Model,
    drive: str,
    values: ArrayLike,
    q0: ArrayLike | None = None,
    *,
    tolerance: float | None = None,
) -> Trace:
    """Move joint `drive` through `values` (n,) [rad or m]; all others follow.

    Starts in q0, or in the closed pose next to zero, and goes from there to the first value. Joints
    that are independent besides the drive stay where they are. Between values, steps are so small
    that the branch of assembly is kept: each pose is predicted along the tangent and corrected.

    A drive that starts at its dead centre could go two ways: it goes the one in which the first
    other independent joint grows, or shrinks if that leads nowhere. Rates are NaN in the dead
    centre itself, where the others move and the drive does not.

    Raises LoopError where the drive cannot go on; the error's `q` is the last pose reached.
    """
    within = check_tolerance(model, tolerance)
    slot = model.joint(drive)
    if slot.nv != 1:
        raise ModelError(f"joint {drive!r} has {slot.nv} velocities; a drive has one")
    goals = np.atleast_1d(as_floats("values", values))
    if goals.ndim != 1 or not goals.size or not np.isfinite(goals).all():
        raise ValueError("values must be one or more finite numbers")
    q, _ = start(model, None, model.chart.home if q0 is None else q0)
    travel = float(np.abs(np.diff(goals, prepend=q[slot.q.start])).sum())
    if travel > _FARTHEST:
        raise ValueError(
            f"the values take joint {drive!r} over {travel:g} [rad or m]; a trace covers at most "
            f"{_FARTHEST:,}"
        )
    found = solve(model, model.loops, q, {slot.v.start}, starts=1, tolerance=within)
    if found.residual > within:
        raise open_error(model, found, {slot.v.start}, tolerance=within)
    waiting, driven = drive_from(model, slot, found.q, goals, within)
    if waiting + driven.reached < goals.size:
        raise LoopError(
            f"{model.name!r} cannot follow joint {drive!r} to "
            f"{goals[waiting + driven.reached]:.6g}: it ends at "
            f"{driven.last[slot.q.start]:.6g}, a dead centre or the end of what its links reach",
            residual=0.0,
            q=driven.last,
        )
    still = np.repeat(found.q[None], waiting, axis=0)
    still[:, slot.q.start] = goals[:waiting]
    return Trace(
        drive,
        goals,
        np.concatenate([still, driven.q]),
        np.concatenate([np.full((waiting, model.nv), np.nan), driven.rates]),
        _dead_centres(model, slot, found.q if waiting else None, driven),
        model,
    )


def _dead_centres(
    model: Model, slot: Coordinates, first: NDArray[np.float64] | None, driven: Drive
) -> tuple[DeadCentre, ...]:
    """The drive's own where the motion starts in one, and those on the way."""
    names = {s.v.start: s.name for s in model.joints.values() if s.nv == 1}
    met: list[tuple[int, NDArray[np.float64]]] = []
    if first is not None:
        met.append((slot.v.start, first))
    known: dict[tuple[int, int], NDArray[np.float64]] = {}
    for number, column, q in driven.met:
        # Without a first pose, what lies between the start and the first value is not asked for.
        if number == 0 and first is None:
            continue
        # A drive that ends in its own dead centre comes to rest on either side of it, by rounding.
        before = known.get((number, column))
        if before is None or np.abs(q - before).max() > TRACE_SAME:
            met.append((column, q))
        known[number, column] = q
    return tuple(
        DeadCentre(
            "singular" if column == slot.v.start else "dead centre",
            names[column],
            float(q[slot.q.start]),
            q,
        )
        for column, q in met
    )
