"""Symmetric 3 x 3 matrices, such as inertia tensors.

Eigenvalues and eigenvectors are the same on every machine: the cyclic Jacobi method (Golub and
Van Loan, Matrix Computations, section 8.5), which finds small eigenvalues beside large ones.
"""

from __future__ import annotations

from math import hypot, sqrt

Matrix3 = list[list[float]]

_SWEEPS = 32


def eigen_symmetric(matrix: Matrix3) -> tuple[tuple[float, float, float], Matrix3]:
    """The eigenvalues, smallest first, and a rotation whose columns are their vectors."""
    A = [list(row) for row in matrix]
    V: Matrix3 = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    for _ in range(_SWEEPS):
        if not (A[0][1] or A[0][2] or A[1][2]):
            break
        for p, q in ((0, 1), (0, 2), (1, 2)):
            _rotate(A, V, p, q)
    order = sorted(range(3), key=lambda k: A[k][k])
    columns = [[V[row][k] for k in order] for row in range(3)]
    if _determinant(columns) < 0.0:
        for row in columns:
            row[2] = -row[2]
    a, b, c = (A[k][k] for k in order)
    return (a, b, c), columns


def _rotate(A: Matrix3, V: Matrix3, p: int, q: int) -> None:
    """Make A[p][q] zero by a rotation in the plane of p and q."""
    off = A[p][q]
    if off == 0.0:
        return
    if abs(off) < 1e-18 * hypot(A[p][p], A[q][q]):
        A[p][q] = A[q][p] = 0.0  # less than the last digit of either
        return
    tau = (A[q][q] - A[p][p]) / (2.0 * off)
    t = (1.0 if tau >= 0.0 else -1.0) / (abs(tau) + sqrt(1.0 + tau * tau))
    c = 1.0 / sqrt(1.0 + t * t)
    s = t * c
    A[p][p] -= t * off
    A[q][q] += t * off
    A[p][q] = A[q][p] = 0.0
    r = 3 - p - q
    rp, rq = A[r][p], A[r][q]
    A[r][p] = A[p][r] = c * rp - s * rq
    A[r][q] = A[q][r] = s * rp + c * rq
    for row in V:
        row[p], row[q] = c * row[p] - s * row[q], s * row[p] + c * row[q]


def _determinant(m: Matrix3) -> float:
    (a, b, c), (d, e, f), (g, h, i) = m
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
