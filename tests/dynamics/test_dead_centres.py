"""Where the chart ends, the dynamics go on."""

from dataclasses import replace

import numpy as np
import pytest

import fourbar as fb

from .linkages import four_bar, parallelogram
from .robots import relative


def led_by(robot: fb.Robot, name: str) -> fb.Robot:
    """The robot with another independent joint."""
    for joint in robot.joints:
        robot = robot.update(replace(joint, independent=joint.name == name))
    return robot


def dead_centre_of_a() -> np.ndarray:
    """A closed pose at which the crank stands still while the others move."""
    model = fb.Model(four_bar())
    with pytest.raises(fb.LoopError) as caught:
        fb.trace(model, "A", np.linspace(0.0, -2.5, 400))
    q = np.array(caught.value.q)
    # On to the pose itself: the crank's rate over the rocker's changes sign there.
    other = fb.Model(led_by(four_bar(), "D"))
    d = other.joint("D").q.start

    def rate(angle):
        found = fb.spanning(other, [angle], q)
        data = other.data()
        fb.forward_kinematics(other, data, found)
        G = fb.explicit_jacobian(other, data).G
        return G[other.joint("A").v.start, 0], found

    low, high = q[d] - 0.05, q[d] + 0.05
    assert rate(low)[0] * rate(high)[0] < 0.0
    for _ in range(60):
        middle = 0.5 * (low + high)
        if rate(middle)[0] * rate(low)[0] > 0.0:
            low = middle
        else:
            high = middle
    return rate(0.5 * (low + high))[1]


def test_forward_dynamics_chooses_other_coordinates():
    q = dead_centre_of_a()
    bad, good = fb.Model(four_bar()), fb.Model(led_by(four_bar(), "D"))
    data = good.data()
    fb.forward_kinematics(good, data, q)
    v = fb.explicit_jacobian(good, data).G @ np.array([1.3])
    tau = np.array([0.4, -0.2, 0.7])
    expected = fb.forward_dynamics(good, None, q, v, tau)
    with pytest.raises(fb.LoopError, match="do not determine the others"):
        fb.mass_matrix(bad, None, q)
    found = fb.forward_dynamics(bad, None, q, v, tau)
    assert relative(found, expected) < 1e-8
    many = fb.forward_dynamics(
        bad, None, np.tile(q, (9, 1)), np.tile(v, (9, 1)), np.tile(tau, (9, 1))
    )
    assert relative(many, np.tile(expected, (9, 1))) < 1e-8


def test_a_pose_with_more_freedoms_is_flagged():
    """A parallelogram laid flat can go on as one or as an antiparallelogram."""
    model = fb.Model(parallelogram())
    flat = {"A": np.pi / 2, "D": np.pi / 2, "B": -np.pi / 2}
    q = model.q(flat, coordinates="spanning")
    with pytest.warns(fb.SingularPoseWarning, match="singular pose"):
        a = fb.forward_dynamics(
            fb.Model(model.robot, armature=[0.1, 0.1, 0.1]), None, q, None, None
        )
    assert np.isfinite(a).all()
