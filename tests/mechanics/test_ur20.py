"""The linear velocity Jacobian of the UR20, checked step by step."""

import numpy as np
import pytest

import fourbar.mechanics as fm

from .robots import gallery_model

CONFIGURATIONS = [
    np.zeros(6),
    np.full(6, np.pi / 4),
    np.array([0.0, -1.57, 1.57, 0.0, 1.57, 0.0]),
    *np.random.default_rng(0).uniform(-np.pi, np.pi, (10, 6)),
]


@pytest.fixture(scope="module")
def model():
    return gallery_model("ur20")


def flange(model, q):
    data = model.data()
    fm.forward_kinematics(model, data, q)
    return data.pose("flange")[:3, 3]


def test_three_rows_and_six_columns(model):
    data = model.data()
    fm.forward_kinematics(model, data, model.neutral)
    assert fm.linear_jacobian(model, data, "flange").shape == (3, 6)


def test_zero_pose_by_hand(model):
    """The arm stretched along -x of its base, which stands turned by half a turn about z.

    x: both arm lengths. y: the wrist's offset and the flange's. z: the shoulder's height less the
    second wrist.
    """
    x = 0.862 + 0.7287
    y = 0.201 + 0.1543
    z = 0.2363 - 0.1593
    np.testing.assert_allclose(flange(model, np.zeros(6)), [x, y, z], rtol=0, atol=1e-12)


@pytest.mark.parametrize("q", CONFIGURATIONS)
def test_first_column_is_the_base_axis_crossed_with_the_arm(model, q):
    """z_0 x (p_e - p_0): the base turns about the vertical through (0, 0, 0.2363)."""
    data = model.data()
    fm.forward_kinematics(model, data, q)
    column = fm.linear_jacobian(model, data, "flange")[:, 0]
    arm = flange(model, q) - [0.0, 0.0, 0.2363]
    np.testing.assert_allclose(column, np.cross([0, 0, 1], arm), rtol=0, atol=1e-12)


@pytest.mark.parametrize("q", CONFIGURATIONS)
def test_numerical_differentiation(model, q):
    data = model.data()
    fm.forward_kinematics(model, data, q)
    J = fm.linear_jacobian(model, data, "flange")
    numeric = np.empty((3, 6))
    for i, step in enumerate(1e-7 * np.eye(6)):
        numeric[:, i] = (flange(model, q + step) - flange(model, q - step)) / 2e-7
    assert np.linalg.norm(J - numeric) < 1e-6


def test_velocity_of_the_flange(model):
    q, rates = CONFIGURATIONS[2], np.array([0.1, 0, 0, 0, 0, 0])
    data = model.data()
    fm.forward_kinematics(model, data, q, rates)
    v = fm.linear_jacobian(model, data, "flange") @ rates
    np.testing.assert_allclose(fm.frame_velocity(model, data, "flange")[:3], v, rtol=0, atol=1e-14)
