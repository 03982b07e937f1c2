# SPDX-License-Identifier: GPL-3.0-or-later
"""An armature to pose a robot with: bones lead the joints, and follow them.

Bones are read from the evaluated armature, constraints and inverse kinematics included, and written
where a slider, a loop or a limit has moved a joint. Links are moved by their joints as ever.
"""

from __future__ import annotations

from collections.abc import Iterator

import bpy
import numpy as np
from mathutils import Matrix

from fourbar.blender.motion import Motion, Turn, motion_of
from fourbar.blender.rig import PlannedBone, bone_value, plan_rig
from fourbar.blender.scene import KIND, NAME
from fourbar.mechanics import kinematics

from . import robots, running
from .classes import registrar
from .on_robot import OnRobot

JOINT = "fourbar_joint"
"""Of a bone: the joint that it moves."""
TARGET = "fourbar_target"
"""Of a bone: the joint whose bone's tail inverse kinematics brings here."""
_NOISE = 1e-5
"""[rad or m] What is read from the matrices of bones is of single precision."""
_FITS = 1e-4
"""[m] Bones that are further from their joints were made for another robot than there is now."""


class Rig:
    """The bones of a robot and the positions that they were last seen at."""

    def __init__(self, armature: bpy.types.Object, run: running.Running) -> None:
        known = {bone.get(JOINT): bone.name for bone in armature.data.bones if bone.get(JOINT)}
        self.bones: dict[str, PlannedBone] = {}
        self.names: dict[str, str] = {}
        self.targets = {b.get(TARGET): b.name for b in armature.data.bones if b.get(TARGET)}
        self.seen: dict[str, float] = {}
        self.outdated = False
        for planned in plan_rig(run.poser):
            name = known.get(planned.joint)
            if name is None:
                self.outdated = True
                continue
            rest = np.array(armature.data.bones[name].matrix_local)
            self.outdated |= bool(np.abs(rest - planned.matrix).max() > _FITS)
            self.bones[planned.joint], self.names[planned.joint] = planned, name
        self.chains = {
            joint: [joint, *_above(self.bones, joint)][: self.bones[joint].chain]
            for joint in self.targets
            if joint in self.bones
        }


def _above(bones: dict[str, PlannedBone], joint: str) -> Iterator[str]:
    parent = bones[joint].parent
    while parent is not None and parent in bones:
        yield parent
        parent = bones[parent].parent


def armature_of(root: bpy.types.Object) -> bpy.types.Object | None:
    """The armature of a robot, if it has one."""
    return next((o for o in root.children if robots.kind_of(o) == "rig"), None)


def _rig(armature: bpy.types.Object, run: running.Running) -> Rig | None:
    if run.rig is None:
        run.rig = Rig(armature, run)
    if run.rig.outdated:
        return None
    return run.rig


def read_bones(
    root: bpy.types.Object, run: running.Running, depsgraph: bpy.types.Depsgraph
) -> dict[str, float]:
    """The positions of joints whose bones a user, a keyframe or a constraint has moved."""
    armature = armature_of(root)
    rig = None if armature is None else _rig(armature, run)
    if armature is None or rig is None:
        return {}
    pose = armature.evaluated_get(depsgraph).pose.bones
    moved: dict[str, float] = {}
    for joint, bone in rig.bones.items():
        if bone.motion == "other":
            continue
        q = float(run.poser.q[run.poser.model.joints[joint].q][0])
        basis = np.array(_basis(pose[rig.names[joint]]))
        value = bone_value(bone, basis, q)
        before = rig.seen.get(joint, q)
        rig.seen[joint] = bone_value(bone, basis, before)
        if abs(value - q) > _NOISE and abs(rig.seen[joint] - before) > _NOISE:
            moved[joint] = value
    return moved


def _basis(bone: bpy.types.PoseBone) -> Matrix:
    """A bone's pose on its rest pose, with all constraints."""
    rest = bone.bone.matrix_local
    if bone.parent is not None:
        rest = bone.parent.matrix @ bone.parent.bone.matrix_local.inverted() @ rest
    return rest.inverted() @ bone.matrix


def write_bones(root: bpy.types.Object, run: running.Running, led: dict[str, float]) -> None:
    """Put the bones where the joints are; not those that inverse kinematics leads right now."""
    armature = armature_of(root)
    rig = None if armature is None else _rig(armature, run)
    if armature is None or rig is None:
        return
    pose = armature.pose.bones
    held = {
        joint
        for joints in rig.chains.values()
        if any(j in led and abs(_channel(pose, rig, j) - led[j]) > _NOISE for j in joints)
        for joint in joints
    }
    for joint, bone in rig.bones.items():
        if joint not in held:
            q = run.poser.q[run.poser.model.joints[joint].q].tolist()
            _write_bone(pose[rig.names[joint]], bone, q, run)
            rig.seen[joint] = q[0]  # where it was before is nothing that a user did
    for joint, name in rig.targets.items():
        if joint in rig.bones and joint not in held:
            _write_target(pose[name], rig.bones[joint], run)


def _channel(pose: bpy.types.bpy_prop_collection, rig: Rig, joint: str) -> float:
    return float(pose[rig.names[joint]].rotation_euler[0])


def _write_bone(
    pose: bpy.types.PoseBone, bone: PlannedBone, q: list[float], run: running.Running
) -> None:
    if bone.motion == "rotation":
        if abs(pose.rotation_euler[0] - q[0]) > _NOISE / 10.0:
            pose.rotation_euler[0] = q[0]
    elif bone.motion == "translation":
        if abs(pose.location[0] - q[0]) > _NOISE / 10.0:
            pose.location[0] = q[0]
    else:
        moved = _matrix(motion_of(run.poser.robot.joints[bone.joint], q))
        offset = Matrix(bone.offset.tolist())
        pose.matrix_basis = offset.inverted() @ moved @ offset


def _matrix(motion: Motion) -> Matrix:
    from mathutils import Quaternion

    if isinstance(motion.rotation, Turn):
        turn = Quaternion(motion.rotation.axis, motion.rotation.angle)
    else:
        turn = Quaternion(motion.rotation)
    return Matrix.Translation(motion.location) @ turn.to_matrix().to_4x4()


def _write_target(pose: bpy.types.PoseBone, bone: PlannedBone, run: running.Running) -> None:
    link = run.poser.robot.joints[bone.joint].child
    model, q = run.poser.model, run.poser.q
    frame = kinematics(model, q, link, coordinates="spanning").pose  # also where loops are open
    tail = frame[:3, :3] @ bone.tail + frame[:3, 3]
    rest = pose.bone.matrix_local
    pose.location = rest.to_3x3().inverted() @ (
        Matrix.Translation(tail).translation - rest.translation
    )


class FOURBAR_OT_create_rig(OnRobot, bpy.types.Operator):
    """An armature with a bone for every joint that moves, limits included; loops follow it"""

    bl_idname = "fourbar.create_rig"
    bl_label = "Create Rig"

    ik: bpy.props.BoolProperty(
        name="Inverse kinematics",
        description="Targets for the ends of chains of joints that turn",
        default=True,
    )

    def run(self, context: bpy.types.Context) -> None:
        """Make it, in the pose that the robot has; one that is there is replaced."""
        root = robots.chosen_root(context)
        if context.mode != "OBJECT":
            bpy.ops.object.mode_set(mode="OBJECT")
        create_rig(context, root, ik=self.ik)


def create_rig(context: bpy.types.Context, root: bpy.types.Object, *, ik: bool) -> bpy.types.Object:
    """The armature of a robot; one that is there is replaced."""
    old = armature_of(root)
    if old is not None:
        bones = old.data
        bpy.data.objects.remove(old)
        if not bones.users:  # a copied robot may share them
            bpy.data.armatures.remove(bones)
    running.forget_robot(root)
    run = running.running(root)
    planned = plan_rig(run.poser)
    if not planned:
        raise ValueError("no joint of this robot moves")
    armature = bpy.data.objects.new(f"{root.name}_rig", bpy.data.armatures.new(f"{root.name}_rig"))
    (robots.collection_of(root) or root.users_collection[0]).objects.link(armature)
    armature.parent = root
    armature[KIND], armature[NAME] = "rig", ""
    armature.show_in_front = True
    armature.data.display_type = "STICK"  # octahedra hide the robot
    active = context.view_layer.objects.active
    context.view_layer.objects.active = armature
    bpy.ops.object.mode_set(mode="EDIT")
    names = _make_bones(armature.data, planned, ik=ik)
    bpy.ops.object.mode_set(mode="OBJECT")
    context.view_layer.objects.active = active
    for bone in planned:
        armature.data.bones[names[bone.joint]][JOINT] = bone.joint
        _prepare(armature.pose.bones[names[bone.joint]], bone)
        target = names.get(_target_key(bone.joint))
        if target is not None:
            armature.data.bones[target][TARGET] = bone.joint
            reach = armature.pose.bones[names[bone.joint]].constraints.new("IK")
            reach.target, reach.subtarget = armature, target
            reach.chain_count = bone.chain
            armature.pose.bones[target].lock_rotation = (True, True, True)
    run.rig = None  # one that was looked at while it was made is not whole
    write_bones(root, run, {})
    return armature


def key_bones(root: bpy.types.Object, run: running.Running, frame: float) -> None:
    """Keyframes of the bones of joints that lead, where it is bones that are animated."""
    armature = armature_of(root)
    rig = None if armature is None else _rig(armature, run)
    if armature is None or rig is None or action_of(armature) is None:
        return
    write_bones(root, run, {})
    for joint in run.poser.leading & rig.bones.keys():
        path = {"rotation": "rotation_euler", "translation": "location"}.get(
            rig.bones[joint].motion
        )
        if path is not None:
            armature.pose.bones[rig.names[joint]].keyframe_insert(path, index=0, frame=frame)


def action_of(obj: bpy.types.Object) -> bpy.types.Action | None:
    """The action that moves an object, if there is one."""
    return None if obj.animation_data is None else obj.animation_data.action


def _target_key(joint: str) -> str:
    return f"target of {joint}"


def _make_bones(
    armature: bpy.types.Armature, planned: tuple[PlannedBone, ...], *, ik: bool
) -> dict[str, str]:
    """Bones in edit mode; their names by joint, and those of targets."""
    names: dict[str, str] = {}
    for bone in planned:
        made = armature.edit_bones.new(bone.joint)
        made.length = bone.length
        made.matrix = Matrix(bone.matrix.tolist())
        made.length = bone.length
        if bone.parent is not None:
            made.parent = armature.edit_bones[names[bone.parent]]
        names[bone.joint] = made.name
    for bone in planned:
        if ik and bone.chain:
            made = armature.edit_bones.new(f"{bone.joint}_target")
            made.head = armature.edit_bones[names[bone.joint]].tail
            made.tail = made.head + armature.edit_bones[names[bone.joint]].vector * 0.5
            made.use_deform = False
            names[_target_key(bone.joint)] = made.name
    return names


def _prepare(pose: bpy.types.PoseBone, bone: PlannedBone) -> None:
    """Lock what a joint cannot do, and limit the rest."""
    pose.rotation_mode = "QUATERNION" if bone.motion == "other" else "XYZ"
    turns, slides = bone.motion == "rotation", bone.motion == "translation"
    pose.lock_scale = (True, True, True)
    pose.lock_location = (not slides, True, True)
    pose.lock_rotation = (not turns, True, True)
    pose.lock_rotation_w = pose.lock_rotations_4d = bone.motion == "other"
    pose.lock_ik_x, pose.lock_ik_y, pose.lock_ik_z = not turns, True, True
    if bone.lower is None or bone.upper is None:
        return
    if turns:
        pose.use_ik_limit_x = True
        pose.ik_min_x, pose.ik_max_x = min(bone.lower, 0.0), max(bone.upper, 0.0)
    limit = pose.constraints.new("LIMIT_ROTATION" if turns else "LIMIT_LOCATION")
    limit.owner_space = "LOCAL"
    limit.use_transform_limit = True
    if turns:
        limit.use_limit_x = True
    else:
        limit.use_min_x = limit.use_max_x = True
    limit.min_x, limit.max_x = bone.lower, bone.upper


register, unregister = registrar([FOURBAR_OT_create_rig])
