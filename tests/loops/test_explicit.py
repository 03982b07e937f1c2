"""G and g against the constraints and against differences of the solved mechanism."""

from __future__ import annotations

import numpy as np
import pytest

from fourbar.mechanics import Model, forward_kinematics
from fourbar.mechanics.loops import (
    LoopError,
    closed_jacobian,
    closure,
    explicit_jacobian,
    independent,
    sample_closed,
    spanning,
    trace,
)

from .mechanisms import CLOSED, gallery


def at(model: Model, q: np.ndarray) -> object:
    data = model.data()
    forward_kinematics(model, data, q)
    return data


@pytest.mark.parametrize("name", CLOSED)
def test_K_G_is_zero_and_g_keeps_the_acceleration_closed(name: str) -> None:
    from fourbar.mechanics.loops import loop_jacobian

    model = gallery(name)
    rng = np.random.default_rng(0)
    for q in sample_closed(model, 20, seed=0):
        data = at(model, q)
        u = rng.standard_normal(model.nv)
        G, g = explicit_jacobian(model, data, u)
        v = G @ u[model.chart.v]
        K, k = loop_jacobian(model, data, v)
        assert np.abs(K @ G).max() < 1e-10
        assert np.abs(K @ g - k).max() < 1e-8 * (1 + np.abs(k).max())
        np.testing.assert_array_equal(G[model.chart.v], np.eye(model.chart.size))
        assert not g[model.chart.v].any()


@pytest.mark.parametrize("name", CLOSED)
def test_G_is_the_derivative_of_spanning(name: str) -> None:
    model = gallery(name)
    h = 1e-6
    for q in sample_closed(model, 3, seed=1):
        y = independent(model, q)
        G, _ = explicit_jacobian(model, at(model, q))
        for j, e in enumerate(np.eye(y.size)):
            ahead, behind = (spanning(model, y + s * h * e, q) for s in (1, -1))
            slope = model.difference(behind, ahead) / (2 * h)
            np.testing.assert_allclose(G[:, j], slope, atol=1e-6)


@pytest.mark.parametrize("name", CLOSED)
def test_g_is_the_acceleration_of_the_solved_mechanism(name: str) -> None:
    """With u constant, dv/dt = dG u: differences of G along the motion."""
    model = gallery(name)
    rng = np.random.default_rng(3)
    h = 1e-5
    for q in sample_closed(model, 3, seed=2):
        v = rng.standard_normal(model.nv)
        u = v[model.chart.v]
        y = independent(model, q)
        _, g = explicit_jacobian(model, at(model, q), v)
        ahead, behind = (
            explicit_jacobian(model, at(model, spanning(model, y + s * h * u, q))).G
            for s in (1, -1)
        )
        slope = (ahead - behind) @ u / (2 * h)
        np.testing.assert_allclose(g, slope, atol=1e-6 * (1 + np.abs(g).max()))


@pytest.mark.parametrize("name", ["delta", "four_bar", "stewart", "gripper"])
def test_batches_agree_with_single_calls(name: str) -> None:
    model = gallery(name)
    Q = sample_closed(model, 13, seed=0)
    V = np.random.default_rng(0).standard_normal((13, model.nv))
    data = model.data(13)
    forward_kinematics(model, data, Q)
    many = explicit_jacobian(model, data, V)
    for q, v, G, g in zip(Q, V, *many, strict=True):
        one = explicit_jacobian(model, at(model, q), v)
        np.testing.assert_allclose(G, one.G, atol=1e-11)
        np.testing.assert_allclose(g, one.g, atol=1e-10 * (1 + np.abs(g).max()))


@pytest.mark.parametrize("name", CLOSED)
def test_spanning_and_independent_undo_each_other(name: str) -> None:
    model = gallery(name)
    Q = sample_closed(model, 30, seed=4)
    Y = independent(model, Q)
    back = spanning(model, Y)
    assert np.abs(closure(model, back)[0]).max(initial=0.0) < 1e-10
    np.testing.assert_array_equal(independent(model, back), Y)
    np.testing.assert_allclose(spanning(model, Y[0]), back[0], atol=1e-9)


def test_G_does_not_exist_at_a_dead_centre() -> None:
    """The rocker drives the four-bar only between the crank's two stretched positions."""
    robot = gallery("four_bar").robot
    joints = [
        joint if joint.type == "fixed" else _declare(joint, joint.name == "rocker")
        for joint in robot.joints
    ]
    model = Model(robot.update(*joints))
    dead = trace(gallery("four_bar"), "crank", np.linspace(0, 3, 10)).dead_centres[0]
    with pytest.raises(LoopError, match="singular"):
        explicit_jacobian(model, at(model, dead.q))
    with pytest.raises(LoopError, match="singular"):
        closed_jacobian(model, dead.q, "coupler_link")
    rows = np.array([model.chart.home, dead.q, model.chart.home])
    with pytest.raises(LoopError, match="at configuration 1: the mechanism is at a singular pose"):
        closed_jacobian(model, rows, "coupler_link")


def _declare(joint: object, independent: bool) -> object:
    from dataclasses import replace

    return replace(joint, independent=independent)


def test_link_jacobian_over_independent_joints() -> None:
    """J G of the delta's platform against differences of the solved mechanism."""
    model = gallery("delta")
    (q,) = sample_closed(model, 1, seed=5)
    JG = closed_jacobian(model, q, "effector")
    y, h = independent(model, q), 1e-6
    for j, e in enumerate(np.eye(3)):
        ends = [
            at(model, spanning(model, y + s * h * e, q)).pose("effector")[:3, 3] for s in (1, -1)
        ]
        np.testing.assert_allclose(JG[:3, j], (ends[0] - ends[1]) / (2 * h), atol=1e-7)
    np.testing.assert_allclose(JG[3:], 0.0, atol=1e-7)  # it does not turn, but for 9 written digits
