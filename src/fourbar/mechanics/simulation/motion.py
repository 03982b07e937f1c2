"""What a simulation gives back."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from ...numerics import SIMULATE_DRIFT
from ..dynamics.terms import Energy
from ..representation import representation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..model import Model
    from .error import SimulationError


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

    Samples are equally far apart, save the last where a watch has ended the motion or where it
    lasts no whole number of steps.

    `q` (n, nq), `v` and `a` (n, nv), `tau` (n, nv): the efforts that were given, without springs
    and friction. `energy` has kinetic and potential energies (n,) [J], springs among the latter;
    `residual` (n,) is the largest |phi| of the loops [m or rad]. `energy_error` is the largest
    change of the total energy as a share of what moves between its two parts; with damping,
    friction or a stop at a limit, which take energy, its largest rise where that is not little. It
    is NaN where efforts or wrenches change the energy, or brakes take some as they should;
    `keeps_energy` says whether it is little. What is below 1e-13 m times the weight counts as
    nothing. From a batch of initial states, all but `t` have a leading axis for them, `row(k)` is
    the motion from one, and `failures` are those that ended early, NaN from there.

    `save` writes a motion to a file; in a notebook, it is shown as a plot.
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
    energy_error: NDArray[np.float64] | float = float("nan")
    failures: tuple[SimulationError, ...] = ()

    def __repr__(self) -> str:
        return representation(self)

    def _repr_html_(self) -> str:
        return self.plot() if self.q.ndim == 2 else self.row(0).plot()

    @property
    def keeps_energy(self) -> bool:
        """Whether energy that nothing feeds neither rises, nor falls without brakes.

        To SIMULATE_DRIFT of what moves.
        """
        return not (np.asarray(self.energy_error) > SIMULATE_DRIFT).any()

    def plot(self) -> str:
        """An SVG over time: positions, energies, and how open the loops are."""
        from .plot import plot_motion

        return plot_motion(self._single("plot"))

    def save(self, file: str | PathLike[str]) -> None:
        """Write the motion, by the file's extension.

        .csv and .npz have positions, velocities, accelerations, efforts, energies and the residual;
        .svg is the plot. Any other is a format for robots with animations, as .glb or .html.
        """
        from .saving import save_motion

        save_motion(self._single("save"), file)

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
            float(np.asarray(self.energy_error)[number]),
            tuple(failure for failure in self.failures if failure.row == number),
        )

    def until(self, t: float) -> Motion:
        """The samples up to t [s], of one initial state, at least the first."""
        self._single("until")
        n = max(1, int(np.searchsorted(self.t, t, side="right")))
        n = min(n, max(1, int(np.isfinite(self.q).all(axis=1).sum())))
        return self._replace(
            t=self.t[:n],
            q=self.q[:n],
            v=self.v[:n],
            a=self.a[:n],
            tau=self.tau[:n],
            energy=Energy(self.energy.kinetic[:n], self.energy.potential[:n]),
            residual=self.residual[:n],
            events=tuple(event for event in self.events if event.t <= t),
            failures=(),
        )

    def _single(self, word: str) -> Motion:
        if self.q.ndim != 2:
            raise ValueError(
                f"this is a batch of {len(self.q)} motions; {word} is for one, as motion.row(0)"
            )
        return self
