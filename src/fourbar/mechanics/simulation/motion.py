"""What a simulation gives back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from ..dynamics.terms import Energy
from ..representation import representation

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..model import Model


class State(NamedTuple):
    """A configuration q (nq,) and velocities v (nv,), or with a leading axis for a batch."""

    q: NDArray[np.float64]
    v: NDArray[np.float64]


class MotionEvent(NamedTuple):
    """Something that happened on the way.

    "limit": `joint` reached a limit and was stopped by `impulse` [N m s or N s], positive along the
    joint. "singular": the mechanism passed a pose in which it can move in more ways than
    elsewhere. "watch": what was watched for under `name` passed zero, in this `state`. `row` is the
    number of the initial state, of a batch.
    """

    kind: Literal["limit", "singular", "watch"]
    t: float
    joint: str
    impulse: float
    row: int
    name: str = ""
    state: State | None = None


class Motion(NamedTuple):
    """A motion in time: n samples at `t` (n,) [s].

    Samples are equally far apart, save the last where a watch has ended the motion.

    `q` (n, nq), `v` and `a` (n, nv), `tau` (n, nv): the efforts that were given, without springs
    and friction. `energy` has kinetic and potential energies (n,) [J], springs among the latter;
    `residual` (n,) is the largest |phi| of the loops [m or rad]. From a batch of initial states,
    all but `t` have a leading axis for them, and `row(k)` is the motion from one. In a notebook, a
    motion is shown as a plot.
    """

    t: NDArray[np.float64]
    q: NDArray[np.float64]
    v: NDArray[np.float64]
    a: NDArray[np.float64]
    tau: NDArray[np.float64]
    energy: Energy
    residual: NDArray[np.float64]
    events: tuple[MotionEvent, ...]
    model: Model

    def __repr__(self) -> str:
        return representation(self)

    def _repr_html_(self) -> str:
        from .plot import plot_motion

        return plot_motion(self if self.q.ndim == 2 else self.row(0))

    def row(self, number: int) -> Motion:
        """The motion from one initial state of a batch."""
        if self.q.ndim != 3:
            raise ValueError("this is the motion from one initial state, not of a batch")
        number = range(len(self.q))[number]
        return Motion(
            self.t,
            self.q[number],
            self.v[number],
            self.a[number],
            self.tau[number],
            Energy(self.energy.kinetic[number], self.energy.potential[number]),
            self.residual[number],
            tuple(event._replace(row=0) for event in self.events if event.row == number),
            self.model,
        )
