"""Every quantity against the plain-numpy reference, on random trees with every joint type."""

import numpy as np
import pytest

import fourbar.mechanics as fm
from fourbar.mechanics import Model

from .reference import Reference, derivative
from .robots import random_robot

FRAMES = ["world", "local", "local_world_aligned"]
SEEDS = range(6)
EXACT = {"rtol": 0, "atol": 1e-12}
NUMERIC = {"rtol": 0, "atol": 1e-6}


@pytest.fixture(params=SEEDS)
def case(request):
    """A model, its reference, a configuration, a velocity and an acceleration."""
    model = Model(random_robot(request.param), planar="xyt" if request.param % 2 else "xy")
    rng = np.random.default_rng(100 + request.param)
    q = model.random(seed=rng)
    v, a = rng.standard_normal((2, model.nv))
    data = model.data()
    fm.forward_kinematics(model, data, q, v, a)
    return model, Reference(model), data, q, v, a


def test_poses(case):
    model, reference, data, q, _, _ = case
    for link in model.link_names:
        np.testing.assert_allclose(data.pose(link), reference.pose(link, q), **EXACT)


@pytest.mark.parametrize("frame", FRAMES)
def test_jacobian(case, frame):
    model, reference, data, q, _, _ = case
    for link in model.link_names:
        J = fm.jacobian(model, data, link, frame=frame, point=(0.1, -0.2, 0.3))
        expected = reference.jacobian(link, q, frame, (0.1, -0.2, 0.3))
        np.testing.assert_allclose(J, expected, **EXACT)


def test_linear_and_angular_halves(case):
    model, _, data, _, _, _ = case
    for link in model.link_names:
        J = fm.jacobian(model, data, link, frame="local")
        assert (fm.linear_jacobian(model, data, link, frame="local") == J[:3]).all()
        assert (fm.angular_jacobian(model, data, link, frame="local") == J[3:]).all()


def test_jacobian_is_the_derivative_of_the_pose(case):
    model, reference, data, q, v, _ = case
    for link in model.link_names:
        dT = derivative(model, lambda q, link=link: reference.pose(link, q), q, v)
        twist = fm.jacobian(model, data, link) @ v
        np.testing.assert_allclose(twist[:3], dT[:3, 3], **NUMERIC)
        spin = dT[:3, :3] @ data.pose(link)[:3, :3].T
        np.testing.assert_allclose(twist[3:], [spin[2, 1], spin[0, 2], spin[1, 0]], **NUMERIC)


@pytest.mark.parametrize("frame", FRAMES)
def test_velocity_is_jacobian_times_v(case, frame):
    model, reference, data, q, v, _ = case
    for link in model.link_names:
        found = fm.frame_velocity(model, data, link, frame=frame, point=(0.5, 0, -1))
        expected = reference.jacobian(link, q, frame, (0.5, 0, -1)) @ v
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-11)


@pytest.mark.parametrize("frame", FRAMES)
def test_jacobian_dot_is_the_derivative_of_the_jacobian(case, frame):
    model, reference, data, q, v, _ = case
    for link in model.link_names:
        expected = derivative(
            model, lambda q, link=link: reference.jacobian(link, q, frame, (0.1, 0.2, 0.3)), q, v
        )
        found = fm.jacobian_dot(model, data, link, frame=frame, point=(0.1, 0.2, 0.3))
        np.testing.assert_allclose(found, expected, **NUMERIC)


@pytest.mark.parametrize("frame", FRAMES)
def test_acceleration_is_the_derivative_of_the_velocity(case, frame):
    """With v moving along: d/dt (J v) = J a + dJ v."""
    model, reference, data, q, v, a = case
    for link in model.link_names:
        J = reference.jacobian(link, q, frame)
        dJ = derivative(model, lambda q, link=link: reference.jacobian(link, q, frame), q, v)
        found = fm.frame_acceleration(model, data, link, frame=frame)
        np.testing.assert_allclose(found, J @ a + dJ @ v, rtol=0, atol=1e-5)
        bias = fm.jacobian_dot_times_v(model, data, link, frame=frame)
        dJ = fm.jacobian_dot(model, data, link, frame=frame)
        np.testing.assert_allclose(bias, dJ @ v, rtol=0, atol=1e-10)
        np.testing.assert_allclose(found, J @ a + dJ @ v, rtol=0, atol=1e-10)


def test_center_of_mass(case):
    model, reference, data, q, v, _ = case
    np.testing.assert_allclose(fm.center_of_mass(model, data), reference.center_of_mass(q), **EXACT)
    speed = derivative(model, reference.center_of_mass, q, v)
    np.testing.assert_allclose(fm.center_of_mass_jacobian(model, data) @ v, speed, **NUMERIC)


def test_hessian_times_v_is_jacobian_dot(case):
    model, _, data, _, v, _ = case
    for link in model.link_names:
        found = fm.hessian(model, data, link, point=(0.1, 0, 0)) @ v
        expected = fm.jacobian_dot(model, data, link, point=(0.1, 0, 0))
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-11)
