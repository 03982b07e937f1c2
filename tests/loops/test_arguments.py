"""What callers may not give is refused by name, before anything is computed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf, nan

import numpy as np
import pytest

from fourbar.mechanics import Model, forward_kinematics, inverse_kinematics, mobility
from fourbar.mechanics.loops import (
    LoopError,
    assemble,
    closure,
    explicit_jacobian,
    sample_closed,
    spanning,
    trace,
)
from fourbar.robot import Joint, Link, Loop, Mimic, Pose, Robot

from .linkages import four_bar, led_by, slider_crank
from .mechanisms import gallery

TOLERANT: dict[str, Callable[[float], object]] = {
    "assemble": lambda t: assemble(gallery("four_bar"), tolerance=t),
    "trace": lambda t: trace(gallery("four_bar"), "crank", [0.1], tolerance=t),
    "spanning": lambda t: spanning(gallery("four_bar"), [0.1], tolerance=t),
    "sample_closed": lambda t: sample_closed(gallery("four_bar"), 3, tolerance=t),
    "inverse_kinematics": lambda t: inverse_kinematics(
        gallery("stewart"), "platform", np.eye(4), position_tolerance=t
    ),
}


@pytest.mark.parametrize("name", TOLERANT)
@pytest.mark.parametrize("tolerance", [nan, inf, 0.0, -1e-9])
def test_a_tolerance_tells_closed_from_open(name: str, tolerance: float) -> None:
    """With NaN or infinity every pose would count as closed."""
    with pytest.raises(ValueError, match=r"tolerances? must be (a )?positive number"):
        TOLERANT[name](tolerance)


def test_what_stays_open_is_told_at_the_tolerance_asked_for() -> None:
    """Rounding leaves more than 1e-300 in one of the six legs."""
    model = gallery("stewart")
    with pytest.raises(LoopError, match=r"'\w+' stays open by .* \([1-9] of \d+") as caught:
        assemble(model, {"leg_1": 0.013}, tolerance=1e-300, starts=2)
    assert caught.value.open


@pytest.mark.parametrize("starts", [0, -5])
def test_there_is_at_least_one_start(starts: int) -> None:
    with pytest.raises(ValueError, match="starts must be"):
        assemble(gallery("four_bar"), starts=starts)


@pytest.mark.parametrize("threads", [0, -1, 10**9])
def test_threads_are_a_number_of_threads(threads: int) -> None:
    with pytest.raises(ValueError, match="threads must be"):
        spanning(gallery("four_bar"), [0.1], threads=threads)
    with pytest.raises(ValueError, match="threads must be"):
        inverse_kinematics(gallery("stewart"), "platform", np.eye(4), threads=threads)


def test_a_quaternion_of_length_zero_is_no_orientation() -> None:
    model = gallery("stewart")
    q = np.zeros(model.nq)
    seeds = np.stack([model.neutral, q])
    for call in (
        lambda: assemble(model, q0=q),
        lambda: trace(model, "leg_1", [0.0], q),
        lambda: spanning(model, np.zeros(6), q),
        lambda: inverse_kinematics(model, "platform", np.eye(4), q0=q),
        lambda: inverse_kinematics(model, "platform", np.tile(np.eye(4), (2, 1, 1)), q0=seeds),
    ):
        with pytest.raises(ValueError, match=r"quaternion of joint 'platform_pose' .* length zero"):
            call()


def test_a_position_that_is_not_finite_is_named() -> None:
    with pytest.raises(ValueError, match="position of joint 'crank' is not finite: nan"):
        assemble(gallery("four_bar"), {"crank": nan})


def test_coordinates_and_data_of_another_model_are_refused() -> None:
    model, other = gallery("four_bar"), Model(gallery("four_bar").robot)
    data = model.data()
    forward_kinematics(model, data, model.chart.home)
    with pytest.raises(ValueError, match="another Model"):
        explicit_jacobian(other, data)
    for name in ("stewart", "six_bar", "delta"):
        with pytest.raises(ValueError, match="another model"):
            explicit_jacobian(model, data, at=gallery(name).chart)


@pytest.mark.parametrize("name", ["four_bar", "stewart", "belt_leg"])
def test_empty_batches_are_batches(name: str) -> None:
    model = gallery(name)
    loops = model.loops
    none = np.empty((0, model.nq))
    assert [x.shape for x in closure(model, none)] == [(0, loops.n_c), (0, loops.n_c, model.nv)]
    assert closure(model, none, columns="support")[1].shape == (0, len(loops.support[0]))
    assert spanning(model, np.empty((0, model.chart.q.size))).shape == (0, model.nq)
    assert spanning(model, np.empty((0, model.chart.q.size)), none).shape == (0, model.nq)
    assert sample_closed(model, 0).shape == (0, model.nq)
    data = model.data(0)
    forward_kinematics(model, data, none)
    assert explicit_jacobian(model, data).G.shape == (0, model.nv, model.chart.size)


def test_a_declared_joint_at_its_dead_centre_in_the_zero_pose_is_accepted() -> None:
    """A piston at top dead centre does determine the crank, everywhere but there."""
    model = Model(led_by(slider_crank(0.3, 0.8, 0.0), "slider"))
    at = model.chart
    assert at.declared == (True,)
    assert model.joints["slider"].v.start in at.v
    data = model.data()
    forward_kinematics(model, data, at.home)
    assert np.isfinite(explicit_jacobian(model, data).G).all()


def test_no_declared_joint_at_all_is_still_refused() -> None:
    with pytest.raises(LoopError, match="a choice that works: coupler"):
        _ = Model(led_by(four_bar(1.0, 0.3, 0.9, 0.6), "nobody")).chart


def test_robots_without_freedoms_have_one_configuration() -> None:
    """No joints at all, and a four-bar whose rocker is to turn as its crank does: rigid."""
    alone = Model(Robot("alone", [Link("base")], []))
    robot = four_bar(1.0, 0.3, 0.9, 0.6)
    geared = replace(robot.joints["rocker"], mimic=Mimic("crank", 1.0, 1.5))
    for model in (alone, Model(robot.update(geared))):
        assert model.chart.size == 0
        np.testing.assert_allclose(spanning(model, []), model.chart.home, atol=1e-12)
        assert spanning(model, np.empty((4, 0))).shape == (4, model.nq)
        assert sample_closed(model, 3).shape == (3, model.nq)


def test_a_loop_between_fixed_links_is_closed_or_open_whatever_moves() -> None:
    links = [Link(name) for name in ("base", "left", "right", "arm")]
    joints = [
        Joint("a", "fixed", "base", "left", Pose((1.0, 0.0, 0.0))),
        Joint("b", "fixed", "base", "right", Pose((1.0, 0.0, 0.0))),
        Joint("hinge", "continuous", "base", "arm"),
    ]
    robot = Robot("rigid", links, joints)
    closed = Model(robot.add(Loop("weld", "fixed", "left", "right")))
    assert mobility(closed).mobility == 1
    np.testing.assert_array_equal(trace(closed, "hinge", [0.0, 1.0]).q, [[0.0], [1.0]])
    gap = Loop("weld", "fixed", "left", "right", Pose((0.1, 0.0, 0.0)))
    with pytest.raises(LoopError, match=r"'weld' stays open by 0\.1"):
        assemble(Model(robot.add(gap)))
