"""Sparse linear equations, added one at a time."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Set
from enum import Enum
from typing import Generic, TypeVar

V = TypeVar("V", bound=Hashable)

# Terms that cancel to this part of their size are equal: the ratios 3 and 0.333333333 agree.
_TOLERANCE = 1e-9
# Pivots at least this part of the largest coefficient keep rounding errors small.
_LARGE = 0.1


class Outcome(Enum):
    """What a new equation did to the system."""

    INDEPENDENT = "independent"
    REDUNDANT = "redundant"
    INCONSISTENT = "inconsistent"


class LinearSystem(Generic[V]):
    """Equations sum(coefficient * variable) = constant in reduced row echelon form.

    Each pivot variable is kept as an affine function of variables that are no pivots. `work`
    counts the products formed, so that a caller can stop.
    """

    def __init__(self) -> None:
        self._rows: dict[V, dict[V, float]] = {}  # pivot = constant + sum of these
        self._constants: dict[V, float] = {}
        self._users: dict[V, set[V]] = {}  # the pivots whose row has the variable
        self.work = 0

    def add(self, coefficients: Mapping[V, float], constant: float) -> Outcome:
        """Add an equation unless the others imply it or contradict it."""
        row, rest = self._reduce(coefficients, -constant)
        if not row:
            return Outcome.INCONSISTENT if rest else Outcome.REDUNDANT
        pivot = self._pivot(row)
        scale = -row.pop(pivot)
        solution = {variable: value / scale for variable, value in row.items()}
        self._substitute(pivot, solution, rest / scale)
        return Outcome.INDEPENDENT

    def _pivot(self, row: Mapping[V, float]) -> V:
        """The variable to solve for: one that is not small, and that the fewest other rows have.

        Each of those rows is changed for it.
        """
        largest = max(map(abs, row.values()))
        return min(
            (variable for variable, value in row.items() if abs(value) >= _LARGE * largest),
            key=lambda variable: len(self._users.get(variable, ())),
        )

    def determines(self, coefficients: Mapping[V, float]) -> bool:
        """Whether the equations leave this combination of variables one value only."""
        return not self._reduce(coefficients, 0.0)[0]

    def _reduce(
        self, coefficients: Mapping[V, float], constant: float
    ) -> tuple[dict[V, float], float]:
        row: dict[V, float] = {}
        for variable, value in coefficients.items():
            if variable in self._rows:
                constant = _sum(constant, value * self._constants[variable])
                self._accumulate(row, value, self._rows[variable])
            else:
                self._accumulate(row, value, {variable: 1.0})
        return row, constant

    def _substitute(self, pivot: V, solution: dict[V, float], constant: float) -> None:
        for user in self._users.pop(pivot, set()):
            row = self._rows[user]
            before = set(row)
            value = row.pop(pivot)
            self._accumulate(row, value, solution)
            self._constants[user] = _sum(self._constants[user], value * constant)
            self._index(user, row.keys() - before, before - row.keys() - {pivot})
        self._rows[pivot] = solution
        self._constants[pivot] = constant
        self._index(pivot, solution.keys(), set())

    def _index(self, pivot: V, new: Set[V], gone: Set[V]) -> None:
        for variable in new:
            self._users.setdefault(variable, set()).add(pivot)
        for variable in gone:
            self._users[variable].discard(pivot)

    def _accumulate(self, row: dict[V, float], factor: float, terms: Mapping[V, float]) -> None:
        self.work += len(terms)
        for variable, value in terms.items():
            result = _sum(row.get(variable, 0.0), factor * value)
            if result:
                row[variable] = result
            else:
                row.pop(variable, None)


def _sum(a: float, b: float) -> float:
    result = a + b
    return 0.0 if abs(result) <= _TOLERANCE * (abs(a) + abs(b)) else result
