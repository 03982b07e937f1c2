"""A loop is closed where its joint allows, and nowhere else."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourbar.mechanics import Model
from fourbar.mechanics.loops import closure
from fourbar.mechanics.motion import displacement
from fourbar.robot import Joint, JointType, Link, Loop, Planar, Pose, Robot

from .mechanisms import LOOP_TYPES, rpy

SEEDS = st.integers(0, 2**32 - 1)


def free_body(loop: Loop) -> Model:
    """A base and a body that floats: the loop alone says where it may be."""
    body = Joint("free", "floating", "base", "body")
    return Model(Robot("free", [Link("base"), Link("body")], [body], [loop]))


def quaternion(R: np.ndarray) -> np.ndarray:
    """x y z w of a rotation: the eigenvector of a symmetric matrix for its largest eigenvalue."""
    K = np.array(
        [
            [R[0, 0] - R[1, 1] - R[2, 2], R[0, 1] + R[1, 0], R[0, 2] + R[2, 0], R[2, 1] - R[1, 2]],
            [R[0, 1] + R[1, 0], R[1, 1] - R[0, 0] - R[2, 2], R[1, 2] + R[2, 1], R[0, 2] - R[2, 0]],
            [R[0, 2] + R[2, 0], R[1, 2] + R[2, 1], R[2, 2] - R[0, 0] - R[1, 1], R[1, 0] - R[0, 1]],
            [R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1], np.trace(R)],
        ]
    )
    return np.linalg.eigh(K)[1][:, -1]


def draw_loop(rng: np.random.Generator, type: JointType) -> Loop:
    origins = [Pose(tuple(rng.uniform(-1, 1, 3)), tuple(rng.uniform(-1, 1, 3))) for _ in "ps"]
    axis, axis2 = tuple(rng.standard_normal(3)), tuple(rng.standard_normal(3))
    pitch = float(rng.uniform(1.0, 3.0))
    return Loop("loop", type, "base", "body", *origins, axis, axis2, pitch)


def matrix(pose: Pose) -> np.ndarray:
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = pose.rotation(), pose.xyz
    return T


@pytest.mark.parametrize("type", LOOP_TYPES)
@given(seed=SEEDS)
def test_what_the_joint_allows_is_closed(type: JointType, seed: int) -> None:
    rng = np.random.default_rng(seed)
    loop = draw_loop(rng, type)
    moved = Joint("j", type, "base", "body", axis=loop.axis, axis2=loop.axis2, pitch=loop.pitch)
    size = 4 if type == "spherical" else moved.dof
    positions = rng.uniform(-3, 3, size)
    T = (
        matrix(loop.predecessor_origin)
        @ (displacement(moved, positions, "xy") if type != "fixed" else np.eye(4))
        @ np.linalg.inv(matrix(loop.successor_origin))
    )
    q = np.concatenate([T[:3, 3], quaternion(T[:3, :3])])
    assert np.abs(closure(free_body(loop), q)[0]).max() < 1e-13


@pytest.mark.parametrize("type", LOOP_TYPES)
@given(seed=SEEDS)
def test_what_the_joint_forbids_is_open(type: JointType, seed: int) -> None:
    """A displacement that leaves the joint's motions leaves phi = 0 by as much."""
    from fourbar.mechanics.loops import subspaces

    rng = np.random.default_rng(seed)
    loop = draw_loop(rng, type)
    Psi = subspaces(loop).Psi
    direction = Psi @ rng.standard_normal(Psi.shape[1])
    direction /= np.linalg.norm(direction)
    size = rng.uniform(0.05, 1.0)
    step = np.eye(4)
    w = direction[3:] * size
    step[:3, 3] = direction[:3] * size
    angle = np.linalg.norm(w)
    if angle > 0:
        from fourbar.mechanics.transform import rotation_about

        step[:3, :3] = rotation_about(w / angle, float(angle))
    T = matrix(loop.predecessor_origin) @ step @ np.linalg.inv(matrix(loop.successor_origin))
    q = np.concatenate([T[:3, 3], quaternion(T[:3, :3])])
    assert np.abs(closure(free_body(loop), q)[0]).max() > 0.01 * size


@pytest.mark.parametrize("type", ["revolute", "planar", "prismatic", "fixed"])
def test_a_flipped_frame_is_not_closed(type: JointType) -> None:
    """Half a turn across the axis makes sines vanish; phi does not."""
    for flip in (np.diag([1.0, -1.0, -1.0]), np.diag([-1.0, 1.0, -1.0])):
        loop = Loop("loop", type, "base", "body", axis=(0.0, 0.0, 1.0))
        q = np.concatenate([np.zeros(3), quaternion(flip)])
        assert np.abs(closure(free_body(loop), q)[0]).max() == pytest.approx(2.0)


@pytest.mark.parametrize("planar", ["xy", "xyt"])
def test_a_planar_loop_holds_the_angle_in_all_coordinates(planar: Planar) -> None:
    """`planar` chooses the coordinates of joints; what a loop demands follows from its type."""
    loop = Loop("loop", "planar", "base", "body", axis=(0.0, 0.0, 1.0))
    model = Model(free_body(loop).robot, planar=planar)
    turned = np.concatenate(
        [[0.3, -0.2, 0.0], quaternion(np.array(Pose(rpy=(0, 0, 1.0)).rotation()))]
    )
    assert model.loops.n_c == 4
    assert np.abs(closure(model, turned)[0]).max() > 0.5
    moved = np.array([0.3, -0.2, 0.0, 0.0, 0.0, 0.0, 1.0])
    assert np.abs(closure(model, moved)[0]).max() < 1e-15


def test_parallel_axes_of_a_universal_loop_are_refused() -> None:
    from fourbar.mechanics import ModelError

    loop = Loop("u", "universal", "base", "body", axis=(0.0, 0.0, 1.0), axis2=(0.0, 0.0, -2.0))
    with pytest.raises(ModelError, match="parallel"):
        _ = free_body(loop).loops


def test_rpy_of_the_helper_is_exact() -> None:
    R = np.array(Pose(rpy=(0.3, -0.7, 2.0)).rotation())
    np.testing.assert_allclose(rpy(R), (0.3, -0.7, 2.0), atol=1e-15)
