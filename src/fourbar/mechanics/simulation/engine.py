"""The compiled simulation of one model under the same loads, for as many runs as it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ... import _native
from ...numerics import SIMULATE_ABSOLUTE, SIMULATE_RELATIVE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..batch import Frame
    from ..model import Model
    from .arguments import Effort, Places, Stops, Times
    from .error import Failure


class Ran(NamedTuple):
    """Samples (rows, samples, ...), NaN after a failure, what was met, and which rows failed."""

    q: NDArray[np.float64]
    v: NDArray[np.float64]
    a: NDArray[np.float64]
    tau: NDArray[np.float64]
    met: list[tuple[int, int, float, int, float]]
    failures: list[Failure]


class Engine:
    """Everything about a simulation save its states, efforts and times."""

    def __init__(
        self,
        model: Model,
        integrator: int,
        stops: Stops,
        springs: Places,
        loads: tuple[list[int], NDArray[np.float64]],
        frame: Frame,
        *,
        friction: bool,
        relative: float = SIMULATE_RELATIVE,
        absolute: float = SIMULATE_ABSOLUTE,
        threads: int = 0,
    ) -> None:
        self.model = model
        self._integrator = integrator
        self._errors = relative, absolute
        self._rest: tuple[Any, ...] = (friction, *loads, frame, *stops, *springs, threads)

    def run(
        self,
        Q: NDArray[np.float64],
        V: NDArray[np.float64],
        constant: NDArray[np.float64],
        function: Effort | None,
        *,
        times: Times,
    ) -> Ran:
        """Motions from the states (rows, nq), (rows, nv), with efforts (rows, nv) or a function."""
        return Ran(
            *_native.simulate_rows(
                self.model,
                Q,
                V,
                constant,
                function,
                self._integrator,
                times.dt,
                times.steps,
                times.rest,
                times.every,
                *self._errors,
                self.model.tolerance,
                *self._rest,
            )
        )
