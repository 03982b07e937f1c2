"""The pivoted QR of the compiled core against numpy's singular values and pseudo-inverse."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fourbar._native import least_squares, pivots

SIZES = st.integers(1, 12)


@given(rows=SIZES, columns=SIZES, rank=SIZES, seed=st.integers(0, 2**32 - 1))
def test_rank_and_shortest_solution(rows: int, columns: int, rank: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    rank = min(rank, rows, columns)
    U, V = (
        np.linalg.qr(rng.standard_normal((rows, rows)))[0],
        rng.standard_normal((columns, columns)),
    )
    A = U[:, :rank] @ np.diag(rng.uniform(0.5, 2.0, rank)) @ np.linalg.qr(V)[0][:rank]
    found, order, _ = pivots(A, [], 1e-8)
    assert found == rank
    assert sorted(order) == list(range(columns))
    assert np.linalg.matrix_rank(A[:, order[:rank]]) == rank
    b = rng.standard_normal(rows)
    np.testing.assert_allclose(least_squares(A, b, 1e-8), np.linalg.pinv(A) @ b, atol=1e-10)


def test_a_zero_matrix_has_no_pivot() -> None:
    assert pivots(np.zeros((3, 4)), [], 1e-8)[0] == 0
    np.testing.assert_array_equal(least_squares(np.zeros((3, 4)), np.ones(3), 1e-8), 0.0)


def test_lower_groups_come_first() -> None:
    A = np.array([[1.0, 100.0, 0.0], [0.0, 0.0, 3.0]])
    assert pivots(A, [0, 1, 1], 1e-8)[1][:2] == [0, 2]
    assert pivots(A, [], 1e-8)[1][:2] == [1, 2]
