"""A joint that moves at constant speed, as a motion to size drives for."""

from __future__ import annotations

from math import isfinite, tau
from typing import TYPE_CHECKING

import numpy as np

from ..._native import explicit_form
from ...numerics import SMALL_ANGLE
from ..dynamics import Energy, dynamics
from ..error import ModelError
from ..loops.tracing import trace
from ..simulation.motion import Motion

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..coordinates import Coordinates
    from ..model import Model


def turn(
    model: Model,
    joint: str,
    *,
    speed: float = 1.0,
    by: float | None = None,
    q0: ArrayLike | None = None,
    steps: int = 360,
) -> Motion:
    """The motion in which one joint moves at constant `speed` [rad/s or m/s], for `sizing`.

    It begins in q0, or in the closed pose next to zero, and goes `by` so much [rad or m]: without,
    to its upper limit, or once round. With a negative `by` or `speed` it goes backward, to its
    lower limit. The joint need not be an independent one; other independent joints are at rest.

    Raises LoopError where the mechanism cannot go on, as at a dead centre of the joint.
    """
    slot = _single(model, joint)
    if not 0.0 < abs(speed) < np.inf:
        raise ValueError(f"speed must be finite and not 0, got {speed}")
    if by is not None and by > 0.0 > speed:
        raise ValueError(
            f"by={by:g} goes forward and speed={speed:g} backward; give both the same sign"
        )
    if steps < 1:
        raise ValueError(f"steps must be positive, got {steps}")
    start = model.q({}) if q0 is None else np.asarray(q0, dtype=np.float64)
    first = float(start[slot.q.start])
    way = way_on(model, joint, start, backward=speed < 0.0) if by is None else by
    if not 0.0 < abs(way) < np.inf or (by is None and way * speed < 0.0):
        raise ValueError(
            f"joint {joint!r} must move, got {way:.6g}; use another by, q0 or direction of speed"
        )
    speed = float(np.copysign(speed, way))
    values = first + np.linspace(0.0, way, steps + 1)
    if model.loops.blocks:
        found = trace(model, joint, values, start)
        q, v = found.q, speed * found.rates
        a = _steady(model, joint, q, v, speed)
    else:
        q = np.repeat(start[None], len(values), axis=0)
        q[:, slot.q.start] = values
        v, a = np.zeros((2, len(values), model.nv))
        v[:, slot.v.start] = speed
    terms = dynamics(model, q, v, a, what=("tau", "energy"))
    energy = Energy(terms["energy"][:, 0], terms["energy"][:, 1])
    t = (values - first) / speed
    return Motion(t, q, v, a, terms["tau"], energy, np.zeros(len(t)), (), model)


def way_on(model: Model, joint: str, q: ArrayLike, *, backward: bool = False) -> float:
    """How far a joint can move from q [rad or m]: to its upper limit, or once round.

    Less than zero where it goes `backward`, to its lower limit.
    """
    place = _single(model, joint).q.start
    end = float((model.lower if backward else model.upper)[place])
    if not isfinite(end):
        return -tau if backward else tau
    return end - float(np.asarray(q, dtype=np.float64)[place])


def _single(model: Model, joint: str) -> Coordinates:
    slot = model.joint(joint)
    if slot.nv != 1:
        raise ModelError(f"joint {joint!r} has {slot.nv} velocities; turn moves joints with one")
    return slot


def _steady(
    model: Model, joint: str, q: NDArray[np.float64], v: NDArray[np.float64], speed: float
) -> NDArray[np.float64]:
    """Accelerations while the speed of a joint is constant, which may depend on others."""
    _, g = explicit_form(model, None, q, v)
    column = model.joint(joint).v.start
    if column in model.chart.v:
        return g
    u = np.abs(v[:, model.chart.v]).max(axis=0)
    if np.count_nonzero(u > SMALL_ANGLE * max(float(u.max(initial=0.0)), abs(speed))) > 1:
        raise ModelError(
            f"several independent joints move with {joint!r}; turn one of them instead"
        )
    # One freedom: what is added to g goes along v, and leaves the joint's own speed alone.
    return g - v * (g[:, column] / v[:, column])[:, None]
