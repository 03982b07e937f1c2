"""From a state and efforts to a motion."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from ... import _native
from ...numerics import (
    SIMULATE_ABSOLUTE,
    SIMULATE_DRIFT,
    SIMULATE_PLACED,
    SIMULATE_RELATIVE,
    SIMULATE_ROUNDING,
)
from ..arguments import as_count, check_model
from ..dynamics.error import SingularPoseWarning
from ..dynamics.terms import Energy
from ..loops.declared import joint_names
from .arguments import (
    Condition,
    Effort,
    Integrator,
    Places,
    Times,
    Watch,
    check_size,
    find_stops,
    integrator_number,
    positive,
    read_efforts,
    read_loads,
    read_restitutions,
    read_springs,
    read_states,
    read_times,
    read_velocities,
    read_watches,
)
from .crowds import CROWDED, warn_of_crowds
from .engine import Engine, Ran
from .error import SimulationError, SimulationWarning, describe_failure
from .motion import Motion, MotionEvent, State
from .stiffness import warn_of_stiffness
from .watches import look_out

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ...robot import Spring
    from ..batch import Frame
    from ..data import Data
    from ..model import Model

_CLOSURES = 4096
"""Configurations whose K is held at a time."""

_NAMED = 10
"""Motions that a warning lists."""


def simulate(
    model: Model,
    q: ArrayLike,
    v: ArrayLike | None = None,
    *,
    dt: float = 1e-3,
    duration: float | None = None,
    steps: int | None = None,
    effort: ArrayLike | Mapping[str, float] | Effort | None = None,
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
    initial states. `duration` [s] or `steps` says how long, where the last step is shorter if dt
    does not divide the duration; every `every`-th step is recorded, and the end.
    `effort` are efforts at joints, (nv,) or (nu,) [N m or N], or a function of t, q and v that
    returns them; for a batch its q and v have n rows, and so has its result. They act as given,
    also beyond the limits of joints and drives, unless `clip_efforts` cuts them there. Limits of
    velocities do not count. The springs of the description act, or those of `springs` in their
    place, and constant `wrenches` besides.

    Loops stay closed: each step ends on them, to about 1e-13 m, and `residual` shows it. Joints
    stop at the limits of their positions, unless `limits` is False; with `restitution`, for all or
    by joint, they bounce back with that share of their speed. `events` list the impulses. A joint
    with Coulomb friction sticks when it comes to rest, until more than its friction pulls at it.

    `watch` are functions of t, q and v, for every row, by name: where one passes zero between two
    samples, an event has the time and the state, found with the integrator. A `Watch` can count
    one direction only, and end the motion there. What passes zero twice between two samples is not
    seen.

    `integrator` "rk4" has errors of the fourth order in dt. "semi_implicit" is the fastest, with
    errors of the first. "implicit" is for damping and springs that are stiff at this dt, which it
    treats implicitly; first order too. "adaptive" (Dormand and Prince) chooses its
    steps from the errors `relative` and `absolute` that are allowed in each, and dt is the time
    between samples.

    Raises LoopError where q is open or v opens it, ModelError where a joint moves no mass, and
    SimulationError where the motion cannot be computed any further; its `motion` is what there is
    of it. In a batch, such a row is NaN from there and part of `failures`, with a
    SimulationWarning; the others go on. Damping that is too stiff for this dt is a
    SimulationWarning, too.
    """
    check_model(model)
    times = read_times(dt, duration, steps, every)
    _check_options(limits, integrator, relative=relative, absolute=absolute)
    Q, batch = read_states(model, q)
    check_size(model, times, len(Q))
    V = read_velocities(model, Q, v)
    watches = read_watches(watch, batch=batch)
    constant, function = read_efforts(model, effort, len(Q), batch=batch, clip=clip_efforts)
    held = read_springs(model, springs)
    bounces = read_restitutions(model, restitution)
    engine = Engine(
        model,
        integrator_number(integrator),
        find_stops(model, Q, bounces, batch=batch, limits=limits),
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
        rows = (Q, V, at) if batch else (Q[0], V[0], np.asarray(at).reshape(-1))
        _native.forward_dynamics(
            model, None, *rows, wrenches=wrenches, frame=frame, friction=friction
        )
    if friction:
        warn_of_stiffness(model, Q, times.dt, integrator)
    ran = engine.run(Q, V, constant, function, times=times)
    warn_of_crowds(model, ran.met, integrator, batch=batch)
    t = times.samples
    events = _events(model, ran)
    if watches:
        t, ran, seen = look_out(engine, t, ran, watches, constant, function, dt=times.dt)
        events = tuple(sorted((*events, *seen), key=lambda event: (event.row, event.t)))
        events = tuple(event for event in events if event.t <= t[-1])
    failures = tuple(describe_failure(model, one, Q, batch=batch) for one in ran.failures)
    driven = bool(callable(effort) or constant.any() or wrenches)
    braked = bool(friction) and bool(model.damping.any() or model.friction.any())
    elastic = frozenset(name for name, share in bounces.items() if share == 1.0)
    motion = _motion(
        model, t, ran, held, events, failures, driven=driven, braked=braked, elastic=elastic
    )
    if not batch:
        motion = motion.row(0)
        for failure in failures:
            failure.motion = motion.until(failure.t)
            raise failure
    elif len(failures) == len(Q):
        raise failures[0]
    elif failures:
        rows = ", ".join(str(failure.row) for failure in failures[:_NAMED])
        more = f" and {len(failures) - _NAMED} more" if len(failures) > _NAMED else ""
        warnings.warn(
            f"{len(failures)} of {len(Q)} motions ended early, NaN from there: {rows}{more}; "
            f"`failures` has the reasons, the first is: {failures[0]}",
            SimulationWarning,
            stacklevel=2,
        )
    return motion


def _check_options(limits: object, integrator: str, **errors: float | None) -> None:
    """Refuse what would be taken for something else, or for nothing."""
    if not isinstance(limits, bool | np.bool_):
        raise TypeError(
            f"limits must be True or False, got {type(limits).__name__}; the positions that joints "
            "stop at are those of the description"
        )
    given = [name for name, value in errors.items() if value is not None]
    if given and integrator != "adaptive":
        raise ValueError(
            f"{' and '.join(given)}: only integrator='adaptive' chooses its steps from errors; "
            f"{integrator!r} takes steps of dt"
        )


def _motion(
    model: Model,
    t: NDArray[np.float64],
    ran: Ran,
    springs: Places,
    events: tuple[MotionEvent, ...],
    failures: tuple[SimulationError, ...],
    *,
    driven: bool,
    braked: bool,
    elastic: frozenset[str],
) -> Motion:
    """A batch with all that follows from its states."""
    energies = _energies(model, ran.q, ran.v, springs)
    error = np.full(len(ran.q), np.nan)
    # With a restitution of 1 a limit takes nothing.
    stopped = {e.row for e in events if e.kind == "limit" and e.joint not in elastic}
    noise = model.mass * float(np.linalg.norm(model.gravity)) * SIMULATE_PLACED
    for row in range(len(ran.q)) if not driven else ():
        computed = np.isfinite(ran.v[row]).all(axis=1)
        found = Energy(energies.kinetic[row, computed], energies.potential[row, computed])
        error[row] = _energy_error(found, noise, braked=braked or row in stopped)
    return Motion(
        t,
        ran.q,
        ran.v,
        ran.a,
        ran.tau,
        energies,
        _residuals(model, ran.q),
        events,
        model,
        error,
        failures,
    )


def _energy_error(energy: Energy, noise: float, *, braked: bool) -> float:
    """The largest change of the total, as a share of the energy that moves to and fro.

    Brakes only take energy: with them, it is the largest rise above what was left before, and NaN
    where that is little, since nothing is known of what they should have taken. Zero where it is no
    more than `noise` [J], the weight times what positions are known to, and what rounding makes of
    the total: a robot next to its rest moves less than that.
    """
    with np.errstate(invalid="ignore", over="ignore"):
        whole = energy.total
    if not len(whole):
        return float("nan")
    if not np.isfinite(whole).all():
        return 1.0  # it exploded beyond what numbers hold: all that moves came from nothing
    moved = max(float(energy.kinetic.max()), float(np.ptp(energy.potential)))
    before = np.minimum.accumulate(whole) if braked else whole[0]
    change = float(np.abs(whole - before).max())
    least = noise + SIMULATE_ROUNDING * float(np.abs(whole).max())
    error = change / moved if change > least else 0.0
    return float("nan") if braked and error <= SIMULATE_DRIFT else error


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
        find_stops(model, Q, read_restitutions(model, restitution), batch=batch, limits=limits),
        read_springs(model, springs),
        read_loads(model, wrenches),
        frame,
        friction=bool(friction),
    )
    ran = engine.run(Q, V, constant, None, times=Times(positive("dt", dt), 1))
    warn_of_crowds(model, ran.met, integrator, batch=batch)
    for failure in ran.failures:
        raise describe_failure(model, failure, Q, batch=batch)
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
        if kind != CROWDED
    )


def _energies(
    model: Model,
    q: NDArray[np.float64],
    v: NDArray[np.float64],
    springs: Places,
) -> Energy:
    # Velocities of all joints are at hand, so loops need not be asked how they follow.
    count = int(np.prod(q.shape[:-1]))
    rows, rates = q.reshape(count, model.nq), v.reshape(count, model.nv)
    there = np.isfinite(rows).all(axis=1) & np.isfinite(rates).all(axis=1)
    kinetic, potential = np.full(len(rows), np.nan), np.full(len(rows), np.nan)
    if there.any():
        found = _native.dynamics_energy(
            model, None, rows[there], rates[there], coordinates="spanning"
        )
        kinetic[there], potential[there] = found.T
    shape = q.shape[:-1]
    kinetic, potential = kinetic.reshape(shape), potential.reshape(shape)
    entries = {slot.v.start: slot.q.start for slot in model.joints.values() if slot.nv == 1}
    with np.errstate(over="ignore"):  # a motion that explodes does so here, too
        for column, stiffness, rest in zip(*springs, strict=True):
            potential += 0.5 * stiffness * (q[..., entries[column]] - rest) ** 2
    return Energy(kinetic, potential)


def _residuals(model: Model, q: NDArray[np.float64]) -> NDArray[np.float64]:
    """The largest |phi| of every sample."""
    rows = q.reshape(int(np.prod(q.shape[:-1])), model.nq)
    there = np.flatnonzero(np.isfinite(rows).all(axis=1))
    result = np.full(len(rows), np.nan)
    result[there] = 0.0
    for first in range(0, len(there) if model.loops.blocks else 0, _CLOSURES):
        chosen = there[first : first + _CLOSURES]
        phi = _native.closure_gaps(model, np.ascontiguousarray(rows[chosen]))
        result[chosen] = np.abs(phi).max(axis=1, initial=0.0)
    return result.reshape(q.shape[:-1])
