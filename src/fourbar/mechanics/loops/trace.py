"""Motion of a closed mechanism that one joint drives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from ..._native import closure, least_squares, pivots
from .assemble import TOLERANCE, Solution, free_columns, open_error, solve, start
from .chart import RANK_TOLERANCE, chart, good_columns
from .error import LoopError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from ..coordinates import Coordinates
    from ..model import Model

# The longest step of any joint between two closed poses [rad or m], and the shortest before the
# driven joint counts as stuck.
_LONGEST, _SHORTEST = 0.1, 1e-9
_REFINE = 40


class DeadCentre(NamedTuple):
    """A pose in which a joint cannot be driven.

    At a "dead centre" of `joint` its position is extreme: the mechanism cannot be moved from that
    joint. At a "singular" pose the driven joint loses control over the others. `value` is the
    driven joint's position [rad or m].
    """

    kind: Literal["dead centre", "singular"]
    joint: str
    value: float
    q: NDArray[np.float64]


class Trace(NamedTuple):
    """A motion: configurations q (n, nq) and rates dq/d(drive) (n, nv) at the drive's `values`."""

    drive: str
    values: NDArray[np.float64]
    q: NDArray[np.float64]
    rates: NDArray[np.float64]
    dead_centres: tuple[DeadCentre, ...]


def trace(
    model: Model,
    drive: str,
    values: ArrayLike,
    q0: ArrayLike | None = None,
    *,
    tolerance: float = TOLERANCE,
) -> Trace:
    """Move joint `drive` through `values` (n,) [rad or m]; all others follow.

    Starts in q0, or in the closed pose next to zero, and goes from there to the first value. Joints
    that are independent besides the drive stay where they are. Between values, steps are so small
    that the branch of assembly is kept: each pose is predicted along the tangent and corrected.

    Raises LoopError where the drive cannot go on; the error's `q` is the last pose reached.
    """
    slot = model.joint(drive)
    if slot.nv != 1:
        raise ValueError(f"joint {drive!r} has {slot.nv} velocities; a drive has one")
    goals = np.atleast_1d(np.asarray(values, dtype=np.float64))
    if goals.ndim != 1 or not goals.size or not np.isfinite(goals).all():
        raise ValueError("values must be one or more finite numbers")
    q, _ = start(model, None, chart(model).home if q0 is None else q0)
    found = solve(model, model.loops, q, {slot.v.start}, starts=1, tolerance=tolerance)
    if found.residual > tolerance:
        raise open_error(model, model.loops, found, {slot.v.start})
    follower = _Follower(model, slot, found.q, tolerance)
    poses: list[NDArray[np.float64]] = []
    rates: list[NDArray[np.float64]] = []
    for number, goal in enumerate(goals):
        if number == 1:
            follower.met.clear()  # what lies between the start and the first value is not asked for
        follower.go(float(goal))
        poses.append(follower.q.copy())
        rates.append(follower.rate.copy())
    return Trace(drive, goals, np.array(poses), np.array(rates), tuple(follower.met))


class _Follower:
    """A closed pose that moves along the curve which the drive leads."""

    def __init__(
        self, model: Model, slot: Coordinates, q: NDArray[np.float64], tolerance: float
    ) -> None:
        self.model = model
        self.drive = slot
        self.tolerance = tolerance
        self.met: list[DeadCentre] = []
        self.q = q
        column = slot.v.start
        K = closure(model, q)[1]
        wanted = [column, *(int(c) for c in chart(model).v)]
        self.dependent: list[int] = []
        self.rows: list[int] = []
        for block in model.loops.blocks:
            if column not in block.columns:
                continue
            first = [c for c in wanted if c in block.columns]
            # The drive stays independent before any other: it comes last in the pivoting.
            follow = good_columns(model, block, K, first=[column])
            others = [c for c in good_columns(model, block, K, first=first) if c != column]
            if column in follow:
                raise LoopError(
                    f"joint {slot.name!r} cannot drive {model.name!r} in this pose", q=q
                )
            self.dependent = others if len(others) == len(follow) else follow
            A = np.ascontiguousarray(K[block.rows][:, self.dependent].T)
            rank, order, _ = pivots(A, [], RANK_TOLERANCE)
            self.rows = [int(block.rows[i]) for i in order[:rank]]
        held = set(range(model.nv)) - set(self.dependent)
        self.free = free_columns(model.loops, held)
        self.rate, self.determinant = self._tangent(q)

    def go(self, goal: float) -> None:
        """Reach a position of the drive, or raise."""
        reach = _LONGEST
        while True:
            left = goal - float(self.q[self.drive.q.start])
            if abs(left) < 1e-15 * max(1.0, abs(goal)):
                break
            longest = reach / max(1.0, float(np.abs(self.rate).max()))
            step = left if abs(left) <= longest else float(np.copysign(longest, left))
            moved = self._try(step, goal if step == left else None)
            if moved is None:
                reach *= 0.5
                if reach < _SHORTEST:
                    self._stuck(goal)
                continue
            self._advance(moved)
            reach = min(2.0 * reach, _LONGEST)

    def _try(self, step: float, goal: float | None) -> NDArray[np.float64] | None:
        """The next closed pose, unless the correction is as large as what was predicted."""
        predicted = self.model.integrate(self.q, self.rate * step)
        if goal is not None:
            predicted[self.drive.q.start] = goal
        closed, residual, _ = self.model.loops._close(  # pyright: ignore[reportPrivateUsage]
            predicted, self.free, None, self.tolerance, 20
        )
        if residual > self.tolerance:
            return None
        correction = float(np.abs(self.model.difference(predicted, closed)).max(initial=0.0))
        size = float(np.abs(self.rate * step).max(initial=0.0))
        return closed if correction <= 0.25 * size + 1e-9 else None

    def _tangent(self, q: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
        """dq/d(drive), and the determinant of the dependent columns."""
        rate = np.zeros(self.model.nv)
        rate[self.drive.v.start] = 1.0
        if not self.dependent:
            return rate, 1.0
        K = closure(self.model, q)[1]
        A = np.ascontiguousarray(K[:, self.dependent])
        rate[self.dependent] = least_squares(A, -K[:, self.drive.v.start], RANK_TOLERANCE)
        return rate, float(np.linalg.det(K[self.rows][:, self.dependent]))

    def _advance(self, q: NDArray[np.float64]) -> None:
        rate, determinant = self._tangent(q)
        if _changes_sign(self.determinant, determinant):
            self._meet("singular", self.drive.name, q, lambda at: self._tangent(at)[1])
        for slot in self.model.joints.values():
            if slot.nv == 1 and slot is not self.drive:
                column = slot.v.start
                before, after = float(self.rate[column]), float(rate[column])
                # Rates of what does not move at all are rounding.
                if _changes_sign(before, after) and max(abs(before), abs(after)) > 1e-9:
                    self._meet(
                        "dead centre",
                        slot.name,
                        q,
                        lambda at, column=column: float(self._tangent(at)[0][column]),
                    )
        self.q, self.rate, self.determinant = q, rate, determinant

    def _meet(
        self,
        kind: Literal["dead centre", "singular"],
        joint: str,
        q: NDArray[np.float64],
        sign: Callable[[NDArray[np.float64]], float],
    ) -> None:
        """Bisect between the last pose and q for where `sign` changes."""
        a, b = self.q, q
        at_a = sign(a)
        entry = self.drive.q.start
        for _ in range(_REFINE):
            middle = self.model.integrate(a, 0.5 * self.model.difference(a, b))
            closed, residual, _ = self.model.loops._close(  # pyright: ignore[reportPrivateUsage]
                middle, self.free, None, self.tolerance, 20
            )
            if residual > self.tolerance or abs(b[entry] - a[entry]) < 1e-14:
                break
            if sign(closed) * at_a > 0.0:
                a = closed
            else:
                b = closed
        self.met.append(DeadCentre(kind, joint, float(b[entry]), b.copy()))

    def _stuck(self, goal: float) -> None:
        at = float(self.q[self.drive.q.start])
        found = Solution(self.q, 0.0, 0, 1)
        raise LoopError(
            f"{self.model.name!r} cannot follow joint {self.drive.name!r} to {goal:.6g}: "
            f"it ends at {at:.6g}, a dead centre or the end of what its links reach",
            residual=found.residual,
            q=found.q,
        )


def _changes_sign(before: float, after: float) -> bool:
    """Whether zero is passed or reached; a pose that starts at zero has been counted."""
    return before * after < 0.0 or (after == 0.0 and before != 0.0)
