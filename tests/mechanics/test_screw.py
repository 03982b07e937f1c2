"""The screw, an elementary motion of the compiled core: it turns and slides along the same axis."""

from __future__ import annotations

import numpy as np
import pytest

import fourbar as fb
from fourbar import _native

PITCH = 0.05  # [m/rad]
ARM = np.array([0.3, -0.2, 0.1])
BASE = np.array([0.1, 0.2, 0.3])


def rotation(axis: int, angle: float) -> np.ndarray:
    i, j = (axis + 1) % 3, (axis + 2) % 3
    R = np.eye(3)
    R[i, i] = R[j, j] = np.cos(angle)
    R[j, i] = np.sin(angle)
    R[i, j] = -np.sin(angle)
    return R


def screw_on_hinge(axis: int) -> _native.Compiled:
    """A hinge about z, then a screw about `axis` on it, and a link at an arm from that."""
    kinds = _native.motion_kinds()
    eye = np.eye(4)[:3]
    placements = np.array([eye, eye, eye])
    placements[2, :, 3] = BASE
    frame = eye.copy()
    frame[:, 3] = ARM
    return _native.Compiled(
        np.array([-1, 0, 1], np.int32),
        np.array([0, kinds.index("revolute"), kinds.index("screw")], np.int32),
        np.array([0, 2, axis], np.int32),
        np.array([0.0, 0.0, PITCH]),
        placements,
        np.array([0.0, 0.0, 2.0]),
        np.array([np.zeros(3), np.zeros(3), 2.0 * ARM]),
        np.zeros((3, 3, 3)),
        np.array([2], np.int32),
        frame[None],
        {"tool": 0},
        "",
    )


def expected(axis: int, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    R = rotation(2, q[0]) @ rotation(axis, q[1])
    offset = np.zeros(3)
    offset[axis] = PITCH * q[1]
    return R, rotation(2, q[0]) @ (BASE + offset + rotation(axis, q[1]) @ ARM)


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_pose_and_derivatives(axis: int) -> None:
    model = screw_on_hinge(axis)
    data = _native.Workspace(model, -1)
    q, v, a = np.array([0.4, 1.1]), np.array([0.7, -0.3]), np.array([0.2, 0.5])
    _native.forward_kinematics(model, data, q, v, a, coordinates="spanning")
    R, p = expected(axis, q)
    assert np.allclose(data.pose("tool"), np.block([[R, p[:, None]], [0, 0, 0, 1]]), atol=1e-15)

    # Central differences of a closed form, good to about 1e-9 with this step.
    step = 1e-5
    J = np.column_stack(
        [
            (expected(axis, q + step * e)[1] - expected(axis, q - step * e)[1]) / (2 * step)
            for e in np.eye(2)
        ]
    )
    assert np.allclose(_native.jacobian(model, data, "tool")[:3], J, atol=1e-9)
    assert np.allclose(_native.center_of_mass_jacobian(model, data), J, atol=1e-9)
    assert np.allclose(_native.frame_velocity(model, data, "tool")[:3], J @ v, atol=1e-9)

    def at(t: float) -> np.ndarray:
        return expected(axis, q + t * v + 0.5 * t * t * a)[1]

    second = (at(1e-4) - 2 * at(0.0) + at(-1e-4)) / 1e-8
    assert np.allclose(_native.frame_acceleration(model, data, "tool")[:3], second, atol=1e-6)
    driven = _native.jacobian(model, data, "tool") @ a
    bias = _native.jacobian_dot_times_v(model, data, "tool")
    assert np.allclose(bias[:3], second - driven[:3], atol=1e-6)
    assert np.allclose(_native.jacobian_dot(model, data, "tool") @ v, bias, atol=1e-12)


def test_batches_agree_with_single_configurations() -> None:
    model = screw_on_hinge(1)
    Q = np.random.default_rng(0).uniform(-3.0, 3.0, (37, 2))
    poses, matrices = _native.kinematics(model, Q, "tool", threads=1, coordinates="spanning")
    data = _native.Workspace(model, -1)
    for q, T, J in zip(Q, poses, matrices, strict=True):
        _native.forward_kinematics(model, data, q, coordinates="spanning")
        assert np.allclose(T, data.pose("tool"), atol=1e-14)
        assert np.allclose(J, _native.jacobian(model, data, "tool"), atol=1e-14)


@pytest.mark.parametrize(
    "thread", ["", '<screw_thread_pitch value="one"/>', "<screw_thread_pitch/>"]
)
def test_a_missing_pitch_is_zero_in_every_format(thread, tmp_path):
    """An error where it is written; what is taken instead can be written and read everywhere."""
    text = (
        '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="screw">'
        f'<parent link="a"/><child link="b"/><axis xyz="0 0 1"/>{thread}</joint></robot>'
    )
    with pytest.warns(fb.LoadWarning):
        robot = fb.loads(text)
    assert robot.joints["j"].pitch == 0.0
    fb.save(robot, tmp_path / "r.glb")
    again = fb.load(tmp_path / "r.glb", strict=True)
    assert again.joints["j"].pitch == 0.0
    fb.save(again, tmp_path / "r.urdf")
    assert fb.load(tmp_path / "r.urdf", strict=True).joints["j"].pitch == 0.0
    assert "P458" in {finding.code for finding in fb.check(tmp_path / "r.urdf")}
