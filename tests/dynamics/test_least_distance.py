"""The shortest vector within inequalities, against scipy."""

import numpy as np
import pytest
from scipy.optimize import linprog, minimize

from fourbar.mechanics.dynamics.least_distance import shortest


@pytest.mark.parametrize("seed", range(60))
def test_random_inequalities(seed):
    rng = np.random.default_rng(seed)
    rows, unknowns = int(rng.integers(1, 12)), int(rng.integers(1, 5))
    G = rng.standard_normal((rows, unknowns))
    h = rng.standard_normal(rows)
    possible = linprog(
        np.zeros(unknowns), A_ub=-G, b_ub=-h, bounds=[(None, None)] * unknowns
    ).status
    found = shortest(G, h)
    assert (found is None) == (possible == 2)
    if found is None:
        return
    assert (G @ found >= h - 1e-9).all()
    peer = minimize(
        lambda x: x @ x,
        linprog(np.zeros(unknowns), A_ub=-G, b_ub=-h, bounds=[(None, None)] * unknowns).x,
        jac=lambda x: 2.0 * x,
        constraints={"type": "ineq", "fun": lambda x: G @ x - h, "jac": lambda _: G},
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 500},
    )
    np.testing.assert_allclose(found, peer.x, atol=1e-5)


def test_what_holds_already_needs_nothing():
    assert not shortest(np.eye(3), -np.ones(3)).any()


def test_equal_rows_are_no_trouble():
    G = np.array([[1.0, 1.0], [1.0, 1.0], [2.0, 2.0]])
    np.testing.assert_allclose(shortest(G, np.array([2.0, 2.0, 4.0])), [1.0, 1.0], atol=1e-12)
    assert shortest(np.array([[1.0], [-1.0]]), np.array([1.0, 0.0])) is None
