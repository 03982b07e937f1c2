"""Points in space as a source, and what inverse kinematics finds there."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from ..mechanics import inverse_kinematics
from ..record import record
from ..robot import Pose
from ..spatial.rotation import matrix_of
from .error import FleetError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..mechanics import Model

    Columns = dict[str, NDArray[np.generic]]

_MOST_AT_ONCE = 1 << 16
"""Poses solved together, so that memory stays small."""


@record
class Lattice:
    """Points (n, 3) at the middles of cubic cells that fill a box [m]; z changes first.

    The cells are those of `reached`: of a lattice through the origin. Where a number of `lower` and
    `upper` is the same, the box is flat, and all points have that number: for planar robots.
    """

    lower: tuple[float, float, float]
    upper: tuple[float, float, float]
    cell: float

    @property
    def column(self) -> str:
        """What rows are called in results: they are not configurations."""
        return "target"

    def names(self, model: Model) -> tuple[str, ...]:
        """What the columns of rows are."""
        return ("x", "y", "z")

    def __post_init__(self) -> None:
        for name in ("lower", "upper"):
            numbers = tuple(float(x) for x in getattr(self, name))
            if len(numbers) != 3 or not np.isfinite(numbers).all():
                raise ValueError(f"{name} must be three finite numbers [m], got {numbers}")
            object.__setattr__(self, name, numbers)
        if not 0.0 < self.cell < np.inf:
            raise ValueError(f"cell must be positive, got {self.cell}")
        if not all(a <= b for a, b in zip(self.lower, self.upper, strict=True)):
            raise ValueError(f"lower must not be above upper, got {self.lower} and {self.upper}")

    def count(self, model: Model) -> int:
        """How many there are."""
        return prod(self._shape)

    def rows(self, model: Model, start: int, stop: int) -> NDArray[np.float64]:
        """Those of some numbers (stop - start, 3)."""
        at = np.stack(np.unravel_index(np.arange(start, stop), self._shape), axis=1)
        middles = ((at + self._first).astype(np.float64) + 0.5) * self.cell
        return np.where(np.array(self.lower) == self.upper, self.lower, middles)

    @property
    def _first(self) -> NDArray[np.int64]:
        return np.floor(np.array(self.lower) / self.cell + 1e-9).astype(np.int64)

    @property
    def _shape(self) -> tuple[int, int, int]:
        last = np.ceil(np.array(self.upper) / self.cell - 1e-9).astype(np.int64)
        flat = np.array(self.lower) == self.upper
        x, y, z = np.where(flat, 1, np.maximum(last - self._first, 1)).tolist()
        return x, y, z


def inverse(
    model: Model,
    points: NDArray[np.float64],
    *,
    link: str,
    rpy: Sequence[float] | None = None,
    starts: int = 8,
    seed: int = 0,
) -> Columns:
    """A table of inverse kinematics, loops closed: the configuration for each point.

    `rpy` is the orientation that the link is to have [rad]; without it, any will do. Columns:
    `target` (n, 3) [m]; `q` (n, nq), the best that was found; `converged`, whether that is there
    within tolerance, loops closed, within limits; `residual` [m or rad]; `iterations`; and
    `position`, the target where it was reached, NaN elsewhere.
    """
    targets = np.tile(np.eye(4), (len(points), 1, 1))
    targets[:, :3, 3] = points
    if rpy is not None:
        targets[:, :3, :3] = np.array(Pose((0.0, 0.0, 0.0), _three(rpy)).rotation())
    found = inverse_kinematics(
        model,
        link,
        targets,
        task="position" if rpy is None else "pose",
        starts=starts,
        seed=seed,
        threads=1,
    )
    return {
        "target": points,
        "position": np.where(found.converged[:, None], points, np.nan),
        "q": found.q,
        "converged": found.converged,
        "residual": found.residual,
        "iterations": found.iterations,
    }


def dexterity(
    model: Model,
    points: NDArray[np.float64],
    *,
    link: str,
    orientations: int = 64,
    starts: int = 4,
    seed: int = 0,
) -> Columns:
    """In which share of all orientations a link gets to each point.

    As many `orientations` are tried, spread evenly over all rotations. What inverse kinematics does
    not find from `starts` configurations counts as not reached, so that the share may be too small
    by some. Columns: `target` (n, 3) [m], `dexterity` between 0 and 1, and `position`, the target
    where an orientation was reached, NaN elsewhere.
    """
    if orientations < 1:
        raise ValueError(f"orientations must be positive, got {orientations}")
    turns = spread_rotations(orientations)
    share = np.zeros(len(points))
    each = max(1, _MOST_AT_ONCE // orientations)
    for start in range(0, len(points), each):
        some = points[start : start + each]
        targets = np.tile(np.eye(4), (len(some), orientations, 1, 1))
        targets[..., :3, :3] = turns
        targets[..., :3, 3] = some[:, None]
        found = inverse_kinematics(
            model, link, targets.reshape(-1, 4, 4), starts=starts, seed=seed, threads=1
        )
        share[start : start + each] = found.converged.reshape(len(some), -1).mean(axis=1)
    return {
        "target": points,
        "position": np.where(share[:, None] > 0.0, points, np.nan),
        "dexterity": share,
    }


def spread_rotations(number: int) -> NDArray[np.float64]:
    """Rotations (n, 3, 3) that are spread evenly: a spiral on the sphere of quaternions.

    Two angles go round at irrational rates while the split between them fills it (super-Fibonacci
    spirals; Alexa, CVPR 2022).
    """
    phi, psi = np.sqrt(2.0), 1.533751168755204288118041413
    s = np.arange(number) + 0.5
    a, b = 2.0 * np.pi * s / phi, 2.0 * np.pi * s / psi
    r, big = np.sqrt(s / number), np.sqrt(1.0 - s / number)
    quaternions = np.stack([r * np.sin(a), r * np.cos(a), big * np.sin(b), big * np.cos(b)], axis=1)
    return np.array([matrix_of(tuple(q)) for q in quaternions.tolist()])


def _three(values: Sequence[float]) -> tuple[float, float, float]:
    numbers = tuple(float(x) for x in values)
    if len(numbers) != 3:
        raise FleetError(f"rpy must be three angles [rad], got {len(numbers)}")
    return numbers[0], numbers[1], numbers[2]
