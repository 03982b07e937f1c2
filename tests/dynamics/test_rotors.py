"""Rotors that SRDF files list."""

import numpy as np
import pytest

import fourbar as fb

from .robots import gallery

RIGHT = (
    '<robot name="arm"><group name="g"/><rotor_params>'
    '<joint name="elbow_joint" mass="0.002" gear_ratio="50"/>'
    '<joint name="wrist_1_joint" mass="0.0001" gear_ratio="-101.5"/>'
    "</rotor_params></robot>"
)


def test_rotors_are_those_that_pinocchio_reads(tmp_path):
    pin = pytest.importorskip("pinocchio")
    file = tmp_path / "arm.srdf"
    file.write_text(RIGHT)
    robot = gallery("ur20").robot
    model = fb.Model(robot, drives=fb.srdf_drives(file))
    peer = pin.buildModelFromUrdf(str(robot.source.path))
    pin.loadRotorParameters(peer, str(file), False)
    armature = {
        name: peer.armature[peer.joints[peer.getJointId(name)].idx_v] for name in model.joints
    }
    for name, slot in model.joints.items():
        assert model.armature[slot.v.start] == pytest.approx(armature[name], rel=1e-14)
    assert [drive.joint for drive in model.drives] == ["elbow_joint", "wrist_1_joint"]
    assert np.count_nonzero(model.armature) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<robot", "cannot be read"),
        ('<robot name="r"><group name="g"/></robot>', "has no <rotor_params>"),
        (RIGHT.replace("0.002", "heavy"), "mass of joint 'elbow_joint'.*got 'heavy'"),
        (RIGHT.replace(' gear_ratio="50"', ""), "gear_ratio of joint 'elbow_joint'"),
        (RIGHT.replace(' name="elbow_joint"', ""), "has no name"),
    ],
)
def test_files_without_rotors_are_refused(tmp_path, text, message):
    file = tmp_path / "arm.srdf"
    file.write_text(text)
    with pytest.raises(fb.ModelError, match=message):
        fb.srdf_drives(file)


def test_a_rotor_of_no_joint_is_named(tmp_path):
    file = tmp_path / "arm.srdf"
    file.write_text(RIGHT.replace("elbow_joint", "elbow"))
    with pytest.raises(fb.UnknownNameError, match="'elbow'"):
        fb.Model(gallery("ur20").robot, drives=fb.srdf_drives(file))


def test_a_file_that_is_not_there_is_said(tmp_path) -> None:
    with pytest.raises(fb.ModelError, match="cannot be read: No such file"):
        fb.srdf_drives(tmp_path / "missing.srdf")
