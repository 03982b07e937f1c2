"""Where the passive joints of a closed robot are, from the joints that are measured. No ROS here.

At each sample, the measured joints are held and Newton's method closes the loops from the pose
before: at 1 kHz that takes one or two steps. Where the robot has moved far between two samples, or
Newton's method does not converge, `fourbar.move` goes there along the branch of assembly.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import fourbar as fb
from fourbar.diagnostics import did_you_mean

CLOSED = 1e-11
"""[m or rad] Loops that are open by less are closed: a tenth of what fourbar asks for."""
NEAR = 0.1
"""[rad or m] Measured joints that moved less between two samples: Newton's method keeps the branch
of assembly unless a singular pose is this close. Passive joints must not move by more than five
times as much in one sample."""
_STEPS = 8
_RANK = 1e-8


class UndeterminedError(fb.FourbarError, ValueError):
    """The measured joints do not determine where all others are."""


class Sample(NamedTuple):
    """All joints at one time.

    Attributes
    ----------
    q
        Positions (nq,) of all joints, passive ones included.
    v
        Their velocities (nv,); None where those of the measured ones are not known.
    closed
        Whether the loops close with the measured positions. If not, q is the last pose that did.
    disagreement
        The largest difference between a measured joint that is not needed and where the others
        put it [rad or m]; 0 if all are needed.
    """

    q: NDArray[np.float64]
    v: NDArray[np.float64] | None
    closed: bool
    disagreement: float


class PassiveJoints:
    """Follows a robot by some of its joints.

    Parameters
    ----------
    robot
        With its loops and couplings.
    measured
        Names of joints with one coordinate. If there are more than the robot has degrees of
        freedom, the first that suffice are held, and the others are compared.

    Raises
    ------
    UndeterminedError
        With the joints that could move although all measured ones stand still. A floating base, or
        another joint of several coordinates that no loop depends on, may: it is left out.
    """

    def __init__(self, robot: fb.Robot, measured: Iterable[str]) -> None:
        self.model = fb.Model(robot)
        self.q = np.array(self.model.chart.home)
        self.measured = tuple(dict.fromkeys(measured))
        for name in self.measured:
            if name not in self.model.joints:
                hint = did_you_mean(name, self.model.joints)
                raise ValueError(f"joint '{name}' does not exist{hint}")
        several = [name for name in self.measured if not self._is_single(name)]
        if several:
            names = ", ".join(several)
            raise ValueError(f"measured joints must have one coordinate; these do not: {names}")
        self.held, self.compared = self._choose()
        joints = self.model.joints
        self._q = np.array([joints[name].q.start for name in self.held], dtype=int)
        self._v = np.array([joints[name].v.start for name in self.held], dtype=int)
        turning = [joints[name].type == "continuous" for name in self.held]
        self._turning = np.array(turning, dtype=bool)
        self._free = np.array(self._passive(self._matrix(self.q), self._v), dtype=int)

    @property
    def names(self) -> tuple[str, ...]:
        """The joints with one coordinate, which a message with joint states can hold."""
        return tuple(name for name in self.model.joints if self._is_single(name))

    def positions(self, sample: Sample) -> list[float]:
        """Of `names`, in their order."""
        return [float(sample.q[self.model.joints[name].q.start]) for name in self.names]

    def velocities(self, sample: Sample) -> list[float]:
        """Of `names`, in their order; none at all where they are not known."""
        if sample.v is None:
            return []
        return [float(sample.v[self.model.joints[name].v.start]) for name in self.names]

    def update(
        self, positions: Mapping[str, float], velocities: Mapping[str, float] | None = None
    ) -> Sample:
        """All joints, from new positions [rad or m] and velocities of the measured ones.

        A missing or non-finite position raises ValueError. Velocities are optional: hardware
        without them has none, or NaN.
        """
        for name in self.measured:
            if not math.isfinite(positions.get(name, math.nan)):
                raise ValueError(f"joint '{name}' is measured, and has no finite position")
        goal = np.array([positions[name] for name in self.held])
        start = self._turned(goal)
        found = self._newton(start, goal)
        if found is None:
            found = self._moved(start, goal)
        closed = found is not None
        if found is not None:
            self.q = found
        given = velocities or {}
        speed = np.array([given.get(name, math.nan) for name in self.held])
        v = self._velocity(speed) if np.isfinite(speed).all() else None
        disagreement = max((self._difference(n, positions[n]) for n in self.compared), default=0.0)
        return Sample(self.q.copy(), v, closed, disagreement)

    def _choose(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The measured joints to hold, and those that these determine."""
        joints, matrix = self.model.joints, self._matrix(self.q)
        free = list(range(self.model.nv))
        held: list[str] = []
        compared: list[str] = []
        for name in self.measured:
            without = [index for index in free if index != joints[name].v.start]
            if _rank(matrix[:, without]) == _rank(matrix[:, free]):
                held.append(name)
                free = without
            else:
                compared.append(name)
        free = self._passive(matrix, [joints[name].v.start for name in held])
        loose = _loose(matrix[:, free])
        names = [
            n
            for n, j in joints.items()
            if any(free[i] in range(*j.v.indices(self.model.nv)) for i in loose)
        ]
        if names:
            raise UndeterminedError(
                f"the measured joints do not determine where these are: {', '.join(names)}; "
                "measure more of them"
            )
        return tuple(held), tuple(compared)

    def _passive(self, matrix: NDArray[np.float64], held: Iterable[int]) -> list[int]:
        """The velocities that follow: all but those that are held, or that no loop depends on."""
        apart = {
            index
            for name, joint in self.model.joints.items()
            if not self._is_single(name) and not matrix[:, joint.v].any()
            for index in range(*joint.v.indices(self.model.nv))
        }
        return [index for index in range(self.model.nv) if index not in apart.union(held)]

    def _turned(self, goal: NDArray[np.float64]) -> NDArray[np.float64]:
        """The pose before, with whole turns added where an encoder started again from zero."""
        q = self.q.copy()
        turns = np.round((goal - q[self._q]) / (2 * np.pi))
        q[self._q] += np.where(self._turning, 2 * np.pi * turns, 0.0)
        return q

    def _newton(
        self, start: NDArray[np.float64], goal: NDArray[np.float64]
    ) -> NDArray[np.float64] | None:
        if np.abs(goal - start[self._q]).max(initial=0.0) > NEAR:
            return None
        step = np.zeros(self.model.nv)
        step[self._v] = goal - start[self._q]
        # The loops to first order: the passive joints go along with the measured ones.
        step += self._follow(self._matrix(start), step)
        q = self.model.integrate(start, step)
        moved = np.abs(step[self._free]).max(initial=0.0)
        for _ in range(_STEPS):
            residual, matrix = fb.closure(self.model, q)
            if np.abs(residual).max(initial=0.0) < CLOSED:
                return q if moved < 5 * NEAR else None
            step = np.zeros(self.model.nv)
            step[self._free] = _solve(matrix[:, self._free], -residual)
            moved += np.abs(step).max(initial=0.0)
            if moved >= 5 * NEAR:
                return None
            q = self.model.integrate(q, step)
        return None

    def _moved(
        self, start: NDArray[np.float64], goal: NDArray[np.float64]
    ) -> NDArray[np.float64] | None:
        try:
            return fb.move(self.model, start, dict(zip(self.held, goal, strict=True)))
        except fb.LoopError:
            return None

    def _velocity(self, speed: NDArray[np.float64]) -> NDArray[np.float64]:
        v = np.zeros(self.model.nv)
        v[self._v] = speed
        return v + self._follow(self._matrix(self.q), v)

    def _follow(self, matrix: NDArray[np.float64], v: NDArray[np.float64]) -> NDArray[np.float64]:
        """The velocities of the passive joints that go with those of the measured ones."""
        following = np.zeros(self.model.nv)
        right = -matrix[:, self._v] @ v[self._v]
        following[self._free] = _solve(matrix[:, self._free], right)
        return following

    def _matrix(self, q: NDArray[np.float64]) -> NDArray[np.float64]:
        return fb.closure(self.model, q)[1]

    def _difference(self, name: str, position: float) -> float:
        joint = self.model.joints[name]
        difference = position - self.q[joint.q.start]
        if joint.type == "continuous":
            difference = math.remainder(difference, 2 * math.pi)
        return abs(float(difference))

    def _is_single(self, name: str) -> bool:
        joint = self.model.joints[name]
        return joint.q.stop - joint.q.start == joint.v.stop - joint.v.start == 1


def _solve(matrix: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    """The solution of least squares; redundant loops have more rows than columns."""
    if matrix.shape[0] == matrix.shape[1]:  # the usual case, and much quicker
        try:
            return np.linalg.solve(matrix, right)
        except np.linalg.LinAlgError:
            pass
    return np.linalg.lstsq(matrix, right, rcond=None)[0]


def _rank(matrix: NDArray[np.float64]) -> int:
    return int(np.linalg.matrix_rank(matrix, tol=_RANK)) if matrix.size else 0


def _loose(matrix: NDArray[np.float64]) -> list[int]:
    """The columns that take part in a motion that the rows allow."""
    count = matrix.shape[1]
    if not matrix.shape[0] or not count:
        return list(range(count))
    _, sizes, directions = np.linalg.svd(matrix)
    motions = directions[int((sizes > _RANK).sum()) :]
    return [index for index in range(count) if np.abs(motions[:, index]).max(initial=0.0) > 1e-6]
