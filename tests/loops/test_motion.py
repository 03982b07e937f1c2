"""Tracing, sampling, inverse kinematics and singular poses of closed mechanisms."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

from fourbar.mechanics import (
    Model,
    Singularity,
    forward_kinematics,
    inverse_kinematics,
    singularity,
)
from fourbar.mechanics.loops import LoopError, closure, independent, sample_closed, trace

from .mechanisms import CLOSED, gallery


def link_pose(name: str, q: np.ndarray, link: str) -> np.ndarray:
    data = gallery(name).data()
    forward_kinematics(gallery(name), data, q)
    return data.pose(link)


# Tracing


@pytest.mark.parametrize(
    ("name", "drive", "values"),
    [
        ("four_bar", "crank", np.linspace(0, 2 * pi, 61)),
        ("slider_crank", "crank", np.linspace(0, -4 * pi, 61)),
        ("six_bar", "crank", np.linspace(0, 2 * pi, 61)),
        ("leg_linkage", "shank_drive", np.linspace(0, 0.4, 9)),
        ("delta", "arm_2", np.linspace(0, 0.3, 9)),
        ("stewart", "leg_3", np.linspace(0, 0.05, 9)),
    ],
)
def test_every_pose_of_a_motion_is_closed(name: str, drive: str, values: np.ndarray) -> None:
    model = gallery(name)
    motion = trace(model, drive, values)
    assert np.abs(closure(model, motion.q)[0]).max() < 1e-10
    np.testing.assert_array_equal(motion.q[:, model.joints[drive].q.start], values)
    _, K = closure(model, motion.q)
    assert np.abs(np.einsum("nij,nj->ni", K, motion.rates)).max() < 1e-9


def test_a_crank_comes_back_to_where_it_started() -> None:
    model = gallery("six_bar")
    motion = trace(model, "crank", [0.0, 2 * pi])
    angles = model.difference(motion.q[0], motion.q[-1])
    np.testing.assert_allclose(np.cos(angles), 1.0, atol=1e-12)


def test_dead_centres_of_the_slider_crank_are_where_crank_and_rod_align() -> None:
    motion = trace(gallery("slider_crank"), "crank", np.linspace(0, 2 * pi, 181))
    found = [met.value for met in motion.dead_centres if met.joint == "slider"]
    np.testing.assert_allclose(found, [pi / 2, 3 * pi / 2], atol=1e-9)
    assert all(met.kind == "dead centre" for met in motion.dead_centres)


def test_dead_centres_of_the_rocker_are_where_crank_and_coupler_align() -> None:
    """At both, the distance from the crank's pivot to the rocker's end is b + a or b - a."""
    motion = trace(gallery("four_bar"), "crank", np.linspace(0, 2 * pi, 91))
    found = [met for met in motion.dead_centres if met.joint == "rocker"]
    ends = [link_pose("four_bar", met.q, "rocker_link") @ [-0.15, 0, 0.2, 1] for met in found]
    pivot = link_pose("four_bar", found[0].q, "crank_link")[:3, 3]
    reach = sorted(float(np.hypot(*(end[:3] - pivot)[[0, 2]])) for end in ends)
    np.testing.assert_allclose(reach, [0.12, 0.28], atol=1e-9)


def test_a_drive_that_gets_stuck_says_where() -> None:
    model = gallery("four_bar")
    swing = trace(model, "crank", np.linspace(0, 2 * pi, 91)).dead_centres
    extreme = max(float(met.q[model.joints["rocker"].q][0]) for met in swing)
    with pytest.raises(LoopError, match="dead centre") as caught:
        trace(model, "rocker", np.linspace(0, 2, 9))
    assert caught.value.q is not None
    reached = caught.value.q[model.joints["rocker"].q].item()
    assert reached == pytest.approx(extreme, abs=1e-6)
    assert reached <= extreme + 1e-9


def test_branch_is_kept_through_a_full_turn() -> None:
    from fourbar.mechanics.loops.chart import branches_of

    model = gallery("four_bar")
    motion = trace(model, "crank", np.linspace(0, 2 * pi, 37))
    assert (branches_of(model, motion.q) == branches_of(model, model.chart.home[None])).all()


def test_a_joint_outside_all_loops_moves_alone() -> None:
    model = gallery("leg_linkage")
    motion = trace(model, "hip", [0.0, 0.3])
    np.testing.assert_allclose(motion.q[1] - motion.q[0], [0.3, 0, 0, 0], atol=1e-15)


def test_wrong_drives_are_refused() -> None:
    model = gallery("four_bar")
    with pytest.raises(KeyError, match="crank"):
        trace(model, "crnk", [0.0])
    with pytest.raises(ValueError, match="finite"):
        trace(model, "crank", [np.nan])
    with pytest.raises(ValueError, match="one"):
        trace(gallery("stewart"), "hinge_1", [0.0])


# Sampling


@pytest.mark.parametrize("name", CLOSED)
def test_samples_are_closed_within_limits_and_different(name: str) -> None:
    model = gallery(name)
    Q = sample_closed(model, 50, seed=1)
    assert Q.shape == (50, model.nq)
    assert np.abs(closure(model, Q)[0]).max() < 1e-10
    assert (model.lower - 1e-9 <= Q).all()
    assert (model.upper + 1e-9 >= Q).all()
    assert np.ptp(independent(model, Q), axis=0).min() > 1e-3
    np.testing.assert_array_equal(Q, sample_closed(model, 50, seed=1))


def test_no_samples_are_no_rows() -> None:
    assert sample_closed(gallery("delta"), 0).shape == (0, gallery("delta").nq)


# Inverse kinematics


def stewart_leg_lengths(T: np.ndarray) -> np.ndarray:
    """Distances between the six pairs of joint centres, from the description's origins."""
    robot = gallery("stewart").robot
    lengths = []
    for k in range(1, 7):
        base = np.array(robot.joints[f"hinge_{k}"].origin.xyz)
        loop = robot.loops[f"ball_{k}"]
        on_platform = (
            loop.predecessor_origin if loop.predecessor == "platform" else loop.successor_origin
        )
        lengths.append(np.linalg.norm((T @ [*on_platform.xyz, 1.0])[:3] - base))
    return np.array(lengths)


@pytest.mark.parametrize("seed", range(6))
def test_stewart_inverse_kinematics_is_the_leg_length_formula(seed: int) -> None:
    from fourbar.robot import Pose

    model = gallery("stewart")
    rng = np.random.default_rng(seed)
    home = link_pose("stewart", model.chart.home, "platform")
    step = np.eye(4)
    step[:3, :3] = Pose(rpy=tuple(rng.uniform(-0.2, 0.2, 3))).rotation()
    step[:3, 3] = rng.uniform(-0.03, 0.03, 3)
    target = home @ step
    found = inverse_kinematics(model, "platform", target)
    np.testing.assert_allclose(link_pose("stewart", found.q, "platform"), target, atol=1e-9)
    legs = np.array([found.q[model.joints[f"leg_{k}"].q].item() for k in range(1, 7)])
    at_zero = stewart_leg_lengths(home) - [
        model.chart.home[model.joints[f"leg_{k}"].q].item() for k in range(1, 7)
    ]
    np.testing.assert_allclose(legs, stewart_leg_lengths(target) - at_zero, atol=1e-9)


def test_delta_reaches_positions() -> None:
    model = gallery("delta")
    link = model.link_names[-1] if "effector" not in model.link_names else "effector"
    home = link_pose("delta", model.chart.home, link)[:3, 3]
    for offset in ([0.05, 0, 0], [0, -0.06, 0.02], [0.02, 0.03, -0.05]):
        found = inverse_kinematics(model, link, home + offset)
        np.testing.assert_allclose(
            link_pose("delta", found.q, link)[:3, 3], home + offset, atol=1e-9
        )
        assert np.abs(closure(model, found.q)[0]).max() < 1e-10


def test_a_point_on_a_link_is_what_goes_there() -> None:
    model = gallery("four_bar")
    (q,) = sample_closed(model, 1, seed=3)
    point = np.array([0.1, 0.0, 0.05])
    goal = (link_pose("four_bar", q, "coupler_link") @ [*point, 1.0])[:3]
    found = inverse_kinematics(model, "coupler_link", goal, point=point)
    reached = (link_pose("four_bar", found.q, "coupler_link") @ [*point, 1.0])[:3]
    np.testing.assert_allclose(reached, goal, atol=1e-9)


def test_what_cannot_be_reached_is_not_converged() -> None:
    found = inverse_kinematics(gallery("delta"), gallery("delta").link_names[-1], [3.0, 0, 0])
    assert not found.converged
    assert found.residual > 1.0
    assert found.position_error > 1.0


def test_targets_that_are_none_are_refused() -> None:
    model = gallery("delta")
    with pytest.raises(ValueError, match="shape"):
        inverse_kinematics(model, model.link_names[-1], np.zeros(6))
    with pytest.raises(ValueError, match="not a rotation"):
        inverse_kinematics(model, model.link_names[-1], np.diag([2.0, 2.0, 2.0, 1.0]))
    with pytest.raises(KeyError, match="no link"):
        inverse_kinematics(model, "nowhere", np.zeros(3))


# Singular poses


def measured(model: Model, q: np.ndarray, link: str) -> Singularity:
    data = model.data()
    forward_kinematics(model, data, q)
    return singularity(model, data, link)


def test_the_two_kinds_of_singularity_are_told_apart() -> None:
    model = gallery("slider_crank")
    dead = next(
        met
        for met in trace(model, "crank", np.linspace(0, 2, 21)).dead_centres
        if met.joint == "slider"
    )
    at_dead = measured(model, dead.q, "piston_link")
    assert at_dead.singular
    assert not at_dead.is_closure_singular
    assert at_dead.rank == 0
    elsewhere = measured(model, model.chart.home, "piston_link")
    assert not elsewhere.singular
    assert elsewhere.rank == 1


def test_closure_is_singular_where_the_independent_joint_is_stuck() -> None:
    from dataclasses import replace

    crank_driven = gallery("four_bar")
    dead = trace(crank_driven, "crank", np.linspace(0, 3, 31)).dead_centres[0]
    robot = crank_driven.robot
    rocker_driven = Model(
        robot.update(
            *(replace(j, independent=j.name == "rocker") for j in robot.joints if j.type != "fixed")
        )
    )
    found = measured(rocker_driven, dead.q, "coupler_link")
    assert found.is_closure_singular
    assert found.singular
    assert np.isnan(found.smallest)
    assert not measured(crank_driven, dead.q, "coupler_link").is_closure_singular


def test_stewart_at_its_home_is_not_singular() -> None:
    found = measured(gallery("stewart"), gallery("stewart").chart.home, "platform")
    assert found.rank == 6
    assert not found.is_closure_singular
