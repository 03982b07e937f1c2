"""A joint that starts at its dead centre: which way it goes, and where it cannot."""

from __future__ import annotations

from dataclasses import replace
from math import acos, pi

import numpy as np
import pytest

from fourbar.mechanics import Model
from fourbar.mechanics.loops import DeadCentre, LoopError, assemble, closure, trace

from .linkages import four_bar, led_by, slider_crank
from .mechanisms import gallery

CRANK, ROD = 0.3, 0.8
CLOSED = np.array([0.0, 0.0, CRANK + ROD])  # stretched: the slider is as far out as it goes


def dead_centres(name: str) -> list[DeadCentre]:
    return list(trace(gallery(name), "crank", np.linspace(0.0, 6.28, 60)).dead_centres)


def engine() -> Model:
    return Model(led_by(slider_crank(CRANK, ROD, 0.0), "crank"))


def crank_at(x: float) -> float:
    """The crank's angle, from the triangle of crank, rod and slider."""
    return acos((x * x + CRANK**2 - ROD**2) / (2.0 * x * CRANK))


@pytest.mark.parametrize("name", ["four_bar", "slider_crank", "six_bar"])
def test_a_joint_is_driven_out_of_each_of_its_dead_centres(name: str) -> None:
    """An extreme position is left in one direction only; the crank leads, forwards."""
    model = gallery(name)
    for met in dead_centres(name):
        entry = model.joints[met.joint].q.start
        out = 0.02 if met.q[entry] == min(m.q[entry] for m in dead_centres(name)) else -0.02
        values = met.q[entry] + out * np.linspace(0.0, 1.0, 11)
        motion = trace(model, met.joint, values, met.q)
        np.testing.assert_array_equal(motion.q[:, entry], values)
        assert np.abs(closure(model, motion.q)[0]).max() < 1e-10
        assert motion.q[-1, 0] > met.q[0]
        with pytest.raises(LoopError, match="dead centre"):
            trace(model, met.joint, [met.q[entry] - out], met.q)


def test_a_slider_leaves_its_dead_centre_as_the_triangle_says() -> None:
    model = engine()
    values = np.linspace(CRANK + ROD, 0.6, 40)
    motion = trace(model, "slider", values, CLOSED)
    expected = [0.0, *(crank_at(x) for x in values[1:])]
    np.testing.assert_allclose(motion.q[:, 0], expected, atol=1e-9)
    np.testing.assert_allclose(motion.q[0], CLOSED, atol=1e-15)
    assert np.isnan(motion.rates[0]).all()
    assert np.isfinite(motion.rates[1:]).all()
    assert [(met.kind, met.joint, met.value) for met in motion.dead_centres[:1]] == [
        ("singular", "slider", CRANK + ROD)
    ]


@pytest.mark.parametrize("away", [1e-3, 1e-6, 1e-9])
def test_goals_nearer_than_the_step_that_leads_out_are_met(away: float) -> None:
    model = engine()
    goal = CRANK + ROD - away
    motion = trace(model, "slider", [goal], CLOSED)
    assert motion.q[0, 2] == goal
    assert motion.q[0, 0] == pytest.approx(crank_at(goal), rel=2e-3)


def test_what_lies_beyond_a_dead_centre_is_refused_with_the_way_that_is_open() -> None:
    model = engine()
    with pytest.raises(LoopError, match=r"'slider' .* dead centre at 1\.1 .* can only shrink") as e:
        trace(model, "slider", [1.2], CLOSED)
    np.testing.assert_allclose(e.value.q, CLOSED, atol=1e-15)


def test_a_joint_may_stay_in_its_dead_centre() -> None:
    motion = trace(engine(), "slider", [CRANK + ROD] * 3, CLOSED)
    np.testing.assert_allclose(motion.q, [CLOSED] * 3, atol=1e-15)


def test_a_joint_that_returns_meets_its_dead_centre_once() -> None:
    model = engine()
    motion = trace(model, "slider", [1.1, 1.0, 1.1 - 1e-12], CLOSED)
    assert len(motion.dead_centres) <= 2
    np.testing.assert_allclose(motion.q[-1], CLOSED, atol=1e-4)


def test_the_joint_that_leads_out_need_not_be_the_declared_one() -> None:
    """The slider itself is declared independent: the crank leads all the same."""
    model = Model(led_by(slider_crank(CRANK, ROD, 0.0), "slider"))
    motion = trace(model, "slider", [1.1, 0.9], CLOSED)
    assert abs(motion.q[-1, 0]) == pytest.approx(crank_at(0.9), abs=1e-9)


def test_a_held_joint_is_walked_out_of_a_zero_pose_that_is_its_dead_centre() -> None:
    """Crank and rod in line at zero, the slider's origin under its pin."""
    robot = led_by(slider_crank(CRANK, ROD, 0.0), "crank")
    slider = robot.joints["slider"]
    origin = replace(slider.origin, xyz=(CRANK + ROD, 0.0, 0.0))
    robot = robot.update(replace(slider, origin=origin))
    found = assemble(Model(robot), {"slider": -0.2})
    assert found.q[0] == pytest.approx(crank_at(CRANK + ROD - 0.2), abs=1e-9)
    assert found.starts == 1


FLAT = np.zeros(3)  # a parallelogram in line: its motion crosses that of the folded one


@pytest.mark.parametrize("q0", [None, FLAT])
@pytest.mark.parametrize("end", [2.0, -2.0])
def test_a_parallelogram_is_driven_out_of_its_flat_pose(q0: np.ndarray | None, end: float) -> None:
    values = np.linspace(0.0, end, 9)
    motion = trace(Model(led_by(four_bar(1.0, 0.5, 1.0, 0.5), "crank")), "crank", values, q0)
    np.testing.assert_allclose(motion.q, np.outer(values, [1.0, -1.0, 1.0]), atol=1e-6)


def test_a_parallelogram_stays_one_through_its_flat_poses() -> None:
    """The values stop in either of them, where the linkage could fold."""
    model = Model(led_by(four_bar(1.0, 0.5, 1.0, 0.5), "crank"))
    values = np.linspace(0.5 * pi, 2.5 * pi, 9)
    motion = trace(model, "crank", values, values[0] * np.array([1.0, -1.0, 1.0]))
    np.testing.assert_allclose(motion.q, np.outer(values, [1.0, -1.0, 1.0]), atol=1e-6)
    assert {met.kind for met in motion.dead_centres} <= {"singular"}
