"""Vectors of three numbers, and matrices of three rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

Vector3 = tuple[float, float, float]
Matrix3 = tuple[Vector3, Vector3, Vector3]

X: Vector3 = (1.0, 0.0, 0.0)
Y: Vector3 = (0.0, 1.0, 0.0)
Z: Vector3 = (0.0, 0.0, 1.0)
ZERO: Vector3 = (0.0, 0.0, 0.0)
NO_TURN: Matrix3 = (X, Y, Z)


def vector3(values: Iterable[float]) -> Vector3:
    """Three numbers as a tuple of floats."""
    x, y, z = values
    return (float(x), float(y), float(z))


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    """The scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Sequence[float], b: Sequence[float]) -> Vector3:
    """The vector product; a zero of it is never negative."""
    return (
        a[1] * b[2] - a[2] * b[1] + 0.0,
        a[2] * b[0] - a[0] * b[2] + 0.0,
        a[0] * b[1] - a[1] * b[0] + 0.0,
    )


def unit(v: Sequence[float]) -> Vector3:
    """A direction at length one; a vector without direction raises ValueError."""
    length = hypot(*v)
    if not 0.0 < length < float("inf"):
        raise ValueError(f"the axis {tuple(v)} has no direction")
    if length == 1.0:
        return (float(v[0]), float(v[1]), float(v[2]))
    return (v[0] / length, v[1] / length, v[2] / length)


def applied(A: Sequence[Sequence[float]], v: Sequence[float]) -> Vector3:
    """A v."""
    return (dot(A[0], v), dot(A[1], v), dot(A[2], v))


def transposed(A: Sequence[Sequence[float]]) -> Matrix3:
    """Columns as rows."""
    a, b, c = zip(*A, strict=True)
    return (a, b, c)


def matrix_product(A: Sequence[Sequence[float]], B: Sequence[Sequence[float]]) -> Matrix3:
    """A B."""
    columns = transposed(B)
    a, b, c = ((dot(row, columns[0]), dot(row, columns[1]), dot(row, columns[2])) for row in A)
    return (a, b, c)
