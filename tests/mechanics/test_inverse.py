"""Inverse kinematics finds what forward kinematics made, and is honest when it does not."""

import numpy as np
import pytest

import fourbar as fb
import fourbar.mechanics as fm
from fourbar.mechanics import Model

from .robots import gallery_model, random_robot

ARMS = [("ur20", "flange"), ("iiwa14", "iiwa_link_7"), ("humanoid", "left_foot")]


def errors(model, q, link, target):
    T = fm.kinematics(model, q, link).pose
    R = np.swapaxes(T[..., :3, :3], -1, -2) @ target[..., :3, :3]
    angle = np.linalg.norm(R - np.eye(3), axis=(-1, -2)) / np.sqrt(2.0)
    return np.linalg.norm(T[..., :3, 3] - target[..., :3, 3], axis=-1), angle


@pytest.mark.parametrize(("name", "link"), ARMS)
def test_reachable_poses_are_reached(name, link):
    model = gallery_model(name)
    target = fm.kinematics(model, model.random(300, seed=1), link).pose
    found = fm.inverse_kinematics(model, link, target)
    assert found.converged.mean() > 0.98
    position, rotation = errors(model, found.q, link, target)
    ok = found.converged
    assert (position[ok] < 1.1e-9).all()
    assert (rotation[ok] < 1.1e-9).all()
    np.testing.assert_allclose(found.position_error, position, rtol=0, atol=1e-12)
    assert (found.q >= model.lower).all()
    assert (found.q <= model.upper).all()


@pytest.mark.parametrize(("name", "link"), ARMS)
def test_out_of_reach_is_not_called_converged(name, link):
    model = gallery_model(name)
    target = np.eye(4)
    target[:3, 3] = [50.0, 0.0, 0.0]
    found = fm.inverse_kinematics(model, link, target)
    assert not found.converged
    position, _ = errors(model, found.q, link, target)
    np.testing.assert_allclose(found.position_error, position)
    assert position > 40.0


def test_limits_are_kept_or_ignored():
    robot = fb.Robot("arm").add(
        fb.Link("a"),
        fb.Link("b"),
        fb.Joint("j", "revolute", "a", "b", axis=(0, 0, 1), limit=fb.Limit(-0.5, 0.5)),
    )
    model = Model(robot)
    target = fm.kinematics(model, np.array([1.0]), "b").pose
    held = fm.inverse_kinematics(model, "b", target)
    assert not held.converged
    np.testing.assert_allclose(held.q, [0.5])
    np.testing.assert_allclose(held.rotation_error, 0.5)
    free = fm.inverse_kinematics(model, "b", target, limits=False)
    assert free.converged
    np.testing.assert_allclose(free.q, [1.0], atol=1e-9)


def test_a_start_outside_the_limits_is_brought_inside():
    model = gallery_model("iiwa14")
    target = fm.kinematics(model, model.random(seed=0), "iiwa_link_7").pose
    found = fm.inverse_kinematics(model, "iiwa_link_7", target, q0=np.full(7, 100.0))
    assert found.converged
    assert (found.q <= model.upper).all()


def test_position_only():
    model = gallery_model("ur20")
    point = np.array([0.6, 0.3, 0.9])
    found = fm.inverse_kinematics(model, "flange", point, task="position")
    assert found.converged
    position = fm.kinematics(model, found.q, "flange").pose[:3, 3]
    np.testing.assert_allclose(position, point, rtol=0, atol=1e-9)


def test_a_point_on_the_link():
    model = gallery_model("ur20")
    tip, goal = np.array([0.0, 0.05, 0.2]), np.array([0.6, 0.3, 0.9])
    found = fm.inverse_kinematics(model, "flange", goal, task="position", point=tip)
    T = fm.kinematics(model, found.q, "flange").pose
    np.testing.assert_allclose(T[:3, :3] @ tip + T[:3, 3], goal, rtol=0, atol=1e-9)


def test_rotation_only():
    model = gallery_model("iiwa14")
    target = fm.kinematics(model, model.random(seed=9), "iiwa_link_7").pose
    found = fm.inverse_kinematics(model, "iiwa_link_7", target, task="rotation")
    assert found.converged
    assert errors(model, found.q, "iiwa_link_7", target)[1] < 1e-8


def test_posture_uses_the_freedom_that_is_left():
    model, link = gallery_model("iiwa14"), "iiwa_link_7"
    wish = model.q(dict.fromkeys(model.joint_names, 0.4))
    start = model.random(200, seed=5)
    target = fm.kinematics(model, model.random(200, seed=6), link).pose
    free = fm.inverse_kinematics(model, link, target, start)
    posed = fm.inverse_kinematics(model, link, target, start, posture=wish, posture_gain=0.3)
    both = free.converged & posed.converged
    assert both.mean() > 0.95
    far = np.linalg.norm(free.q - wish, axis=1)[both]
    near = np.linalg.norm(posed.q - wish, axis=1)[both]
    assert near.mean() < 0.9 * far.mean()
    # Within the limits, what pulls towards the posture is what the task does not leave free.
    inside = ((posed.q > model.lower + 1e-6) & (posed.q < model.upper - 1e-6)).all(axis=1) & both
    J = fm.kinematics(model, posed.q[inside], link).jacobian
    idle = np.linalg.svd(J)[2][:, -1]
    pull = np.abs(np.sum(idle * (wish - posed.q[inside]), axis=1))
    assert np.median(pull) < 0.02


@pytest.mark.parametrize("seed", range(6))
def test_every_joint_type(seed):
    model = Model(random_robot(seed), planar="xyt")
    link = model.link_names[-1]
    target = fm.kinematics(model, model.random(20, seed=seed), link).pose
    found = fm.inverse_kinematics(model, link, target, starts=30)
    position, rotation = errors(model, found.q, link, target)
    assert found.converged.all()
    assert (position < 1.1e-9).all()
    assert (rotation < 1.1e-8).all()


def test_followers_follow():
    def hinge(name, parent, child, **options):
        return fb.Joint(name, "revolute", parent, child, axis=(0, 0, 1), **options)

    robot = fb.Robot("finger").add(
        *map(fb.Link, "abcd"),
        hinge("m", "a", "b", limit=fb.Limit(-2.0, 2.0)),
        hinge("n", "b", "c", origin=fb.Pose((1, 0, 0)), mimic=fb.Mimic("m", 0.5, 0.1)),
        fb.Joint("t", "fixed", "c", "d", origin=fb.Pose((1, 0, 0))),
    )
    model = Model(robot)
    target = fm.kinematics(model, model.q({"m": 0.8}), "d").pose
    found = fm.inverse_kinematics(model, "d", target)
    assert found.converged
    np.testing.assert_allclose(found.q, [0.8, 0.5], rtol=0, atol=1e-8)


def test_same_seed_same_result_whatever_the_threads():
    model = gallery_model("ur20")
    target = fm.kinematics(model, model.random(64, seed=2), "flange").pose
    one = fm.inverse_kinematics(model, "flange", target, threads=1)
    two = fm.inverse_kinematics(model, "flange", target, threads=3)
    assert (one.q == two.q).all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"target": np.zeros((3, 3))}, r"shape \(3, 3\), expected \(4, 4\)"),
        ({"target": np.full((4, 4), np.nan)}, "not finite"),
        ({"target": np.diag([1.0, 1.0, -1.0, 1.0])}, "no rotation"),
        ({"q0": np.zeros(5)}, "broadcast"),
        ({"q0": np.full(6, np.inf)}, "q0 is not finite"),
        ({"posture": np.zeros(3)}, "posture has shape"),
        ({"task": "jump"}, "task is 'jump'"),
        ({"iterations": 0}, "iterations must be at least 1"),
        ({"position_tolerance": 0.0}, "tolerances must be above zero"),
    ],
)
def test_bad_input(change, message):
    model = gallery_model("ur20")
    arguments = {"target": np.eye(4), **change}
    with pytest.raises(ValueError, match=message):
        fm.inverse_kinematics(model, "flange", **arguments)
