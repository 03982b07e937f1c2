"""Integrate and difference on the configuration manifold."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fourbar as fb
import fourbar.mechanics as fm
from fourbar.mechanics import Model

from .robots import random_robot

MODEL = Model(random_robot(3), planar="xyt")


@given(st.integers(0, 2**32 - 1), st.floats(0.0, 3.0))
def test_integrate_then_difference_gives_the_step_back(seed, size):
    rng = np.random.default_rng(seed)
    q, v = MODEL.random(seed=rng), rng.standard_normal(MODEL.nv)
    v *= size / np.linalg.norm(v)  # below pi at every quaternion
    np.testing.assert_allclose(MODEL.difference(q, MODEL.integrate(q, v)), v, rtol=0, atol=1e-9)


@pytest.mark.parametrize("angle", [1e-9, 1e-5, 9e-5, 1.1e-4, 3e-4, 1e-3, 0.1, 2.0])
def test_a_screw_in_two_halves(angle):
    """exp(x) = exp(x / 2) exp(x / 2), to the last digits however small the rotation."""
    robot = fb.Robot("free").add(fb.Link("a"), fb.Link("b"), fb.Joint("j", "floating", "a", "b"))
    model = Model(robot)
    v = np.array([1.0, -2.0, 0.5, 0.0, 0.0, 0.0])
    v[3:] = angle * np.array([0.48, -0.6, 0.64])
    halfway = model.integrate(model.neutral, v / 2)
    whole = model.integrate(model.neutral, v)
    np.testing.assert_allclose(model.integrate(halfway, v / 2), whole, rtol=0, atol=2e-15)


def test_a_quaternion_of_length_zero_is_refused():
    robot = fb.Robot("ball").add(fb.Link("a"), fb.Link("b"), fb.Joint("j", "spherical", "a", "b"))
    model = Model(robot)
    with pytest.raises(ValueError, match="q contains a quaternion of length zero at 'j'"):
        model.integrate(np.zeros(4), np.zeros(3))
    with pytest.raises(ValueError, match="q1 contains a quaternion of length zero at 'j'"):
        model.difference(model.neutral, np.zeros((2, 4)))


def test_leading_axes():
    Q, V = MODEL.random(12, seed=0), np.random.default_rng(0).standard_normal((12, MODEL.nv))
    moved = MODEL.integrate(Q.reshape(3, 4, -1), V.reshape(3, 4, -1))
    assert moved.shape == (3, 4, MODEL.nq)
    np.testing.assert_allclose(moved[1, 2], MODEL.integrate(Q[6], V[6]), rtol=0, atol=1e-15)
    assert MODEL.integrate(Q[0], V).shape == (12, MODEL.nq)
    assert MODEL.difference(Q[0], Q).shape == (12, MODEL.nv)


def test_wrong_sizes():
    with pytest.raises(ValueError, match="q has shape"):
        MODEL.integrate(np.zeros(3), np.zeros(MODEL.nv))


@pytest.mark.peer
def test_floating_and_spherical_against_pinocchio():
    pin = pytest.importorskip("pinocchio")
    model = Model(random_robot(0, links=4, types=("floating", "spherical")))
    peer = pin.Model()
    for joint in model.joints.values():
        kind = pin.JointModelFreeFlyer() if joint.nq == 7 else pin.JointModelSpherical()
        peer.addJoint(0, kind, pin.SE3.Identity(), joint.name)
    rng = np.random.default_rng(0)
    for _ in range(100):
        q0, q1 = model.random(2, seed=rng)
        v = rng.standard_normal(model.nv)
        moved = model.integrate(q0, v)
        np.testing.assert_allclose(moved, pin.integrate(peer, q0, v), rtol=0, atol=1e-13)
        step = model.difference(q0, q1)
        np.testing.assert_allclose(step, pin.difference(peer, q0, q1), rtol=0, atol=1e-9)


def test_integrating_moves_links_as_the_jacobian_says():
    rng = np.random.default_rng(1)
    q, v, h = MODEL.random(seed=rng), rng.standard_normal(MODEL.nv), 1e-6
    data = MODEL.data()
    link = MODEL.link_names[-1]

    def position(q):
        fm.forward_kinematics(MODEL, data, q)
        return data.pose(link)[:3, 3].copy()

    speed = (position(MODEL.integrate(q, h * v)) - position(MODEL.integrate(q, -h * v))) / (2 * h)
    fm.forward_kinematics(MODEL, data, q)
    np.testing.assert_allclose(fm.linear_jacobian(MODEL, data, link) @ v, speed, atol=1e-7)
