"""Passive joints from measured ones: against closed forms, targets of poses and differences."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from fourbar_ros.passive_joints import PassiveJoints, UndeterminedError

import fourbar as fb

PACKAGE = Path(__file__).parents[2] / "extensions" / "ros2" / "fourbar_ros"


def of(joints: PassiveJoints, q: np.ndarray, name: str) -> float:
    return float(q[joints.model.joints[name].q.start])


def test_a_piston_at_1_khz_follows_its_closed_form():
    """x = r sin t + sqrt(l^2 - (r cos t)^2) for a crank r and a rod l, less its value at t = 0."""
    robot = fb.load("gallery:slider_crank")
    joints = PassiveJoints(robot, ["crank"])
    # Lengths from the description: the rod's joint is at the end of the crank, the pin at its own.
    crank = np.linalg.norm(robot.joints["rod"].origin.xyz)
    (loop,) = robot.loops
    rod = np.linalg.norm(loop.predecessor_origin.xyz)

    def x(angle: float) -> float:
        return float(crank * np.sin(angle) + np.sqrt(rod**2 - (crank * np.cos(angle)) ** 2))

    speed, step = 30.0, 1e-6
    for time in np.arange(0.0, 0.5, 1e-3):
        angle = speed * time
        sample = joints.update({"crank": angle}, {"crank": speed})
        assert sample.closed
        assert of(joints, sample.q, "slider") == pytest.approx(x(angle) - x(0.0), abs=1e-8)
        rate = speed * (x(angle + step) - x(angle - step)) / (2 * step)
        slider = sample.v[joints.model.joints["slider"].v.start]
        assert slider == pytest.approx(rate, abs=1e-5)


def test_an_encoder_that_starts_again_changes_nothing():
    joints = PassiveJoints(fb.load("gallery:four_bar"), ["crank"])
    for angle in np.arange(0.0, 3.1, 0.05):
        joints.update({"crank": angle})
    before = joints.update({"crank": 3.1})
    after = joints.update({"crank": 3.1 - 2 * np.pi})
    assert after.closed
    assert of(joints, after.q, "rocker") == pytest.approx(of(joints, before.q, "rocker"), abs=1e-8)


def test_six_lengths_give_the_plate_of_a_stewart_platform():
    """The lengths are those that inverse kinematics finds for a pose; the pose comes back."""
    robot = fb.load("gallery:stewart")
    legs = [f"leg_{number}" for number in range(1, 7)]
    joints = PassiveJoints(robot, legs)
    model = joints.model
    home = fb.kinematics(model, model.chart.home, "platform").pose
    targets = np.tile(home, (20, 1, 1))
    targets[:, 0, 3] += np.linspace(0.0, 0.04, 20)
    targets[:, 2, 3] += np.linspace(0.0, 0.06, 20)
    found = fb.inverse_kinematics(model, "platform", targets)
    assert found.converged.all()
    for q, target in zip(found.q, targets, strict=True):
        sample = joints.update({leg: of(joints, q, leg) for leg in legs}, dict.fromkeys(legs, 0.0))
        pose = fb.kinematics(model, sample.q, "platform").pose
        np.testing.assert_allclose(pose, target, atol=1e-7)
    assert list(joints.names) == legs  # the hinges and the plate have several coordinates
    assert len(joints.positions(sample)) == len(joints.velocities(sample)) == len(joints.names)


def test_a_far_pose_is_reached_on_the_same_branch():
    robot = fb.load("gallery:four_bar")
    joints = PassiveJoints(robot, ["crank"])
    sample = joints.update({"crank": 2.0})
    wanted = fb.move(fb.Model(robot), joints.model.chart.home, {"crank": 2.0})
    assert sample.closed
    np.testing.assert_allclose(sample.q, wanted, atol=1e-8)


def test_what_cannot_be_keeps_the_last_closed_pose():
    joints = PassiveJoints(fb.load("gallery:four_bar"), ["rocker"])
    good = joints.update({"rocker": 0.1})
    bad = joints.update({"rocker": 3.0})
    assert good.closed
    assert not bad.closed
    np.testing.assert_array_equal(bad.q, good.q)


def test_joints_that_are_not_needed_are_compared():
    robot = fb.load("gallery:four_bar")
    joints = PassiveJoints(robot, ["crank", "rocker"])
    assert (joints.held, joints.compared) == (("crank",), ("rocker",))
    sample = joints.update({"crank": 0.3, "rocker": 0.0858352 + 0.01})
    assert sample.disagreement == pytest.approx(0.01, abs=1e-6)


def test_too_few_measured_joints_are_named():
    with pytest.raises(UndeterminedError, match=r"do not determine where these are: .*leg_6"):
        PassiveJoints(fb.load("gallery:stewart"), [f"leg_{n}" for n in range(1, 6)])
    with pytest.raises(UndeterminedError, match="elbow_joint"):
        PassiveJoints(fb.load("gallery:ur20"), ["shoulder_pan_joint"])


def test_a_floating_base_has_no_part_in_it():
    fixed = fb.load("gallery:four_bar")
    (root,) = (link.name for link in fixed.roots)
    base = fb.Joint("flight", "floating", "ground", root)
    floating = fixed.replace(links=[fb.Link("ground"), *fixed.links], joints=[base, *fixed.joints])
    measured = {"crank": 0.7}
    samples = [PassiveJoints(robot, ["crank"]) for robot in (fixed, floating)]
    found = [joints.positions(joints.update(measured)) for joints in samples]
    assert samples[0].names == samples[1].names
    assert found[0] == pytest.approx(found[1], abs=1e-12)
    # Without any loop, too.
    drone = fb.load("gallery:drone")
    turning = [j.name for j in drone.joints if j.type == "continuous"]
    assert PassiveJoints(drone, turning).held == tuple(turning)


@pytest.mark.parametrize("velocities", [None, {}, {"crank": float("nan")}])
def test_velocities_that_nobody_measured_are_not_made_up(velocities):
    joints = PassiveJoints(fb.load("gallery:four_bar"), ["crank"])
    sample = joints.update({"crank": 0.1}, velocities)
    assert sample.v is None
    assert joints.velocities(sample) == []
    assert len(joints.positions(sample)) == len(joints.names)


def test_what_is_not_measured_is_refused():
    joints = PassiveJoints(fb.load("gallery:four_bar"), ["crank"])
    for positions in ({}, {"crank": float("nan")}):
        with pytest.raises(ValueError, match="'crank' is measured, and has no finite position"):
            joints.update(positions)
    with pytest.raises(ValueError, match="must have one coordinate"):
        PassiveJoints(fb.load("gallery:stewart"), ["hinge_1"])
    with pytest.raises(ValueError, match="'crnk' does not exist; did you mean 'crank'"):
        PassiveJoints(fb.load("gallery:four_bar"), ["crnk"])


def test_the_package_has_what_colcon_needs():
    manifest = ET.parse(PACKAGE / "package.xml").getroot()
    assert manifest.findtext("export/build_type") == "ament_python"
    assert manifest.findtext("version") == fb.__version__
    name = manifest.findtext("name")
    assert name is not None
    assert (PACKAGE / "resource" / name).is_file()
    setup = (PACKAGE / "setup.py").read_text()
    assert f'version="{fb.__version__}"' in setup
    for file in PACKAGE.rglob("*.py"):
        compile(file.read_text(), file, "exec")
