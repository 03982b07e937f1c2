"""Rotations against matrices multiplied out by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourbar.gltf.basis import GLTF, ROOT
from fourbar.robot import Pose
from fourbar.spatial.rotation import (
    angles_xyz,
    matrix_of,
    quaternion_of_matrix,
    quaternion_of_rpy,
    rpy_of_quaternion,
)

angle = st.floats(-7.0, 7.0)
half_turns = st.sampled_from([0.0, np.pi / 2, -np.pi / 2, np.pi, -np.pi])
triples = st.tuples(*[angle | half_turns] * 3)


def rotation(axis, a):
    c, s = np.cos(a), np.sin(a)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    R = np.eye(3)
    R[i, i], R[i, j], R[j, i], R[j, j] = c, -s, s, c
    return R


@given(triples)
def test_rpy_turns_about_fixed_axes(rpy):
    expected = rotation(2, rpy[2]) @ rotation(1, rpy[1]) @ rotation(0, rpy[0])
    np.testing.assert_allclose(matrix_of(quaternion_of_rpy(rpy)), expected, atol=1e-14)
    np.testing.assert_allclose(Pose(rpy=rpy).rotation(), expected, atol=1e-14)


@given(triples)
def test_rpy_comes_back_as_the_same_rotation(rpy):
    q = quaternion_of_rpy(rpy)
    again = quaternion_of_rpy(rpy_of_quaternion(q))
    np.testing.assert_allclose(matrix_of(again), matrix_of(q), atol=1e-7)


@given(triples)
def test_nested_nodes_turn_about_x_then_y_then_z(angles):
    R = rotation(0, angles[0]) @ rotation(1, angles[1]) @ rotation(2, angles[2])
    a, b, c = angles_xyz(quaternion_of_matrix(R))
    again = rotation(0, a) @ rotation(1, b) @ rotation(2, c)
    np.testing.assert_allclose(again, R, atol=1e-7)


@given(triples)
def test_a_permuted_quaternion_is_the_permuted_rotation(rpy):
    q = quaternion_of_rpy(rpy)
    P = np.zeros((3, 3))
    for place, axis in enumerate(GLTF.order):
        P[place, axis] = 1.0
    expected = P @ np.array(matrix_of(q)) @ P.T
    np.testing.assert_allclose(matrix_of(GLTF.quaternion(q)), expected, atol=1e-14)
    assert GLTF.quaternion_back(GLTF.quaternion(q)) == q


def test_the_root_node_turns_urdf_axes_into_gltf_axes():
    R = np.array(matrix_of(ROOT.root_rotation))
    for v in np.eye(3):
        assert (R @ v).tolist() == pytest.approx(GLTF.vector(v))
