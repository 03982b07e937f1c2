"""Many poses in one call: the rows of a batch are what single calls give."""

from __future__ import annotations

import numpy as np
import pytest

import fourbar as fb
from fourbar import LoopError, assemble, closed_jacobian, closure, move, sample_closed

from .mechanisms import gallery

CLOSED = ("four_bar", "six_bar", "slider_crank", "stewart", "differential", "leg_linkage")


def gaps(model: fb.Model, q: np.ndarray) -> np.ndarray:
    return np.abs(closure(model, q)[0]).max(axis=1, initial=0.0)


@pytest.mark.parametrize("name", CLOSED)
def test_rows_of_assemble_are_single_assemblies(name: str) -> None:
    model = gallery(name)
    poses = sample_closed(model, 20, seed=1)
    drive = model.joints[fb.mobility(model).independent[0].partition("[")[0]]
    values = poses[:, drive.q]
    batch = assemble(model, {drive.name: values})
    assert batch.q.shape == (20, model.nq)
    assert (gaps(model, batch.q) <= model.tolerance).all()
    assert np.array_equal(batch.q[:, drive.q], values)
    for k in range(20):
        one = assemble(model, {drive.name: values[k]})
        np.testing.assert_allclose(batch.q[k], one.q, atol=1e-9)
        assert tuple(batch.branch[k]) == one.branch
        assert batch.residual[k] <= model.tolerance


@pytest.mark.parametrize("name", CLOSED)
def test_assemble_takes_a_guess_for_each_row(name: str) -> None:
    model = gallery(name)
    poses = sample_closed(model, 12, seed=2)
    away = 1e-3 * np.random.default_rng(0).standard_normal((12, model.nv))
    guesses = model.integrate(poses, away)
    batch = assemble(model, None, guesses)
    assert (gaps(model, batch.q) <= model.tolerance).all()
    for k in range(12):
        np.testing.assert_allclose(batch.q[k], assemble(model, None, guesses[k]).q, atol=1e-9)


@pytest.mark.parametrize("name", CLOSED)
def test_rows_of_move_are_single_moves(name: str) -> None:
    model = gallery(name)
    poses = sample_closed(model, 16, seed=3)
    drive = next(s for s in model.joints.values() if s.nv == 1 and s.v.start in model.chart.v)
    goals = poses[:, drive.q.start] + 0.02 * np.linspace(-1.0, 1.0, 16)
    moved = move(model, poses, {drive.name: goals})
    assert (gaps(model, moved) <= model.tolerance).all()
    assert np.array_equal(moved[:, drive.q.start], goals)
    for k in range(16):
        one = move(model, poses[k], {drive.name: goals[k]})
        np.testing.assert_allclose(moved[k], one, atol=1e-9)


def test_what_is_given_once_holds_for_all() -> None:
    model = gallery("four_bar")
    goals = np.linspace(-0.5, 0.5, 11)
    many = move(model, model.chart.home, {"crank": goals})
    assert many.shape == (11, 3)
    same = move(model, many, {"crank": 0.1})
    assert np.abs(same - same[0]).max() < 1e-9
    assert move(model, model.chart.home, {"crank": 0.1}).shape == (3,)
    assert assemble(model, {"crank": [0.3]}).q.shape == (3,)  # one number, not one row
    assert assemble(model, {"crank": [[0.3]]}).q.shape == (1, 3)


def test_batches_out_of_dead_centres_go_the_way_of_single_moves() -> None:
    """The slider of a slider-crank leads; every other row begins where it cannot push the crank."""
    model = gallery("slider_crank")
    slider = next(s for s in model.joints.values() if s.kind.units == ("m",))
    motion = fb.trace(model, fb.mobility(model).independent[0], np.linspace(0.1, 6.0, 40))
    (top, *_) = [met for met in motion.dead_centres if met.joint == slider.name]
    beside = motion.q[5]
    rows = np.array([top.q, beside] * 4)
    inward = np.sign(beside[slider.q.start] - top.q[slider.q.start]) * 1e-3
    goals = rows[:, slider.q.start] + inward
    moved = move(model, rows, {slider.name: goals})
    for k in range(2):
        one = move(model, rows[k], {slider.name: goals[k]})
        np.testing.assert_allclose(moved[k::2], np.repeat(one[None], 4, axis=0), atol=1e-8)


def test_rows_that_fail_are_listed() -> None:
    model = gallery("slider_crank")
    slider = next(s for s in model.joints.values() if s.kind.units == ("m",))
    here = float(model.chart.home[slider.q.start])
    goals = [here, here + 50.0, here, here - 50.0]
    with pytest.raises(LoopError, match=r"2 of 4 rows, the first of them 1: ") as caught:
        move(model, model.chart.home, {slider.name: goals})
    assert caught.value.rows == (1, 3)
    assert caught.value.q is not None
    with pytest.raises(LoopError, match=r"2 of 4 rows, the first of them 1: ") as caught:
        assemble(model, {slider.name: goals}, starts=2)
    assert caught.value.rows == (1, 3)
    with pytest.raises(LoopError) as caught:
        assemble(model, {slider.name: here + 50.0}, starts=2)
    assert caught.value.rows == ()


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_do_not_change_results(threads: int) -> None:
    model = gallery("stewart")
    poses = sample_closed(model, 64, seed=4)
    leg = next(s for s in model.joints.values() if s.v.start in model.chart.v)
    goals = poses[:, leg.q.start] + 0.001
    expected = move(model, poses, {leg.name: goals})
    assert np.array_equal(move(model, poses, {leg.name: goals}, threads=threads), expected)
    guess = model.integrate(poses, np.full((64, model.nv), 1e-3))
    closed = assemble(model, None, guess).q
    assert np.array_equal(assemble(model, None, guess, threads=threads).q, closed)


def test_closed_jacobians_of_a_batch() -> None:
    model = gallery("stewart")
    poses = sample_closed(model, 8, seed=5)
    many = closed_jacobian(model, poses, "platform")
    for k in range(8):
        np.testing.assert_allclose(
            many[k], closed_jacobian(model, poses[k], "platform"), atol=1e-12
        )


def test_an_empty_batch_is_empty() -> None:
    model = gallery("four_bar")
    assert move(model, np.zeros((0, 3)), {"crank": 0.3}).shape == (0, 3)
    assert assemble(model, {"crank": np.zeros(0)}).q.shape == (0, 3)


def test_results_are_shown_in_a_few_words() -> None:
    model = gallery("four_bar")
    many = assemble(model, {"crank": np.linspace(0.0, 1.0, 1000)})
    assert repr(many).startswith("Assembly(q=<(1000, 3) array>, residual=<(1000,) array>")
    assert len(repr(many)) < 250
    one = assemble(model, {"crank": 0.3})
    assert repr(one).startswith("Assembly(q=[0.3, -0.361273, 0.085835], residual=")
    motion = fb.trace(model, "crank", np.linspace(0.0, 6.0, 200))
    assert len(repr(motion)) < 700
    assert "<svg" in motion._repr_html_()
    ur = gallery("ur20")
    targets = np.tile([0.5, 0.1, 0.4], (50, 1))
    found = fb.inverse_kinematics(ur, "flange", targets)
    assert "converged=<50 of 50 True>" in repr(found)
    assert len(repr(found)) < 400
    assert "np." not in repr(fb.inverse_kinematics(ur, "flange", [0.5, 0.1, 0.4]))


def test_single_numbers_are_pythons() -> None:
    ur = gallery("ur20")
    found = fb.inverse_kinematics(ur, "flange", [0.5, 0.1, 0.4])
    assert found.converged is True
    assert [type(x) for x in found[2:]] == [float, int, float, float]
    data = ur.data()
    fb.forward_kinematics(ur, data, found.q)
    measured = fb.singularity(ur, data, "flange")
    assert type(measured.rank) is int
    assert type(measured.singular) is bool
    for name in ("condition", "manipulability", "smallest", "distance", "closure"):
        assert type(getattr(measured, name)) is float
