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
    Condition,
    Effort,
    Integrator,
    Places,
    Spring,
    Watch,
    count_steps,
    find_stops,
    integrator_number,
    positive,
    read_efforts,
    read_loads,
    read_springs,
    read_states,
    read_velocities,
    read_watches,
)
from .engine import Engine, Ran
from .error import raise_failure
from .motion import Motion, MotionEvent, State
from .watches import look_out

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
    clip_efforts: bool = False,
    springs: Mapping[str, Spring | float] | None = None,
    wrenches: Mapping[str, ArrayLike] | None = None,
    frame: Frame = "local_world_aligned",
    integrator: Integrator = "rk4",
    friction: bool = True,
    limits: bool = True,
    restitution: float | Mapping[str, float] = 0.0,
    watch: Mapping[str, Watch | Condition] | None = None,
    every: int = 1,
    relative: float | None = None,
    absolute: float | None = None,
    threads: int | None = None,
) -> Motion:
    """Let a robot move from a closed configuration q, with velocities v, and record it.

    v is (nv,), or (nu,) for the independent joints; None is rest. Rows of q (n, nq) are a batch of
    initial states. `duration` [s] or `steps` says how long; every `every`-th step is recorded.
    `effort` are efforts at joints, (nv,) or (nu,) [N m or N], or a function of t, q and v that
    returns them; for a batch its q and v have n rows, and so has its result. They act as given,
    also beyond the limits of joints and drives, unless `clip_efforts` cuts them there. Limits of
    velocities do not count. `springs` and constant `wrenches` act besides.

    Loops stay closed: each step ends on them, to about 1e-13 m, and `residual` shows it. Joints
    stop at the limits of their positions, unless `limits` is False; with `restitution`, for all or
    by joint, they bounce back with that share of their speed. `events` list the impulses.

    `watch` are functions of t, q and v, for every row, by name: where one passes zero between two
    samples, an event has the time and the state, found with the integrator. A `Watch` can count
    one direction only, and end the motion there. What passes zero twice between two samples is not
    seen.

    `integrator` "rk4" has errors of the fourth order in dt. "semi_implicit" is the fastest, with
    errors of the first. "implicit" is for damping, friction and springs that are stiff at this
    dt, which it treats implicitly; first order too. "adaptive" (Dormand and Prince) chooses its
    steps from the errors `relative` and `absolute` that are allowed in each, and dt is the time
    between samples.

    Raises LoopError where q is open or v opens it, ModelError where a joint moves no mass, and
    SimulationError where the motion cannot be computed any further.
    """
    check_model(model)
    dt = positive("dt", dt)
    count, every = count_steps(dt, duration, steps, every)
    Q, batch = read_states(model, q)
    V = read_velocities(model, Q, v)
    watches = read_watches(watch, batch=batch)
    constant, function = read_efforts(model, effort, len(Q), batch=batch, clip=clip_efforts)
    held = read_springs(model, springs)
    engine = Engine(
        model,
        integrator_number(integrator),
        find_stops(model, Q, restitution, batch=batch, limits=limits),
        held,
        read_loads(model, wrenches),
        frame,
        friction=bool(friction),
        relative=positive("relative", SIMULATE_RELATIVE if relative is None else relative),
        absolute=positive("absolute", SIMULATE_ABSOLUTE if absolute is None else absolute),
        threads=0 if threads is None else as_count("threads", threads, least=1),
    )
    with warnings.catch_warnings():  # a singular start is an event
        warnings.simplefilter("ignore", SingularPoseWarning)
        at = constant if function is None else function(0.0, Q, V)
        _native.forward_dynamics(
            model, None, Q, V, at, wrenches=wrenches, frame=frame, friction=friction
        )
    ran = engine.run(Q, V, constant, function, dt=dt, every=every, samples=count // every + 1)
    t = np.arange(count // every + 1, dtype=np.float64) * np.float64(every * dt)
    events = _events(model, ran)
    if watches:
        t, ran, seen = look_out(engine, t, ran, watches, constant, function, dt=dt)
        events = tuple(sorted((*events, *seen), key=lambda event: (event.row, event.t)))
        events = tuple(event for event in events if event.t <= t[-1])
    if ran.failure is not None:
        raise_failure(model, ran.failure, Q, batch=batch)
    energies = _energies(model, ran.q, ran.v, held)
    residual = _residuals(model, ran.q)
    motion = Motion(t, ran.q, ran.v, ran.a, ran.tau, energies, residual, events, model)
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
    restitution: float | Mapping[str, float] = 0.0,
) -> State:
    """The state after dt [s] under efforts tau; options are those of `simulate`.

    For loops that do something of their own between steps. q (n, nq) is a batch of states. `data`
    is not needed and may be None: nothing that it holds changes.
    """
    check_model(model)
    Q, batch = read_states(model, q)
    V = read_velocities(model, Q, v)
    if callable(tau):
        raise TypeError("step takes efforts, not a function of time; use simulate")
    constant, _ = read_efforts(model, tau, len(Q), batch=batch)
    engine = Engine(
        model,
        integrator_number(integrator),
        find_stops(model, Q, restitution, batch=batch, limits=limits),
        read_springs(model, springs),
        read_loads(model, wrenches),
        frame,
        friction=bool(friction),
    )
    ran = engine.run(Q, V, constant, None, dt=positive("dt", dt), every=1, samples=2)
    if ran.failure is not None:
        raise_failure(model, ran.failure, Q, batch=batch)
    return State(ran.q[:, 1], ran.v[:, 1]) if batch else State(ran.q[0, 1], ran.v[0, 1])


def _events(model: Model, ran: Ran) -> tuple[MotionEvent, ...]:
    """What the compiled core has met on the way."""
    return tuple(
        MotionEvent(
            "singular" if kind else "limit",
            time,
            "" if column < 0 else joint_names(model, [column])[0],
            impulse,
            row,
        )
        for kind, row, time, column, impulse in ran.met
    )


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
        phi = _native.closure_gaps(model, rows[first : first + _CLOSURES])
        result[first : first + _CLOSURES] = np.abs(phi).max(axis=1, initial=0.0)
    return result.reshape(q.shape[:-1])
