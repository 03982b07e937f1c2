"""From a state and efforts to a motion."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from ... import _native
from ...numerics import SIMULATE_ABSOLUTE, SIMULATE_RELATIVE
from ..arguments import as_count, check_model
from ..dynamics.error import SingularPoseWarning
from ..dynamics.terms import Energy, energy
from ..loops.declared import joint_names
from .arguments import (
    Effort,
    Integrator,
    Places,
    Spring,
    count_steps,
    find_stops,
    integrator_number,
    positive,
    read_efforts,
    read_loads,
    read_springs,
    read_states,
    read_velocities,
)
from .error import raise_failure
from .motion import Motion, MotionEvent, State

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..batch import Frame
    from ..data import Data
    from ..model import Model

_CLOSURES = 4096
"""Configurations whose K is held at a time."""


def simulate(
    model: Model,
    q: ArrayLike,
    v: ArrayLike | None = None,
    *,
    dt: float = 1e-3,
    duration: float | None = None,
    steps: int | None = None,
    effort: ArrayLike | Effort | None = None,
    springs: Mapping[str, Spring | float] | None = None,
    wrenches: Mapping[str, ArrayLike] | None = None,
    frame: Frame = "local_world_aligned",
    integrator: Integrator = "rk4",
    friction: bool = True,
    limits: bool = True,
    every: int = 1,
    relative: float | None = None,
    absolute: float | None = None,
    threads: int | None = None,
) -> Motion:
    """Let a robot move from a closed configuration q, with velocities v, and record it.

    v is (nv,), or (nu,) for the independent joints; None is rest. Rows of q (n, nq) are a batch of
    initial states. `duration` [s] or `steps` says how long; every `every`-th step is recorded.
    `effort` are efforts at joints, (nv,) or (nu,) [N m or N], or a function of t, q and v that
    returns them; for a batch its q and v have n rows, and so has its result. `springs` and
    constant `wrenches` act besides.

    Loops stay closed: each step ends on them, to about 1e-13 m, and `residual` shows it. Joints
    stop at their limits without bouncing, unless `limits` is False; `events` list the impulses.

    `integrator` "rk4" has errors of the fourth order in dt. "semi_implicit" is the fastest, with
    errors of the first. "implicit" is for damping, friction and springs that are stiff at this
    dt, which it treats implicitly; first order too. "adaptive" (Dormand and Prince) chooses its
    steps from the errors `relative` and `absolute` that are allowed in each, and dt is the time
    between samples.

    Raises LoopError where q is open or v opens it, ModelError where a joint moves no mass, and
    SimulationError where the motion cannot be computed any further.
    """
    check_model(model)
    number = integrator_number(integrator)
    dt = positive("dt", dt)
    count, every = count_steps(dt, duration, steps, every)
    Q, batch = read_states(model, q)
    V = read_velocities(model, Q, v)
    constant, function = read_efforts(model, effort, len(Q), batch)
    stops = find_stops(model, Q, batch=batch, limits=limits)
    held = read_springs(model, springs)
    frames, loads = read_loads(model, wrenches)
    with warnings.catch_warnings():  # a singular start is an event
        warnings.simplefilter("ignore", SingularPoseWarning)
        at = constant if function is None else function(0.0, Q, V)
        _native.forward_dynamics(
            model, None, Q, V, at, wrenches=wrenches, frame=frame, friction=friction
        )
    *arrays, met, failure = _native.simulate_rows(
        model,
        Q,
        V,
        constant,
        function,
        number,
        dt,
        every,
        count // every + 1,
        positive("relative", SIMULATE_RELATIVE if relative is None else relative),
        positive("absolute", SIMULATE_ABSOLUTE if absolute is None else absolute),
        model.tolerance,
        bool(friction),
        frames,
        loads,
        frame,
        *stops,
        *held,
        0 if threads is None else as_count("threads", threads, least=1),
    )
    if failure is not None:
        raise_failure(model, failure, Q, batch=batch)
    t = np.arange(count // every + 1, dtype=np.float64) * np.float64(every * dt)
    q_, v_, a_, tau_ = arrays
    events = tuple(
        MotionEvent(
            "singular" if kind else "limit",
            time,
            "" if column < 0 else joint_names(model, [column])[0],
            impulse,
            row,
        )
        for kind, row, time, column, impulse in met
    )
    energies = _energies(model, q_, v_, held)
    motion = Motion(t, q_, v_, a_, tau_, energies, _residuals(model, q_), events, model)
    return motion if batch else motion.row(0)


def step(
    model: Model,
    data: Data | None,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike | None,
    dt: float,
    *,
    springs: Mapping[str, Spring | float] | None = None,
    wrenches: Mapping[str, ArrayLike] | None = None,
    frame: Frame = "local_world_aligned",
    integrator: Integrator = "rk4",
    friction: bool = True,
    limits: bool = True,
) -> State:
    """The state after dt [s] under efforts tau; options are those of `simulate`.

    For loops that do something of their own between steps. q (n, nq) is a batch of states. `data`
    is not needed and may be None: nothing that it holds changes.
    """
    check_model(model)
    number = integrator_number(integrator)
    Q, batch = read_states(model, q)
    V = read_velocities(model, Q, v)
    if callable(tau):
        raise TypeError("step takes efforts, not a function of time; use simulate")
    constant, _ = read_efforts(model, tau, len(Q), batch)
    stops = find_stops(model, Q, batch=batch, limits=limits)
    frames, loads = read_loads(model, wrenches)
    q_, v_, *_, failure = _native.simulate_rows(
        model,
        Q,
        V,
        constant,
        None,
        number,
        positive("dt", dt),
        1,
        2,
        SIMULATE_RELATIVE,
        SIMULATE_ABSOLUTE,
        model.tolerance,
        bool(friction),
        frames,
        loads,
        frame,
        *stops,
        *read_springs(model, springs),
        0,
    )
    if failure is not None:
        raise_failure(model, failure, Q, batch=batch)
    return State(q_[:, 1], v_[:, 1]) if batch else State(q_[0, 1], v_[0, 1])


def _energies(
    model: Model,
    q: NDArray[np.float64],
    v: NDArray[np.float64],
    springs: Places,
) -> Energy:
    # Velocities of all joints are at hand, so loops need not be asked how they follow.
    found = energy(
        model, None, q.reshape(-1, model.nq), v.reshape(-1, model.nv), coordinates="spanning"
    )
    shape = q.shape[:-1]
    potential = np.array(found.potential).reshape(shape)
    entries = {slot.v.start: slot.q.start for slot in model.joints.values() if slot.nv == 1}
    for column, stiffness, rest in zip(*springs, strict=True):
        potential += 0.5 * stiffness * (q[..., entries[column]] - rest) ** 2
    return Energy(np.array(found.kinetic).reshape(shape), potential)


def _residuals(model: Model, q: NDArray[np.float64]) -> NDArray[np.float64]:
    """The largest |phi| of every sample."""
    rows = q.reshape(-1, model.nq)
    result = np.zeros(len(rows))
    for first in range(0, len(rows) if model.loops.blocks else 0, _CLOSURES):
        phi = _native.closure(model, rows[first : first + _CLOSURES])[0]
        result[first : first + _CLOSURES] = np.abs(phi).max(axis=1, initial=0.0)
    return result.reshape(q.shape[:-1])
