"""Who holds joints at limits and by friction: complementarity problems, solved or told."""

import numpy as np
import pytest

import fourbar as fb
from fourbar import _native
from fourbar.mechanics.simulation.error import describe_failure

from .robots import gallery

WITHIN = 1e-9
"""Of the largest |x| and |b|, in units in which W has a diagonal of one."""

KINDS = ("independent", "twice", "thrice", "facing", "nearly alike", "alike")


def problem(kind, rng):
    """Rows of a random Jacobian, as of limits and friction of a mechanism with few freedoms."""
    freedoms = int(rng.integers(1, 13))
    rows = freedoms * {"independent": 1, "thrice": 3}.get(kind, 2)
    J = rng.normal(size=(rows, freedoms))
    if kind == "facing":  # the lower and the upper limit of a joint without play
        J[rows // 2 :] = -J[: rows - rows // 2]
    for i in range(1, rows):
        if kind in {"nearly alike", "alike"} and rng.random() < 0.4:
            J[i] = J[i - 1] * (1.0 + (1e-7 * rng.normal() if kind == "nearly alike" else 0.0))
    b = J @ rng.normal(size=freedoms)
    if kind == "thrice":  # limits that are still away
        b += rng.random(rows)
    upper = np.where(rng.random(rows) < 0.1, 0.0, rng.random(rows))
    is_limit = rng.random(rows) < 0.5
    lower = np.where(is_limit, 0.0, -upper)
    return J @ J.T, b, lower, np.where(is_limit, np.inf, upper)


def miss(W, b, lower, upper, x):
    """By how much x misses its conditions: what a step along w changes within bounds."""
    scale = np.sqrt(np.diag(W))
    moved = np.clip(x * scale - (W @ x + b) / scale, lower * scale, upper * scale)
    size = max(np.abs(b / scale).max(), np.abs(x * scale).max())
    return np.abs(moved - x * scale).max() / size


@pytest.mark.parametrize("kind", KINDS)
def test_random_problems_are_all_solved(kind):
    """Twelve thousand of them, ten thousand with more rows than freedoms or dependent ones."""
    rng = np.random.default_rng(KINDS.index(kind))
    worst = 0.0
    for _ in range(2000):
        W, b, lower, upper = problem(kind, rng)
        x, solved = _native.solve_bounded(W, b, lower, upper)
        assert solved
        assert (x >= lower).all()
        assert (x <= upper).all()
        worst = max(worst, miss(W, b, lower, upper, x))
    assert worst <= WITHIN


def test_badly_scaled_problems_are_solved_or_said_not_to_be():
    """Entries over four decades, most of them zero: rows that rounding alone tells apart."""
    rng = np.random.default_rng(0)
    unsolved = 0
    for _ in range(2000):
        freedoms = int(rng.integers(1, 13))
        rows = 2 * freedoms
        J = rng.normal(size=(rows, freedoms)) * 10.0 ** (-4.0 * rng.random((rows, freedoms)))
        J *= rng.random((rows, freedoms)) > 0.6
        J = J[np.abs(J).max(axis=1) > 1e-5]
        if not len(J):
            continue
        upper = rng.random(len(J))
        b = J @ rng.normal(size=freedoms)
        x, solved = _native.solve_bounded(J @ J.T, b, -upper, upper)
        unsolved += not solved
        assert not solved or miss(J @ J.T, b, -upper, upper, x) <= 10 * WITHIN
    assert unsolved <= 2


def test_accelerations_do_not_depend_on_who_holds():
    """Rows in another order may share the load differently, but move all alike."""
    rng = np.random.default_rng(5)
    for _ in range(200):
        W, b, lower, upper = problem("alike", rng)
        turn = rng.permutation(len(b))
        x, _ = _native.solve_bounded(W, b, lower, upper)
        y, _ = _native.solve_bounded(
            np.ascontiguousarray(W[turn][:, turn]), b[turn], lower[turn], upper[turn]
        )
        np.testing.assert_allclose((W @ x)[turn], W[turn][:, turn] @ y, atol=1e-7 * np.abs(b).max())


def test_what_cannot_be_held_is_said():
    """Two limits that face each other and are both passed: there is no x."""
    W = np.array([[1.0, -1.0], [-1.0, 1.0]])
    _, solved = _native.solve_bounded(W, np.array([-1.0, -0.5]), np.zeros(2), np.full(2, np.inf))
    assert solved is False
    x, solved = _native.solve_bounded(W, np.array([-1.0, 1.0]), np.zeros(2), np.full(2, np.inf))
    assert solved is True
    np.testing.assert_allclose(W @ x, [1.0, -1.0])


def test_what_no_effort_moves_gets_none():
    x, solved = _native.solve_bounded(
        np.zeros((2, 2)), np.array([-1.0, 1.0]), np.zeros(2), np.full(2, np.inf)
    )
    assert solved
    np.testing.assert_array_equal(x, 0.0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"b": np.zeros(3)}, "do not fit"),
        ({"lower": np.array([0.5, 0.0])}, "zero must be within"),
        ({"upper": np.array([np.nan, 1.0])}, "zero must be within"),
    ],
)
def test_problems_that_are_none_are_refused(change, message):
    arguments = {
        "W": np.eye(2),
        "b": np.zeros(2),
        "lower": np.zeros(2),
        "upper": np.ones(2),
    } | change
    with pytest.raises(ValueError, match=message):
        _native.solve_bounded(**arguments)


def test_a_motion_that_cannot_be_held_ends_with_the_name_of_a_joint():
    model = gallery("four_bar")
    error = describe_failure(model, ("unheld", 0, 0.25, 2, 0.0), model.neutral[None], batch=False)
    assert isinstance(error, fb.SimulationError)
    assert error.t == 0.25
    assert repr(model.joint_names[2]) in str(error)
    assert "limits=False" in str(error)
