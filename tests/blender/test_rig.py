"""Bones of a rig, without Blender."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

import fourbar as fb
from fourbar.blender.posing import Poser
from fourbar.blender.rig import bone_value, plan_rig


@pytest.mark.parametrize("name", ["four_bar", "ur20", "humanoid", "stewart"])
def test_bones_are_frames_at_their_joints(name: str) -> None:
    poser = Poser(fb.load(f"gallery:{name}"))
    bones = plan_rig(poser)
    tree = fb.Model(poser.robot.replace(loops=(), couplings=()))
    assert {bone.joint for bone in bones} == set(poser.model.joints)
    seen: set[str | None] = {None}
    for bone in bones:
        assert bone.parent in seen
        seen.add(bone.joint)
        R = bone.matrix[:3, :3]
        assert np.abs(R.T @ R - np.eye(3)).max() < 1e-12
        assert np.linalg.det(R) == pytest.approx(1.0)
        joint = poser.robot.joints[bone.joint]
        world = fb.kinematics(tree, tree.neutral, joint.child).pose
        if bone.motion != "other":
            axis = world[:3, :3] @ np.array(joint.axis) / np.linalg.norm(joint.axis)
            assert np.abs(R[:, 0] - axis).max() < 1e-12
        assert np.abs(bone.matrix - world @ bone.offset).max() < 1e-12


def test_chains_end_freely_and_do_not_branch() -> None:
    chains = {b.joint: b.chain for b in plan_rig(Poser(fb.load("gallery:ur20")))}
    assert chains.pop("wrist_3_joint") == 6
    assert not any(chains.values())
    assert not any(b.chain for b in plan_rig(Poser(fb.load("gallery:four_bar"))))


@pytest.mark.parametrize("angle", [0.3, -3.0, 7.0, -20.0])
def test_turns_are_counted_from_where_the_joint_is(angle: float) -> None:
    bone = plan_rig(Poser(fb.load("gallery:four_bar")))[0]
    basis = np.eye(4)
    c, s = np.cos(angle), np.sin(angle)
    basis[1:3, 1:3] = [[c, -s], [s, c]]
    assert bone_value(bone, basis, angle + 0.9 * pi) == pytest.approx(angle, abs=1e-12)
