"""Inverse kinematics of closed mechanisms, many targets at once."""

from __future__ import annotations

import numpy as np
import pytest

from fourbar.mechanics import forward_kinematics, inverse_kinematics, kinematics
from fourbar.mechanics.loops import closure, sample_closed

from .mechanisms import gallery


def poses(name: str, Q: np.ndarray, link: str) -> np.ndarray:
    model = gallery(name)
    data = model.data(len(Q))
    forward_kinematics(model, data, Q, coordinates="spanning")
    return data.pose(link)


@pytest.mark.parametrize(("name", "link"), [("stewart", "platform"), ("four_bar", "coupler_link")])
@pytest.mark.parametrize("n", [1, 7, 40])
def test_poses_that_were_sampled_are_found_again(name: str, link: str, n: int) -> None:
    model = gallery(name)
    targets = poses(name, sample_closed(model, n, seed=n), link)
    found = inverse_kinematics(model, link, targets)
    assert found.converged.all()
    assert found.q.shape == (n, model.nq)
    np.testing.assert_allclose(poses(name, found.q, link), targets, atol=1e-9)
    assert np.abs(closure(model, found.q)[0]).max() < 1e-10


def test_rows_that_cannot_be_reached_say_so_and_the_others_are_found() -> None:
    model = gallery("delta")
    link = "effector" if "effector" in model.link_names else model.link_names[-1]
    goals = poses("delta", sample_closed(model, 12, seed=2), link)[:, :3, 3]
    goals[3] = [3.0, 0.0, 0.0]
    goals[8] = [0.0, 0.0, -5.0]
    found = inverse_kinematics(model, link, goals)
    assert np.flatnonzero(~found.converged).tolist() == [3, 8]
    reached = poses("delta", found.q, link)[:, :3, 3]
    np.testing.assert_allclose(reached[found.converged], goals[found.converged], atol=1e-9)
    assert (found.residual[[3, 8]] > 0.1).all()
    assert found.iterations[3] > found.iterations[0]
    # The distance, as for trees, not its largest component.
    off = np.linalg.norm(reached - goals, axis=1)[[3, 8]]
    np.testing.assert_allclose(found.residual[[3, 8]], off, rtol=1e-12)


def test_residual_means_the_same_for_loops_and_for_the_open_tree() -> None:
    model = gallery("four_bar")
    target = [0.7, 0.8, 0.9]
    for coordinates in ("independent", "spanning"):
        found = inverse_kinematics(model, "coupler_link", target, coordinates=coordinates)
        reached = kinematics(model, found.q, "coupler_link", coordinates="spanning").pose[:3, 3]
        assert found.residual == found.position_error
        assert found.residual == pytest.approx(np.linalg.norm(reached - target), rel=1e-12)


def test_converged_is_what_the_numbers_say() -> None:
    """Against phi and the link's pose, computed on their own."""
    model = gallery("stewart")
    targets = poses("stewart", sample_closed(model, 30, seed=5), "platform")
    targets[::3, :3, 3] += np.random.default_rng(0).uniform(-1.0, 1.0, (10, 3))
    found = inverse_kinematics(model, "platform", targets, starts=4)
    reached = poses("stewart", found.q, "platform")
    off = np.abs(reached - targets).max(axis=(1, 2))
    open_by = np.abs(closure(model, found.q)[0]).max(axis=1)
    np.testing.assert_array_equal(found.converged, (off < 1e-9) & (open_by <= 1e-10))


def test_one_target_of_a_batch_is_the_same_as_alone() -> None:
    model = gallery("stewart")
    targets = poses("stewart", sample_closed(model, 5, seed=1), "platform")
    batch = inverse_kinematics(model, "platform", targets)
    for target, q in zip(targets, batch.q, strict=True):
        alone = inverse_kinematics(model, "platform", target)
        np.testing.assert_allclose(alone.q, q, atol=1e-9)


def test_every_target_starts_from_its_own_seed() -> None:
    model = gallery("four_bar")
    Q = sample_closed(model, 9, seed=4)
    found = inverse_kinematics(model, "coupler_link", poses("four_bar", Q, "coupler_link"), q0=Q)
    np.testing.assert_allclose(found.q, Q, atol=1e-9)
    assert (found.iterations <= 2).all()


def test_limits_hold_in_every_row_that_converged() -> None:
    model = gallery("stewart")
    targets = poses("stewart", sample_closed(model, 16, seed=3), "platform")
    targets[0, 2, 3] += 0.6  # the legs would have to be longer than they get
    found = inverse_kinematics(model, "platform", targets, limits=True, starts=4)
    assert not found.converged[0]
    assert found.converged[1:].all()
    assert (found.q[1:] >= model.lower - 1e-9).all()
    assert (found.q[1:] <= model.upper + 1e-9).all()


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_change_nothing(threads: int) -> None:
    model = gallery("stewart")
    targets = poses("stewart", sample_closed(model, 50, seed=6), "platform")
    alone = inverse_kinematics(model, "platform", targets, threads=1)
    np.testing.assert_array_equal(
        inverse_kinematics(model, "platform", targets, threads=threads).q, alone.q
    )


def test_no_targets_are_no_rows() -> None:
    found = inverse_kinematics(gallery("stewart"), "platform", np.zeros((0, 4, 4)))
    assert found.q.shape == (0, gallery("stewart").nq)


def test_wrong_shapes_are_refused() -> None:
    model = gallery("stewart")
    with pytest.raises(ValueError, match="shape"):
        inverse_kinematics(model, "platform", np.zeros((2, 3, 4)))
    with pytest.raises(ValueError, match="q0"):
        inverse_kinematics(
            model, "platform", np.tile(np.eye(4), (3, 1, 1)), q0=np.zeros((2, model.nq))
        )
    mirrored = np.diag([1.0, 1.0, -1.0, 1.0])
    with pytest.raises(ValueError, match="not a rotation"):
        inverse_kinematics(model, "platform", mirrored[None])


def test_a_target_does_not_stay_for_the_next_link() -> None:
    model = gallery("four_bar")
    (q,) = sample_closed(model, 1, seed=8)
    for link in ("coupler_link", "rocker_link", "coupler_link"):
        (target,) = poses("four_bar", q[None], link)
        found = inverse_kinematics(model, link, target, q0=model.chart.home)
        np.testing.assert_allclose(poses("four_bar", found.q[None], link)[0], target, atol=1e-9)


@pytest.mark.parametrize("name", ["four_bar", "delta", "stewart", "gripper"])
@pytest.mark.parametrize("task", ["pose", "position"])
def test_targets_out_of_reach_leave_no_loop_open(name: str, task: str) -> None:
    """Of what cannot be reached, a closed pose is the answer, within the limits."""
    model = gallery(name)
    targets = np.tile(np.eye(4), (10, 1, 1))
    targets[:, :3, 3] = np.random.default_rng(3).uniform(-2, 2, (10, 3))
    targets[:, 2, 3] += 4.0
    found = inverse_kinematics(model, model.link_names[-1], targets, task=task, starts=2)
    assert not found.converged.any()
    assert np.abs(closure(model, found.q)[0]).max() <= model.tolerance
    assert (found.q >= model.lower - 1e-9).all()
    assert (found.q <= model.upper + 1e-9).all()
