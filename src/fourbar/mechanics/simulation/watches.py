"""When functions of the state pass zero on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil, isfinite
from typing import TYPE_CHECKING

import numpy as np

from ...numerics import FOLLOW_ROUNDING, SIMULATE_MOMENT
from .arguments import Times
from .engine import Engine, Ran
from .motion import MotionEvent, State

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .arguments import Effort, Watch

_LOOKS = 100


def look_out(
    engine: Engine,
    t: NDArray[np.float64],
    ran: Ran,
    watches: Mapping[str, Watch],
    constant: NDArray[np.float64],
    function: Effort | None,
    *,
    dt: float,
) -> tuple[NDArray[np.float64], Ran, list[MotionEvent]]:
    """The events of all watches, and the motion up to the first that ends it.

    Each is found between two samples by going there again from the one before, in steps that are
    at most dt long.
    """
    search = _Search(engine, t, ran, constant, function, dt)
    found: list[MotionEvent] = []
    for row in range(len(ran.q)):
        # What is beyond a failure was never computed.
        whole = int(np.isfinite(ran.q[row]).all(axis=1).sum())
        for name, watch in watches.items() if whole else ():
            for event in search.events(row, name, watch, whole):
                found.append(event)
                if watch.ends:
                    break
    ends = [event for event in found if watches[event.name].ends]
    if not ends:
        return t, ran, found
    last = min(ends, key=lambda event: event.t)
    return (*search.cut(last), [event for event in found if event.t <= last.t])


def _moment(t: float) -> float:
    """How exactly moments are found at t [s]."""
    return SIMULATE_MOMENT * max(1.0, abs(t)) if isfinite(t) else 0.0


class _Search:
    def __init__(
        self,
        engine: Engine,
        t: NDArray[np.float64],
        ran: Ran,
        constant: NDArray[np.float64],
        function: Effort | None,
        dt: float,
    ) -> None:
        self.engine, self.t, self.ran = engine, t, ran
        self.constant, self.function, self.dt = constant, function, dt

    def events(self, row: int, name: str, watch: Watch, samples: int) -> Iterator[MotionEvent]:
        """In the order of time."""
        other: tuple[int, float, float] | None = None  # the last pass in the direction not wanted
        last = -np.inf
        before = self._value(name, watch, 0, self.t[0], self.ran.q[row, 0], self.ran.v[row, 0])
        for k in range(1, samples):
            q, v = self.ran.q[row, k], self.ran.v[row, k]
            after = self._value(name, watch, k, self.t[k], q, v)
            # A zero at a sample belongs to the stretch before it.
            passed = 1 if before < 0.0 <= after else -1 if before > 0.0 >= after else 0
            if passed and watch.direction in (0, passed):
                if other is not None and other[0] == k - 2:
                    last = self._find(row, name, watch, *other).t
                event = self._find(row, name, watch, k - 1, before, after)
                # A value that comes to rest at zero may be a rounding beyond it for a sample: what
                # turns round within the time to which moments are found has passed once.
                if event.t - last > 2.0 * _moment(last):
                    yield event
                    last = event.t
            elif passed:
                other = k - 1, before, after
            before = after

    def cut(self, last: MotionEvent) -> tuple[NDArray[np.float64], Ran]:
        """The motion up to an event, which is its last sample."""
        k = int(np.searchsorted(self.t, last.t, side="left")) - 1
        end = self._after(last.row, k, last.t - self.t[k])

        def joined(whole: NDArray[np.float64], part: NDArray[np.float64]) -> NDArray[np.float64]:
            return np.concatenate([whole[:, : k + 1], part[:, 1:]], axis=1)

        q, v = joined(self.ran.q, end.q), joined(self.ran.v, end.v)
        a, tau = joined(self.ran.a, end.a), joined(self.ran.tau, end.tau)
        return np.append(self.t[: k + 1], last.t), Ran(q, v, a, tau, self.ran.met, [])

    def _find(
        self, row: int, name: str, watch: Watch, k: int, before: float, after: float
    ) -> MotionEvent:
        """The zero between samples k and k + 1: false position, with bisection in turn."""
        low, high = 0.0, float(self.t[k + 1] - self.t[k])
        below, above = before, after
        end = self._after(row, k, high)
        share = high
        for look in range(_LOOKS):
            if high - low <= _moment(float(self.t[k])):
                break
            # Where the value is zero at the end, it may have been so for a while.
            guess = low + (high - low) * below / (below - above)
            share = guess if look % 2 == 0 and low < guess < high else 0.5 * (low + high)
            if not low < share < high:
                break
            tried = self._after(row, k, share)
            value = self._value(name, watch, k, self.t[k] + share, tried.q[0, 1], tried.v[0, 1])
            if (value < 0.0) == (before < 0.0) and value != 0.0:
                low, below = share, value
            else:
                high, above, end = share, value, tried
        state = State(end.q[0, 1].copy(), end.v[0, 1].copy())
        return MotionEvent("watch", float(self.t[k]) + high, "", 0.0, row, name, state)

    def _after(self, row: int, k: int, h: float) -> Ran:
        """From sample k of a row for h seconds."""
        steps = max(1, ceil(h / self.dt * (1.0 - FOLLOW_ROUNDING)))
        function, start, rows = self.function, float(self.t[k]), len(self.ran.q)

        def later(t: float, q: NDArray[np.float64], v: NDArray[np.float64]) -> NDArray[np.float64]:
            assert function is not None
            # Functions of a batch get all of it; only this row counts.
            whole = [np.repeat(x, rows, axis=0) for x in (q, v)]
            return np.asarray(function(start + t, *whole), dtype=np.float64)[row : row + 1]

        return self.engine.run(
            np.ascontiguousarray(self.ran.q[row : row + 1, k]),
            np.ascontiguousarray(self.ran.v[row : row + 1, k]),
            self.constant[row : row + 1],
            None if function is None else later,
            times=Times(h / steps, steps, steps),
        )

    def _value(
        self,
        name: str,
        watch: Watch,
        k: int,
        t: float,
        q: NDArray[np.float64],
        v: NDArray[np.float64],
    ) -> float:
        given = watch.function(float(t), q.copy(), v.copy())
        place = f"at t = {t:.6g} s, after sample {k}"
        try:
            value = float(given)
        except (TypeError, ValueError) as error:
            problem = f"watch[{name!r}] gave {given!r} {place}; expected one number"
            raise ValueError(problem) from error
        if not isfinite(value):
            raise ValueError(f"watch[{name!r}] is {value} {place}")
        return value
