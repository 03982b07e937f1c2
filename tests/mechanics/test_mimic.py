"""Joints that follow others."""

import numpy as np
import pytest

import fourbar as fb
import fourbar.mechanics as fm
from fourbar.mechanics import Model, ModelError


def chain(*mimics):
    """Hinges a, b, c, d in a row; mimics are (joint, other, multiplier, offset)."""
    follow = {m[0]: fb.Mimic(*m[1:]) for m in mimics}
    robot = fb.Robot("chain").add(*(fb.Link(f"l{i}") for i in range(5)))
    return robot.add(
        *(
            fb.Joint(
                name,
                "prismatic" if name == "c" else "revolute",
                f"l{i}",
                f"l{i + 1}",
                axis=(0, 0.6, 0.8),
                origin=fb.Pose((0.3, 0.1 * i, 0)),
                mimic=follow.get(name),
            )
            for i, name in enumerate("abcd")
        )
    )


@pytest.fixture
def model():
    # b follows a, d follows b: a chain of mimics
    return Model(chain(("b", "a", 2.0, 0.5), ("d", "b", -1.0, 0.25)))


def test_positions(model):
    q = fb.spanning(model, [0.3, 0.7])
    np.testing.assert_allclose(q, [0.3, 1.1, 0.7, -0.85], atol=1e-15)
    np.testing.assert_allclose(fb.independent(model, q), [0.3, 0.7])
    np.testing.assert_allclose(model.q({"a": 0.3, "c": 0.7}), q)
    np.testing.assert_allclose(fb.spanning(model, np.zeros((3, 2)))[1], [0, 0.5, 0, -0.25])


def test_velocities(model):
    u = np.array([0.4, -0.2])
    q, eps = np.array([0.3, 0.7]), 1e-6
    numeric = (fb.spanning(model, q + eps * u) - fb.spanning(model, q - eps * u)) / (2 * eps)
    data = model.data()
    fm.forward_kinematics(model, data, fb.spanning(model, q))
    G = fb.explicit_jacobian(model, data).G
    np.testing.assert_allclose(G @ u, numeric, atol=1e-9)
    np.testing.assert_allclose(model.v({"a": 0.4, "c": -0.2}), G @ u)


def test_neutral_and_random_obey(model):
    for q in [model.neutral, *model.random(5, seed=0)]:
        np.testing.assert_allclose(fb.spanning(model, fb.independent(model, q)), q)


def test_jacobian_of_independent_coordinates(model):
    y, data = np.array([0.3, 0.7]), model.data()
    J = fb.closed_jacobian(model, fb.spanning(model, y), "l4")
    assert J.shape == (6, 2)

    def position(y):
        fm.forward_kinematics(model, data, fb.spanning(model, y))
        return data.pose("l4")[:3, 3].copy()

    for k, step in enumerate(1e-6 * np.eye(2)):
        numeric = (position(y + step) - position(y - step)) / 2e-6
        np.testing.assert_allclose(J[:3, k], numeric, atol=1e-8)


def test_a_follower_cannot_be_set(model):
    with pytest.raises(ValueError, match="'d' mimics 'a'; set that one instead"):
        model.q({"d": 1.0})


def test_a_follower_of_a_locked_joint_cannot_be_set(model):
    with pytest.raises(ValueError, match="joint 'd' cannot move"):
        model.reduced({"a": 0.3}).q({"d": 1.0})


def test_locking_the_source_stops_its_followers(model):
    locked = model.reduced({"a": 0.3})
    np.testing.assert_allclose(fb.spanning(locked, [0.7]), [1.1, 0.7, -0.85])
    data = locked.data()
    fm.forward_kinematics(locked, data, locked.neutral)
    np.testing.assert_allclose(fb.explicit_jacobian(locked, data).G[:, 0], [0, 1, 0], atol=1e-15)


def test_locking_a_follower_holds_its_leader(model):
    """B = 2 a + 0.5 is locked at 0.1, so a is at -0.2; d follows b."""
    locked = model.reduced({"b": 0.1})
    np.testing.assert_allclose(fb.spanning(locked, [0.7]), [-0.2, 0.7, 0.25 - 0.1])
    np.testing.assert_allclose(locked.q({"c": 0.7}), [-0.2, 0.7, 0.25 - 0.1])
    np.testing.assert_allclose(locked.random(3, seed=0)[:, 0], -0.2)
    with pytest.raises(ValueError, match="joint 'a' cannot move"):
        locked.q({"a": 0.3})


def test_circles_are_refused():
    with pytest.raises(ValueError, match=r"circle|mimic|itself"):
        Model(chain(("a", "b", 1.0, 0.0), ("b", "a", 1.0, 0.0)))


def test_only_joints_with_one_degree_of_freedom():
    robot = chain(("b", "a", 1.0, 0.0))
    ball = fb.Joint("a", "spherical", "l0", "l1")
    with pytest.raises(ModelError, match="'a' is spherical; only joints with one degree"):
        Model(robot.update(ball))
