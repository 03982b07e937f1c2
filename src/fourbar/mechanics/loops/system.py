"""All that closes a model, as rows of one residual phi(q) = 0."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from ..._native import LoopSystem
from ...robot import UnknownNameError
from ..manifold import random as random_configurations

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..model import Model

Kind = Literal["loop", "coupling", "mimic"]


class Constraint(NamedTuple):
    """The rows of one loop, coupling or mimic, and the only columns where they are not zero.

    `K[constraint.rows][:, constraint.columns]` is the K_l of eq. 6 without the columns of other
    joints. A mimic has the name of the joint that follows.
    """

    name: str
    kind: Kind
    rows: slice
    columns: NDArray[np.int64]
    block: int


class LoopBlock(NamedTuple):
    """A diagonal block of K: a cluster, whose joints no other constraint touches."""

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    links: tuple[str, ...]
    joints: tuple[str, ...]


class Loops(LoopSystem):
    """The loops, couplings and mimics of a Model, compiled: `model.loops`.

    Rows are those of loops, then couplings, then mimics, each in document order. `declared` has the
    entries of v that the description calls independent, once they were looked up; `with_target` has
    the same equations and the target of the last inverse kinematics, and what it is for.
    """

    def __init__(
        self,
        *arrays: Any,
        constraints: tuple[Constraint, ...],
        blocks: tuple[LoopBlock, ...],
        nv: int,
    ) -> None:
        super().__init__(*arrays)
        self.constraints = constraints
        self.blocks = blocks
        self._nv = nv
        self.declared: frozenset[int] | None = None
        self.with_target: tuple[object, Loops] | None = None
        self._starts: tuple[tuple[int, int], NDArray[np.float64]] | None = None

    def __repr__(self) -> str:
        return f"<Loops: {len(self.constraints)} constraints, {self.n_c} rows>"

    def __bool__(self) -> bool:
        return self.n_c > 0

    def constraint(self, name: str) -> Constraint:
        """The loop, coupling or mimic of that name."""
        for constraint in self.constraints:
            if constraint.name == name:
                return constraint
        raise UnknownNameError("loop", name, [c.name for c in self.constraints])

    @property
    def pattern(self) -> NDArray[np.bool_]:
        """Where K may be other than zero: (n_c, nv)."""
        pattern = np.zeros((self.n_c, self._nv), dtype=bool)
        for constraint in self.constraints:
            pattern[constraint.rows, constraint.columns] = True
        return pattern

    @property
    def support(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Rows and columns of the entries of K that `closure(..., columns="support")` gives."""
        rows, columns = np.nonzero(self.pattern)
        return rows, columns

    def starts(self, model: Model, count: int, seed: int) -> NDArray[np.float64]:
        """Configurations (count, nq) for further starts: the same ones in every run.

        The last ones are kept, for calls in a row.
        """
        if not count:
            return np.empty((0, model.nq))
        if self._starts is None or self._starts[0] != (count, seed):
            generator = np.random.default_rng(seed)
            slots = tuple(model.joints.values())
            # A file may have the limits of a joint the wrong way round: a start is only a start.
            low, high = np.minimum(model.lower, model.upper), np.maximum(model.lower, model.upper)
            drawn = random_configurations(slots, low, high, generator, (count,))
            self._starts = (count, seed), drawn
        return self._starts[1]

    def gaps(self, phi: NDArray[np.float64]) -> dict[str, float]:
        """How far every constraint is open: the length of its phi."""
        return {c.name: float(np.linalg.norm(phi[c.rows])) for c in self.constraints}
