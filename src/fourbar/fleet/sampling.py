"""Where configurations come from: any part of them can be made by itself, always the same."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import TYPE_CHECKING, Protocol, cast

import numpy as np

from ..mechanics.loops import sample_closed
from ..record import record
from ..robot.values import kind_of_value
from .error import FleetError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..mechanics import Model

_BLOCK = 4096
"""Configurations from one random stream; a chunk is cut from as many as it needs."""


class Source(Protocol):
    """Configurations, numbered from 0.

    What else has rows than configurations has a `column`, the name for them in results ("q" without
    it), and `names(model)`, what their numbers are. One that can be longer has `start`: which
    sequence it begins, without how many there are.
    """

    def count(self, model: Model) -> int:
        """How many there are."""
        ...

    def rows(self, model: Model, start: int, stop: int) -> NDArray[np.float64]:
        """Those of some numbers (stop - start, nq), whatever was asked for before."""
        ...


def check_series(number: int, seed: int) -> None:
    """TypeError or ValueError where there cannot be that many of a random series."""
    for name, value in (("number", number), ("seed", seed)):
        if not isinstance(cast("object", value), int | np.integer):
            raise TypeError(f"{name} must be a whole number, got {value!r}")
    if number < 0:
        raise ValueError(f"number must not be negative, got {number}")
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"seed must be between 0 and 2^64 - 1, got {seed}")


def rows_name(source: Source) -> str:
    """The column of results that has the rows of a source."""
    return getattr(source, "column", "q")


@record
class Samples:
    """`number` random configurations within the limits, as by `Model.random`, with loops closed.

    Independent joints of a robot with loops are drawn evenly over their ranges, where the mechanism
    reaches at least a fifth of what is drawn (`sample_closed` with `uniform`).
    Every 4096 of them have a random stream of their own, counted from the seed (Philox): they do
    not depend on how they are divided into chunks, nor on who makes them.
    """

    number: int
    seed: int = 0
    limits: bool = True

    def __post_init__(self) -> None:
        check_series(self.number, self.seed)

    @property
    def start(self) -> tuple[object, ...]:
        """Which sequence this is the beginning of."""
        return ("Samples", self.seed, self.limits)

    def count(self, model: Model) -> int:
        """How many there are."""
        return self.number

    def rows(self, model: Model, start: int, stop: int) -> NDArray[np.float64]:
        """Those of some numbers (stop - start, nq)."""
        parts = [np.zeros((0, model.nq))]
        for block in range(start // _BLOCK, -(-stop // _BLOCK)):
            stream = np.random.Generator(np.random.Philox(key=[self.seed, block]))
            made = (
                sample_closed(model, _BLOCK, seed=stream, limits=self.limits, uniform=True)
                if model.has_loops
                else model.random(_BLOCK, seed=stream, limits=self.limits)
            )
            first = block * _BLOCK
            parts.append(made[max(start - first, 0) : stop - first])
        return np.concatenate(parts)


@record
class Grid:
    """Every combination of positions of some joints, the others at rest; the last changes first.

    `steps` has the number of positions of each joint, from its lower to its upper limit:
    `Grid({"shoulder": 20, "elbow": 10})`. For trees: which combinations close a loop is not known
    before.
    """

    steps: Mapping[str, int]

    def __post_init__(self) -> None:
        if not isinstance(cast("object", self.steps), Mapping):
            raise FleetError(f"steps must be numbers by the names of joints, got {self.steps!r}")
        for name, number in self.steps.items():
            if not isinstance(cast("object", number), int | np.integer):
                raise FleetError(
                    f"steps of {name!r} must be how many positions it takes between its limits, "
                    f"such as 5, got {kind_of_value(number)}; for positions of your own, give an "
                    "object with count(model) and rows(model, start, stop)"
                )
            if number < 1:
                raise FleetError(f"steps of {name!r} must be positive, got {number}")

    def count(self, model: Model) -> int:
        """How many there are."""
        self._axes(model)
        return prod(int(number) for number in self.steps.values())

    def rows(self, model: Model, start: int, stop: int) -> NDArray[np.float64]:
        """Those of some numbers (stop - start, nq)."""
        axes = self._axes(model)
        at = np.unravel_index(np.arange(start, stop), [len(values) for _, values in axes])
        q = np.tile(model.neutral, (stop - start, 1))
        for (column, values), numbers in zip(axes, at, strict=True):
            q[:, column] = values[numbers]
        return q

    def _axes(self, model: Model) -> list[tuple[int, NDArray[np.float64]]]:
        if model.has_loops:
            raise FleetError(f"a grid leaves the loops of {model.name!r} open; use Samples")
        return [self._positions(model, name) for name in self.steps]

    def _positions(self, model: Model, name: str) -> tuple[int, NDArray[np.float64]]:
        joint = model.joint(name)
        if joint.nq != 1:
            raise FleetError(f"joint {name!r} has {joint.nq} positions; a grid takes one")
        column = int(joint.q.start)
        lower, upper = float(model.lower[column]), float(model.upper[column])
        if not np.isfinite([lower, upper]).all():
            lower, upper = -np.pi, np.pi
        return column, np.linspace(lower, upper, self.steps[name])
