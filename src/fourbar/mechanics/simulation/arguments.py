"""What simulations are asked for, checked and as the compiled core takes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast, get_args

import numpy as np

from ... import _native
from ...numerics import AT_LIMIT, FOLLOW_ROUNDING
from ...robot import Spring
from ..arguments import as_count
from ..drive import check_limits
from ..error import ModelError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..model import Model

Integrator = Literal["rk4", "semi_implicit", "implicit", "adaptive"]
Effort = Callable[[float, "NDArray[np.float64]", "NDArray[np.float64]"], "ArrayLike"]

_MOST_STEPS = 1e12

_MOST_BYTES = 2**32
"""What a motion may take in memory: beyond, a process is rather ended than refused."""

Condition = Callable[[float, "NDArray[np.float64]", "NDArray[np.float64]"], float]
Stops = tuple[list[int], "NDArray[np.float64]", "NDArray[np.float64]", "NDArray[np.float64]"]
"""Entries of v, and for each limit its position, the sign of the way back and the restitution."""

Places = tuple[list[int], "NDArray[np.float64]", "NDArray[np.float64]"]
"""Entries of v, and two numbers for each."""


class Watch(NamedTuple):
    """Something to look out for: when `function` of t, q and v passes zero.

    `direction` 1 counts rising values only, -1 falling ones, 0 both. The first time ends the
    motion where `ends`.
    """

    function: Condition
    direction: Literal[-1, 0, 1] = 0
    ends: bool = False


def read_watches(watch: Mapping[str, Watch | Condition] | None, *, batch: bool) -> dict[str, Watch]:
    """What to look out for, by name."""
    found = {
        name: given if isinstance(given, Watch) else Watch(given)
        for name, given in (watch or {}).items()
    }
    for name, one in found.items():
        if not callable(one.function):
            raise TypeError(f"watch[{name!r}] must be a function of t, q and v, or a Watch")
        if one.direction not in (-1, 0, 1):
            raise ValueError(f"direction of watch[{name!r}] must be -1, 0 or 1")
        if one.ends and batch:
            raise ValueError(
                f"watch[{name!r}] cannot end the motions of a batch, which are equally long"
            )
    return found


def integrator_number(integrator: str) -> int:
    """The place of an integrator in the compiled core's list."""
    known = get_args(Integrator)
    if integrator not in known:
        raise ValueError(f"unknown integrator {integrator!r}; expected one of: {', '.join(known)}")
    return known.index(integrator)


def positive(name: str, value: float) -> float:
    """A finite number above zero, or ValueError."""
    number = float(value)
    if not 0.0 < number < np.inf:
        raise ValueError(f"{name} must be positive, got {value}")
    return number


class Times(NamedTuple):
    """Steps of dt [s], one of `rest` where that is not zero, and samples: every so many steps.

    The end is a sample, too.
    """

    dt: float
    steps: int
    every: int = 1
    rest: float = 0.0

    @property
    def samples(self) -> NDArray[np.float64]:
        """When samples are taken [s]."""
        whole = np.arange(0, self.steps + 1, self.every, dtype=np.float64) * np.float64(self.dt)
        end = self.steps * self.dt + self.rest
        last = self.steps % self.every or self.rest
        return np.append(whole, end) if last else whole


def read_times(dt: float, duration: float | None, steps: int | None, every: int) -> Times:
    """Steps that fill a duration to its end, the last one shorter if need be."""
    dt = positive("dt", dt)
    every = as_count("every", every, least=1)
    if (duration is None) == (steps is None):
        raise ValueError("give either duration [s] or steps")
    if steps is not None:
        count = as_count("steps", steps)
        if count % every:
            raise ValueError(f"{count} steps are not a multiple of every = {every}")
        return Times(dt, count, every)
    length = positive("duration", cast("float", duration))
    if length / dt > _MOST_STEPS:
        raise ValueError(f"duration {duration} s has too many steps of {dt} s")
    count = round(length / dt)
    if abs(count * dt - length) <= FOLLOW_ROUNDING * dt and count > 0:
        return Times(dt, count, every)
    count = int(length / dt)
    return Times(dt, count, every, length - count * dt)


def check_size(model: Model, times: Times, rows: int) -> None:
    """Refuse a motion that memory may not hold, before any of it is computed."""
    # q, v, a and tau, two energies and their sum, the residual.
    columns = model.nq + 3 * model.nv + 4
    samples = times.steps // times.every + 1
    size = 8 * columns * rows * samples
    if size <= _MOST_BYTES:
        return
    every = times.every * -(-size // _MOST_BYTES)
    of = f" of {rows} states" if rows > 1 else ""
    fewer = ", or fewer states at a time" if rows > 1 else ""
    raise ValueError(
        f"{samples} samples{of} take {size / 2**30:.3g} GiB, more than {_MOST_BYTES / 2**30:g}; "
        f"record fewer steps, with every={every} (--every {every}) or more{fewer}"
    )


def read_states(model: Model, q: ArrayLike) -> tuple[NDArray[np.float64], bool]:
    """Initial configurations (n, nq), and whether they are a batch."""
    given = np.asarray(q, dtype=np.float64)
    if given.ndim not in (1, 2) or given.shape[-1] != model.nq:
        raise ValueError(f"q has shape {given.shape}, expected ({model.nq},) or (n, {model.nq})")
    if given.ndim == 2 and not len(given):
        raise ValueError("q has no rows; a batch has at least one initial state")
    if not np.isfinite(given).all():
        raise ValueError("q contains values that are not finite")
    return np.ascontiguousarray(np.atleast_2d(given)), given.ndim == 2


def read_velocities(
    model: Model, Q: NDArray[np.float64], v: ArrayLike | None
) -> NDArray[np.float64]:
    """Velocities (n, nv) that keep loops closed; those of independent joints are spanned."""
    V = _per_row("v", v, len(Q), _widths(model))
    if V.shape[1] == model.nv:
        return V
    G, _ = _native.explicit_form(model, None, Q, None)
    return np.ascontiguousarray(np.einsum("nij,nj->ni", G, V))


def _widths(model: Model) -> tuple[int, ...]:
    """How wide velocities and efforts may be: nv, or nu where that is another number."""
    if not model.loops.blocks or model.chart.size == model.nv:
        return (model.nv,)
    return (model.nv, model.chart.size)


def _per_row(
    name: str, value: ArrayLike | None, n: int, widths: tuple[int, ...]
) -> NDArray[np.float64]:
    """Numbers for each of n states, of one of the widths; None is zero."""
    if value is None:
        return np.zeros((n, widths[0]))
    given = np.asarray(value, dtype=np.float64)
    if (
        given.ndim not in (1, 2)
        or given.shape[-1] not in widths
        or given.shape[:-1]
        not in (
            (),
            (n,),
        )
    ):
        shapes = " or ".join(f"({w},)" for w in widths)
        rows = f", or with {n} rows" if n > 1 else ""
        raise ValueError(f"{name} has shape {given.shape}, expected {shapes}{rows}")
    if not np.isfinite(given).all():
        raise ValueError(f"{name} contains values that are not finite")
    return np.ascontiguousarray(np.broadcast_to(given, (n, given.shape[-1])))


def read_efforts(
    model: Model,
    effort: ArrayLike | Mapping[str, float] | Effort | None,
    n: int,
    *,
    batch: bool,
    clip: bool = False,
) -> tuple[NDArray[np.float64], Effort | None]:
    """Constant efforts (n, nv), and a function of all rows where efforts change.

    With `clip`, none is beyond the limit of its joint or drive.
    """
    widths = _widths(model)
    if clip:
        check_limits(model)
    most = np.array(model.effort_limit) if clip else np.full(model.nv, np.inf)
    for drive in model.drives if clip else ():
        if drive.effort is not None:
            most[model.joint(drive.joint).v] = drive.effort

    def spread(value: ArrayLike | None, name: str) -> NDArray[np.float64]:
        rows = _per_row(name, value, n, widths)
        whole = rows
        if rows.shape[1] != model.nv:
            whole = np.zeros((n, model.nv))
            whole[:, model.chart.v] = rows
        return np.clip(whole, -most, most) if clip else whole

    def unnamed(value: Any) -> Any:
        """Efforts by the names of joints as numbers for all entries of v."""
        if not isinstance(value, Mapping):
            return value
        given = np.zeros((n, model.nv))
        for name, numbers in cast("Mapping[str, ArrayLike]", value).items():
            slot, each = model.joint(name), np.asarray(numbers, dtype=np.float64)
            given[:, slot.v] = each[:, None] if slot.nv == 1 and each.ndim == 1 else each
        return given if batch else given[0]

    if not callable(effort):
        return spread(unnamed(effort), "effort"), None

    def efforts(t: float, Q: NDArray[np.float64], V: NDArray[np.float64]) -> NDArray[np.float64]:
        value = effort(t, Q, V) if batch else effort(t, Q[0], V[0])
        return spread(unnamed(value), f"the result of effort at t = {t:.6g} s")

    return np.zeros((n, model.nv)), efforts


def find_stops(
    model: Model,
    Q: NDArray[np.float64],
    bounces: Mapping[str, float],
    *,
    batch: bool,
    limits: bool,
) -> Stops:
    """All limits, with the restitution of each joint; ValueError for a start beyond one."""
    returned: list[float] = []
    columns: list[int] = []
    positions: list[float] = []
    signs: list[float] = []
    for slot in model.joints.values():
        if slot.quaternion is not None or not limits:
            continue
        for k in range(slot.nq):
            entry = slot.q.start + k
            for limit, sign in ((model.lower[entry], 1.0), (model.upper[entry], -1.0)):
                if not np.isfinite(limit):
                    continue
                beyond = sign * (Q[:, entry] - limit) < -AT_LIMIT
                if beyond.any():
                    row = int(beyond.argmax())
                    which = f" of state {row}" if batch else ""
                    raise ValueError(
                        _beyond(model, f"joint {slot.name!r}{which}", Q[row, entry], entry)
                    )
                columns.append(slot.v.start + k)
                positions.append(float(limit))
                signs.append(sign)
                returned.append(bounces[slot.name])
    return columns, np.array(positions), np.array(signs), np.array(returned)


def _beyond(model: Model, joint: str, position: float, entry: int) -> str:
    """Why a start is refused, and what to do."""
    lower, upper = float(model.lower[entry]), float(model.upper[entry])
    leave = "leave limits out (limits=False, --no-limits)"
    if lower > upper:
        return (
            f"{joint} has a lower limit of {lower:.6g} above its upper one of {upper:.6g}, so that "
            f"no start is within; correct them, or {leave}"
        )
    limit = lower if position < lower else upper
    return (
        f"{joint} starts at {position:.6g}, beyond its limit {limit:.6g}; start between "
        f"{lower:.6g} and {upper:.6g}, or {leave}"
    )


def read_restitutions(model: Model, given: float | Mapping[str, float]) -> dict[str, float]:
    """For every joint, the share of its speed that it leaves its limits with."""
    found = dict.fromkeys(model.joints, 0.0)
    if isinstance(given, Mapping):
        for name, value in given.items():
            found[model.joint(name).name] = float(value)
    else:
        found = dict.fromkeys(model.joints, float(given))
    for name, value in found.items():
        if not 0.0 <= value <= 1.0:
            raise ValueError(f"restitution of {name!r} must be between 0 and 1, got {value}")
    return found


def read_springs(model: Model, springs: Mapping[str, Spring | float] | None) -> Places:
    """Columns, stiffness and rest positions: of the description, and given ones in their place."""
    found = {
        name: Spring(float(model.stiffness[slot.v.start]), float(model.rest[slot.v.start]))
        for name, slot in model.joints.items()
        if slot.nv == 1 and model.stiffness[slot.v.start]
    }
    for name, given in (springs or {}).items():
        slot = model.joint(name)
        if slot.nv != 1:
            raise ModelError(f"joint {name!r} has {slot.nv} velocities; a spring is at one")
        found[name] = given if isinstance(given, Spring) else Spring(float(given))
    columns: list[int] = []
    values: list[Spring] = []
    for name, spring in found.items():
        if spring.stiffness < 0.0:
            raise ValueError(
                f"the stiffness of the spring at {name!r} must not be negative, "
                f"got {spring.stiffness}"
            )
        columns.append(model.joint(name).v.start)
        values.append(spring)
    return (
        columns,
        np.array([spring.stiffness for spring in values], dtype=np.float64),
        np.array([spring.rest for spring in values], dtype=np.float64),
    )


def read_loads(
    model: Model, wrenches: Mapping[str, ArrayLike] | None
) -> tuple[list[int], NDArray[np.float64]]:
    """Frames and their wrenches (k, 6)."""
    frames: list[int] = []
    values = np.zeros((len(wrenches or {}), 6))
    for number, (link, wrench) in enumerate((wrenches or {}).items()):
        frames.append(model.link_number(link))
        given = np.asarray(wrench, dtype=np.float64)
        if given.shape != (6,) or not np.isfinite(given).all():
            raise ValueError(f"wrenches[{link!r}] must be 6 finite numbers: force, then moment")
        values[number] = given
    return frames, values
