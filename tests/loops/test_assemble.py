"""Closing mechanisms: closed forms, held joints, limits, and what does not close."""

from __future__ import annotations

from dataclasses import replace
from math import atan2, cos, pi, sin, sqrt

import numpy as np
import pytest

import fourbar as fb
from fourbar.mechanics import Model
from fourbar.mechanics.loops import LoopError, assemble, closure, spanning
from fourbar.robot import Coupling, Joint, Limit, Link, Loop, Pose, Robot

from .mechanisms import CLOSED, gallery

CRANKS = np.linspace(-pi, pi, 25)


def freudenstein(crank: float, branch: int = -1) -> float:
    """The four-bar's rocker angle from its lengths (ground, crank, coupler, rocker)."""
    ground, a, b, c = 0.31, 0.08, 0.20, 0.25
    theta = crank + pi / 2
    k1, k2, k3 = ground / a, ground / c, (a**2 - b**2 + c**2 + ground**2) / (2 * a * c)
    A = cos(theta) - k1 - k2 * cos(theta) + k3
    B = -2 * sin(theta)
    C = k1 - (k2 + 1) * cos(theta) + k3
    return 2 * atan2(-B + branch * sqrt(B**2 - 4 * A * C), 2 * A) - atan2(0.20, -0.15)


def wrapped(angle: float) -> float:
    return (angle + pi) % (2 * pi) - pi


def test_four_bar_follows_freudenstein() -> None:
    model = gallery("four_bar")
    for crank, q in zip(CRANKS, spanning(model, CRANKS[:, None]), strict=True):
        rocker = q[model.joints["rocker"].q].item()
        assert wrapped(rocker - freudenstein(crank)) == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("crank", np.linspace(-3.0, 3.0, 7))
def test_assembly_stays_in_the_branch_of_the_zero_pose(crank: float) -> None:
    model = gallery("four_bar")
    found = assemble(model, {"crank": crank})
    rocker = found.q[model.joints["rocker"].q].item()
    assert wrapped(rocker - freudenstein(crank)) == pytest.approx(0.0, abs=1e-12)
    assert found.q[model.joints["crank"].q].item() == crank


def test_slider_crank_follows_its_closed_form() -> None:
    model = gallery("slider_crank")
    for crank, q in zip(CRANKS, spanning(model, CRANKS[:, None]), strict=True):
        height = 0.07 * sin(crank) + sqrt(0.25**2 - (0.07 * cos(crank)) ** 2)
        slider = q[model.joints["slider"].q].item()
        assert slider == pytest.approx(height - 0.24, abs=1e-12)


@pytest.mark.parametrize("name", CLOSED)
def test_every_mechanism_of_the_gallery_closes(name: str) -> None:
    model = gallery(name)
    found = assemble(model)
    assert np.abs(closure(model, found.q)[0]).max() == found.residual <= 1e-14
    assert found.starts == 1


def test_the_other_branch_has_the_other_sign() -> None:
    model = gallery("four_bar")
    near = assemble(model, {"crank": 0.4})
    rocker = wrapped(freudenstein(0.4, branch=1))
    far = assemble(model, {"crank": 0.4, "rocker": rocker})
    assert near.branch == (-far.branch[0],)
    assert wrapped(near.q[2] - freudenstein(0.4)) == pytest.approx(0.0, abs=1e-12)
    assert abs(wrapped(near.q[2] - far.q[2])) > 0.5


def test_independent_joints_stay_where_they_are() -> None:
    model = gallery("stewart")
    start = model.q({f"leg_{k}": 0.01 * k for k in range(1, 7)})
    found = assemble(model, q0=start)
    for k in range(1, 7):
        slot = model.joints[f"leg_{k}"].q
        np.testing.assert_array_equal(found.q[slot], start[slot])


def test_dependent_joints_can_be_held_too() -> None:
    model = gallery("four_bar")
    found = assemble(model, {"rocker": 0.2})
    assert found.q[model.joints["rocker"].q].item() == 0.2
    assert found.residual < 1e-12


def test_what_links_do_not_reach_is_reported_with_the_best_residual() -> None:
    with pytest.raises(LoopError, match=r"'rocker' held.*'coupler_rocker'") as caught:
        assemble(gallery("four_bar"), {"rocker": 2.0})
    error = caught.value
    assert error.residual is not None
    assert error.q is not None
    assert error.residual > 1e-3
    assert np.abs(closure(gallery("four_bar"), error.q)[0]).max() == pytest.approx(error.residual)
    assert error.open.keys() == {"coupler_rocker"}


def test_a_link_that_is_too_short_never_closes() -> None:
    """The triangle inequality, against the residual: the gap is what the links miss."""
    robot = Robot(
        "short",
        [Link("base"), Link("arm")],
        [Joint("j", "continuous", "base", "arm", axis=(0, 0, 1))],
        [Loop("l", "spherical", "base", "arm", Pose((1.0, 0, 0)), Pose((0.4, 0, 0)))],
    )
    with pytest.raises(LoopError) as caught:
        assemble(Model(robot))
    assert caught.value.residual == pytest.approx(0.6, abs=1e-6)


def test_a_flipped_successor_is_named_as_the_cause() -> None:
    robot = gallery("four_bar").robot
    (loop,) = robot.loops
    origin = replace(loop.successor_origin, rpy=(pi, 0.0, 0.0))
    with pytest.raises(LoopError, match="half a turn"):
        assemble(Model(robot.update(replace(loop, successor_origin=origin))))


def test_contradicting_couplings_do_not_close() -> None:
    robot = gallery("belt_leg").robot
    other = Coupling("second", "foot", "motor", 2.0)
    model = Model(robot.add(other))
    with pytest.raises(LoopError, match="stays open"):
        assemble(model, {"ankle_motor": 0.5})


def test_limits_are_respected_where_asked() -> None:
    robot = gallery("four_bar").robot
    rocker = robot.joints["rocker"]
    tight = robot.update(replace(rocker, type="revolute", limit=Limit(0.1, 0.3, 1.0, 1.0)))
    model = Model(tight)
    found = assemble(model, limits=True)
    assert 0.1 - 1e-9 <= found.q[model.joints["rocker"].q].item() <= 0.3 + 1e-9
    assert found.residual < 1e-10
    assert assemble(model).q[model.joints["rocker"].q].item() == 0.0


def test_closing_beyond_the_limits_only_is_an_error() -> None:
    """The piston of the gallery moves within 0.24 m; between 0.3 and 0.4 m it never is."""
    robot = gallery("slider_crank").robot
    slider = robot.joints["slider"]
    never = Model(robot.update(replace(slider, limit=Limit(0.3, 0.4, 1.0, 1.0))))
    assert assemble(never).residual < 1e-10
    with pytest.raises(LoopError):
        assemble(never, limits=True)


def test_redundant_rows_do_no_harm() -> None:
    """Spatial constraints on planar linkages: 10 rows, of which 4 count."""
    model = gallery("six_bar")
    found = assemble(model, {"crank": 1.0})
    assert found.residual < 1e-14
    assert np.linalg.matrix_rank(closure(model, found.q)[1], tol=1e-9) == 4


def test_assembly_is_the_same_in_every_run() -> None:
    model = gallery("delta")
    start = model.random(seed=8)
    first, second = assemble(model, q0=start), assemble(model, q0=start)
    np.testing.assert_array_equal(first.q, second.q)


def test_wrong_arguments_are_refused() -> None:
    model = gallery("four_bar")
    with pytest.raises(ValueError, match="shape"):
        assemble(model, q0=np.zeros(2))
    with pytest.raises(ValueError, match=r"takes 1 number, not \(2, 3\)"):
        assemble(model, {"crank": np.zeros((2, 3))})
    with pytest.raises(ValueError, match="batches of different sizes: 2, 3"):
        assemble(model, {"crank": np.zeros(2), "rocker": np.zeros(3)})
    with pytest.raises(KeyError, match="crank"):
        assemble(model, {"crnk": 1.0})
    with pytest.raises(ValueError, match="finite"):
        assemble(model, {"crank": float("nan")})


def test_limits_the_wrong_way_round_do_not_keep_a_robot_from_being_assembled() -> None:
    limit = fb.Limit(lower=1.0, upper=-1.0, effort=1.0, velocity=1.0)
    robot = fb.Robot(
        "odd", (fb.Link("a"), fb.Link("b")), (fb.Joint("j", "revolute", "a", "b", limit=limit),)
    )
    np.testing.assert_array_equal(fb.assemble(fb.Model(robot)).q, [0.0])
