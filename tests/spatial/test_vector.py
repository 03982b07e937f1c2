"""Vectors, matrices, frames and symmetric matrices against numpy."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fourbar.spatial.frame import NOWHERE, compose, inverse
from fourbar.spatial.rotation import (
    matrix_of,
    matrix_of_rpy,
    quaternion_of_rpy,
    rotation_between,
    rpy_of_matrix,
    unit_quaternion,
)
from fourbar.spatial.vector import applied, cross, dot, matrix_product, unit

number = st.floats(-10.0, 10.0)
vectors = st.tuples(number, number, number)
angles = st.tuples(*[st.floats(-3.0, 3.0)] * 3)
frames = st.tuples(vectors, angles.map(quaternion_of_rpy))


def homogeneous(frame):
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = matrix_of(frame[1]), frame[0]
    return T


@given(vectors, vectors)
def test_products_of_vectors(a, b):
    assert dot(a, b) == pytest.approx(np.dot(a, b), abs=1e-12)
    np.testing.assert_allclose(cross(a, b), np.cross(a, b), atol=1e-12)
    assert "-0.0" not in str(cross((0.0, 0.0, 0.0), b)), "a zero has no sign"


@given(st.tuples(vectors, vectors, vectors), st.tuples(vectors, vectors, vectors), vectors)
def test_products_of_matrices(A, B, v):
    np.testing.assert_allclose(matrix_product(A, B), np.array(A) @ np.array(B), atol=1e-11)
    np.testing.assert_allclose(applied(A, v), np.array(A) @ np.array(v), atol=1e-11)


@pytest.mark.parametrize("v", [(0.0, 0.0, 0.0), (float("inf"), 0.0, 0.0), (float("nan"), 1, 1)])
def test_a_vector_without_direction_is_refused(v):
    with pytest.raises(ValueError, match="no direction"):
        unit(v)


@given(vectors, vectors)
def test_the_rotation_between_two_directions(a, b):
    assume(np.linalg.norm(a) > 1e-3 and np.linalg.norm(b) > 1e-3)
    R = np.array(matrix_of(rotation_between(a, b)))
    np.testing.assert_allclose(R @ R.T, np.eye(3), atol=1e-12)
    np.testing.assert_allclose(
        R @ a / np.linalg.norm(a), np.array(b) / np.linalg.norm(b), atol=2e-6
    )
    # The shortest one: trace R = 1 + 2 cos(angle).
    cosine = np.dot(a, b) / np.linalg.norm(a) / np.linalg.norm(b)
    assert np.trace(R) == pytest.approx(1 + 2 * cosine, abs=1e-9)


@pytest.mark.parametrize("a", [(1, 0, 0), (0, 1, 0), (0, 0, 1), (-3, 0.1, 0), (1, 1, 1)])
def test_opposite_directions_are_half_a_turn_apart(a):
    R = np.array(matrix_of(rotation_between(a, [-c for c in a])))
    np.testing.assert_allclose(R @ a, np.negative(a), atol=1e-12)
    assert np.linalg.det(R) == pytest.approx(1.0)


@given(frames, frames)
def test_frames_compose_as_matrices_do(a, b):
    T = homogeneous(a) @ homogeneous(b)
    np.testing.assert_allclose(homogeneous(compose(a, b)), T, atol=1e-12)
    np.testing.assert_allclose(
        homogeneous(compose(inverse(a), a)), homogeneous(NOWHERE), atol=1e-12
    )


@given(angles)
def test_angles_of_a_matrix_give_the_matrix(rpy):
    R = matrix_of_rpy(rpy)
    np.testing.assert_allclose(R, matrix_of(quaternion_of_rpy(rpy)), atol=1e-14)
    np.testing.assert_allclose(matrix_of_rpy(rpy_of_matrix(R)), R, atol=1e-8)


def test_a_quaternion_without_length_is_refused():
    with pytest.raises(ValueError, match="not a rotation"):
        unit_quaternion((0.0, 0.0, 0.0, 0.0))
