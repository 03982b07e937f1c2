"""Poses as transforms: against scipy's rotations and numpy's matrices."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from fourbar import Pose

numbers = st.floats(-10.0, 10.0)
vectors = st.tuples(numbers, numbers, numbers)
poses = st.builds(Pose, vectors, vectors)


def reference(pose):
    T = np.eye(4)
    T[:3, :3] = Rotation.from_euler("xyz", pose.rpy).as_matrix()  # fixed axes x, y, z
    T[:3, 3] = pose.xyz
    return T


@given(poses)
def test_matrix(pose):
    assert np.allclose(pose.matrix(), reference(pose), atol=1e-12)


@given(poses)
def test_from_matrix_is_the_way_back(pose):
    again = Pose.from_matrix(reference(pose))
    # Near pitch 90 degrees angles are known to half the digits only; their rotation is the same.
    assert np.allclose(again.matrix(), reference(pose), atol=1e-8)


@given(poses, poses)
def test_product(a, b):
    assert np.allclose((a @ b).matrix(), reference(a) @ reference(b), atol=1e-7)


@given(poses)
def test_inverse(pose):
    assert np.allclose(pose.inverse().matrix(), np.linalg.inv(reference(pose)), atol=1e-7)


@given(poses, st.lists(vectors, min_size=1, max_size=4))
def test_apply(pose, points):
    expected = Rotation.from_euler("xyz", pose.rpy).apply(points) + pose.xyz
    assert np.allclose(pose.apply(points), expected, atol=1e-9)
    assert pose.apply(points[0]).shape == (3,)


def test_products_without_rotation_change_no_digit():
    a, b = Pose((0.1, 0.0, 0.0)), Pose((0.2, 0.0, 0.0), (0.3, 0.1, 0.7))
    assert (a @ b).rpy == b.rpy
    assert (b @ Pose()) is b
    assert a.inverse() == Pose((-0.1, 0.0, 0.0))


def test_a_rotation_alone_is_a_pose_at_the_origin():
    quarter = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    assert Pose.from_matrix(quarter) == Pose(rpy=(0.0, 0.0, np.pi / 2))


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        (np.eye(2), "4 x 4 transform or a 3 x 3 rotation"),
        (np.diag([2.0, 1, 1, 1]), "is not a rotation"),
        (np.diag([-1.0, 1, 1, 1]), "is not a rotation"),
        (np.diag([1.0, 1, 1, 2]), "last row is not 0 0 0 1"),
        (np.full((4, 4), np.nan), "not finite"),
    ],
)
def test_what_is_not_a_transform_is_refused(matrix, message):
    with pytest.raises(ValueError, match=message):
        Pose.from_matrix(matrix)


def test_wrong_points_and_partners_are_refused():
    with pytest.raises(ValueError, match=r"points have shape \(2,\), expected \(..., 3\)"):
        Pose().apply([1, 2])
    with pytest.raises(TypeError):
        Pose() @ np.eye(4).tolist()
