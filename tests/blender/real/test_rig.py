"""The armature: bones lead joints and follow them, with limits and inverse kinematics."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest
from tests.blender.real.test_moving import imported, largest_error

import fourbar as fb


def rigged(blender, name: str, **options):
    root, _ = imported(blender, name)
    blender.bpy.ops.fourbar.create_rig(**options)
    blender.bpy.context.view_layer.update()
    return root, blender.running.running(root), blender.rigs.armature_of(root)


def furthest_bone(blender, run, armature) -> float:
    """Between heads of evaluated bones and the joints of forward kinematics [m]."""
    pose = armature.evaluated_get(blender.bpy.context.evaluated_depsgraph_get()).pose.bones
    found = []
    for joint, bone in run.rig.bones.items():
        link = run.poser.robot.joints[joint].child
        exact = fb.kinematics(run.poser.model, run.poser.q, link).pose @ bone.offset
        found.append(np.abs(np.array(pose[run.rig.names[joint]].matrix) - exact).max())
    return float(max(found))


@pytest.mark.parametrize("name", fb.gallery.names())
def test_bones_are_where_the_joints_are(blender, name: str) -> None:
    """In random poses that sliders and loops make; joints with several freedoms included."""
    root, run, armature = rigged(blender, name, ik=False)
    for seed in range(2):
        blender.bpy.ops.fourbar.random_pose(seed=seed)
        blender.bpy.context.view_layer.update()
        assert furthest_bone(blender, run, armature) < 5e-5
        assert largest_error(blender, root, run) < 2e-6


def test_a_bone_turns_the_crank_and_the_loop_follows(blender) -> None:
    bpy = blender.bpy
    root, run, armature = rigged(blender, "four_bar")
    armature.pose.bones["crank"].rotation_euler.x = 0.8
    bpy.context.view_layer.update()
    assert root["crank"] == pytest.approx(0.8, abs=2e-6)
    assert max(run.poser.gaps().values()) < 1e-9
    assert largest_error(blender, root, run) < 2e-6
    bpy.context.view_layer.update()
    assert furthest_bone(blender, run, armature) < 5e-5
    # And the other way.
    root["crank"] = 0.3
    root.update_tag()
    bpy.context.view_layer.update()
    assert armature.pose.bones["crank"].rotation_euler.x == pytest.approx(0.3, abs=1e-6)
    # Any joint of the loop can lead.
    wanted = root["coupler"] + 0.25
    armature.pose.bones["coupler"].rotation_euler.x += 0.25
    bpy.context.view_layer.update()
    assert root["coupler"] == pytest.approx(wanted, abs=2e-6)
    assert max(run.poser.gaps().values()) < 1e-9
    bpy.context.view_layer.update()
    assert furthest_bone(blender, run, armature) < 5e-5


def test_a_bone_that_opens_the_loop_goes_back(blender) -> None:
    bpy = blender.bpy
    root, run, armature = rigged(blender, "slider_crank")
    before = run.poser.values()
    armature.pose.bones["slider"].location.x = 50.0
    bpy.context.view_layer.update()
    assert run.poser.values() == before
    assert "slider" in root[blender.running.PROBLEM]
    bpy.context.view_layer.update()
    assert furthest_bone(blender, run, armature) < 5e-5


def test_the_bone_of_a_mimic_moves_the_joint_that_it_follows(blender) -> None:
    bpy = blender.bpy
    _, run, armature = rigged(blender, "gripper")
    follower = next(f for f in run.poser.model.followers if f.source is not None)
    bone = armature.pose.bones[run.rig.names[follower.joint]]
    assert run.rig.bones[follower.joint].motion == "translation"
    bone.location.x += 0.25
    bpy.context.view_layer.update()
    lower, upper = run.poser.limits(follower.joint)
    assert run.poser.values()[follower.joint][0] == pytest.approx(upper, abs=1e-9)
    leader = run.poser.values()[follower.source][0]
    assert follower.multiplier * leader + follower.offset == pytest.approx(upper, abs=1e-9)
    assert furthest_bone(blender, run, armature) < 1e-5
    assert lower < upper


def test_an_ik_target_moves_the_joints_within_their_limits(blender) -> None:
    bpy = blender.bpy
    root, run, armature = rigged(blender, "ur20")
    bpy.ops.fourbar.random_pose(seed=4)
    bpy.context.view_layer.update()
    target = next(b for b in armature.pose.bones if b.name.endswith("_target"))
    before = run.poser.q.copy()
    target.location.z -= 0.05
    bpy.context.view_layer.update()
    assert np.abs(run.poser.q - before).max() > 1e-3
    bpy.context.view_layer.update()
    joint = next(iter(run.rig.targets))
    link = run.poser.robot.joints[joint].child
    frame = fb.kinematics(run.poser.model, run.poser.q, link).pose
    tail = frame[:3, :3] @ run.rig.bones[joint].tail + frame[:3, 3]
    wanted = armature.evaluated_get(bpy.context.evaluated_depsgraph_get()).pose.bones[target.name]
    assert np.abs(tail - np.array(wanted.head)).max() < 2e-3
    assert largest_error(blender, root, run) < 2e-6
    model = run.poser.model
    assert (run.poser.q >= model.lower - 1e-6).all()
    assert (run.poser.q <= model.upper + 1e-6).all()
    # A slider takes the target along.
    key = run.keys[min(run.poser.leading)]
    root[key] += 0.1
    root.update_tag()
    value = root[key]
    bpy.context.view_layer.update()
    bpy.context.view_layer.update()
    assert root[key] == pytest.approx(value, abs=1e-3)


def test_limits_and_locks_are_those_of_the_joint(blender) -> None:
    _, run, armature = rigged(blender, "four_bar")
    for joint, bone in run.rig.bones.items():
        pose = armature.pose.bones[run.rig.names[joint]]
        assert list(pose.lock_rotation) == [False, True, True]
        lower, upper = run.poser.robot.joints[joint].bounds
        limits = [c for c in pose.constraints if c.type == "LIMIT_ROTATION"]
        if max(-lower, upper) <= pi and joint in run.poser.leading:
            assert (limits[0].min_x, limits[0].max_x) == pytest.approx((lower, upper), abs=1e-6)
        else:
            assert not limits
        assert bone.length >= 0.02


def test_keyframes_on_bones_play_with_loops_closed_and_export_nothing(blender, tmp_path) -> None:
    bpy = blender.bpy
    root, run, armature = rigged(blender, "six_bar")
    joint = min(run.poser.leading)
    bone = armature.pose.bones[run.rig.names[joint]]
    for frame, angle in ((1, 0.0), (20, 0.4)):
        bone.rotation_euler.x = angle
        bone.keyframe_insert("rotation_euler", index=0, frame=frame)
    seen = []
    for frame in (1, 8, 20):
        bpy.context.scene.frame_set(frame)
        seen.append(root[run.keys[joint]])
        assert max(run.poser.gaps().values()) < 1e-9
    assert seen[0] < seen[1] < seen[2]
    assert seen[2] == pytest.approx(0.4, abs=1e-5)
    blender.exports.export_urdf(root, tmp_path / "out.urdf")
    assert (tmp_path / "out.urdf").read_bytes() == fb.gallery.path("six_bar").read_bytes()


def test_a_rig_of_another_robot_is_not_followed(blender) -> None:
    """A joint that was moved after the rig was made: it does not lead until it is made again."""
    bpy = blender.bpy
    root, _, armature = rigged(blender, "ur20")
    bpy.data.objects["elbow_joint"].location.x += 0.25
    bpy.context.view_layer.update()
    before = root["elbow_joint"]
    armature.pose.bones["elbow_joint"].rotation_euler.x += 0.5
    bpy.context.view_layer.update()
    assert root["elbow_joint"] == before
    bpy.ops.fourbar.create_rig(ik=False)
    armature = blender.rigs.armature_of(root)
    armature.pose.bones["shoulder_pan_joint"].rotation_euler.x = 0.5
    bpy.context.view_layer.update()
    assert root["shoulder_pan_joint"] == pytest.approx(0.5, abs=2e-6)


@pytest.mark.parametrize("keyed", ["sliders", "bones"])
def test_a_configuration_holds_under_keyframes_until_the_frame_changes(blender, keyed: str) -> None:
    bpy = blender.bpy
    root, _, armature = rigged(blender, "four_bar")
    if keyed == "sliders":
        bpy.ops.fourbar.trace(joint="crank", frames=12)
    else:
        bone = armature.pose.bones["crank"]
        for frame, angle in ((1, 0.0), (10, 0.6)):
            bone.rotation_euler.x = angle
            bone.keyframe_insert("rotation_euler", frame=frame)
    bpy.context.scene.frame_set(5)
    value = root["crank"]
    bpy.ops.fourbar.save_configuration(name="five")
    bpy.context.scene.frame_set(1)
    assert abs(root["crank"] - value) > 0.1
    bpy.ops.fourbar.take_configuration(name="five")
    bpy.context.view_layer.update()
    assert root["crank"] == pytest.approx(value, abs=1e-6)
    # And can be keyed.
    bpy.ops.fourbar.keyframe_pose()
    bpy.context.scene.frame_set(2)
    bpy.context.scene.frame_set(1)
    assert root["crank"] == pytest.approx(value, abs=1e-6)
