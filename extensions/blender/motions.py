# SPDX-License-Identifier: GPL-3.0-or-later
"""Operators for motions: keyframes, bakes, trajectories in and out, a joint driven around."""

from __future__ import annotations

from math import ceil, tau
from pathlib import Path

import bpy
import numpy as np
from bpy_extras.io_utils import ExportHelper, ImportHelper
from numpy.typing import NDArray

from fourbar.blender.motion import Turn, motion_of
from fourbar.blender.trajectory import read_animation, read_trajectory, write_trajectory
from fourbar.mechanics.loops import trace

from . import robots, running
from .classes import registrar
from .on_robot import OnRobot
from .rigs import action_of, armature_of, key_bones

_WHOLE = 1e-6
"""A frame that is later than a whole one by less is that one."""


def data_path(key: str) -> str:
    """The path of a property for keyframes."""
    return f'["{bpy.utils.escape_identifier(key)}"]'


def key_pose(root: bpy.types.Object, run: running.Running, frame: float) -> None:
    """Keyframes of the joints that lead; those that follow need none."""
    leading = run.poser.leading
    for joint, key in run.keys.items():
        if joint in leading:
            root.keyframe_insert(data_path(key), frame=frame)


class FOURBAR_OT_keyframe_pose(OnRobot, bpy.types.Operator):
    """Insert keyframes of all leading joints at the current frame"""

    bl_idname = "fourbar.keyframe_pose"
    bl_label = "Keyframe Pose"

    def run(self, context: bpy.types.Context) -> None:
        """Insert them."""
        root = robots.chosen_root(context)
        run, frame = running.running(root), context.scene.frame_current
        key_pose(root, run, frame)
        key_bones(root, run, frame)
        protect_renders(context.scene)


def protect_renders(scene: bpy.types.Scene) -> None:
    """Handlers write to the scene while it renders: Blender asks for a locked interface then."""
    scene.render.use_lock_interface = True


class FOURBAR_OT_bake(OnRobot, bpy.types.Operator):
    """Keyframe the links themselves over the frame range: plays without this extension"""

    bl_idname = "fourbar.bake"
    bl_label = "Bake to Keyframes"

    def run(self, context: bpy.types.Context) -> None:
        """Step through all frames."""
        root = robots.chosen_root(context)
        run = running.running(root)
        scene = context.scene
        current = scene.frame_current
        links = {run.links[joint]: joint for joint in run.links}
        for frame in range(scene.frame_start, scene.frame_end + 1):
            scene.frame_set(frame)
            found = robots.objects_of(root)
            for name in links:
                obj = found[name]
                obj.keyframe_insert("location", frame=frame)
                turning = obj.rotation_mode == "AXIS_ANGLE"
                path = "rotation_axis_angle" if turning else "rotation_quaternion"
                obj.keyframe_insert(path, frame=frame)
        scene.frame_set(current)


class FOURBAR_OT_add_drivers(OnRobot, bpy.types.Operator):
    """Drivers from the sliders to the links: the robot moves without this extension, mimics included. Not for loops, which need it or a bake"""  # noqa: E501

    bl_idname = "fourbar.add_drivers"
    bl_label = "Stand-alone Drivers"

    def run(self, context: bpy.types.Context) -> None:
        """Simple expressions only: Blender runs those with scripts disabled."""
        root = robots.chosen_root(context)
        run = running.running(root)
        if run.poser.model.has_loops:
            raise ValueError("loops cannot be closed by drivers; use Bake to Keyframes")
        joints = {name: run.poser.robot.joints[name] for name in run.links}
        several = [name for name, joint in joints.items() if joint.dof != 1]
        if several:
            raise ValueError(
                f"'{several[0]}' has several degrees of freedom; use Bake to Keyframes"
            )
        followers = {f.joint: f for f in run.poser.model.followers}
        found = robots.objects_of(root)
        for name, joint in joints.items():
            leader = followers.get(name)
            value = "q" if leader is None else f"{leader.multiplier!r} * q + {leader.offset!r}"
            source = None if leader is None else leader.source
            if leader is not None and source is None:
                value = repr(leader.offset)
            key = run.keys[source or name]
            one = motion_of(joint, (1.0,))
            assert isinstance(one.rotation, Turn)  # of a joint with one degree of freedom
            link = found[run.links[name]]
            link.location = (0.0, 0.0, 0.0)
            link.rotation_axis_angle = (0.0, *one.rotation.axis)
            if one.rotation.angle:
                _drive(link, "rotation_axis_angle", 0, root, key, value)
            for axis, amount in enumerate(one.location):
                if amount:
                    _drive(link, "location", axis, root, key, f"{amount!r} * ({value})")
        running.forget_robot(root)


def _drive(
    link: bpy.types.Object, path: str, index: int, root: bpy.types.Object, key: str, value: str
) -> None:
    link.driver_remove(path, index)
    driver = link.driver_add(path, index).driver
    driver.type = "SCRIPTED"
    variable = driver.variables.new()
    variable.name = "q"
    variable.targets[0].id = root
    variable.targets[0].data_path = data_path(key)
    driver.expression = value


class FOURBAR_OT_trace(OnRobot, bpy.types.Operator):
    """Drive one joint through its range; keyframes every joint, loops closed at each"""

    bl_idname = "fourbar.trace"
    bl_label = "Trace a Joint"

    joint: bpy.props.StringProperty(name="Joint")
    frames: bpy.props.IntProperty(name="Frames", default=100, min=2, max=100_000)

    def run(self, context: bpy.types.Context) -> None:
        """Follow the mechanism, dead centres included."""
        root = robots.chosen_root(context)
        run = running.running(root)
        joint = self.joint or min(run.poser.leading, default="")
        slot = run.poser.model.joint(joint)
        at = slot.q.start
        first, last = run.poser.model.lower[at], run.poser.model.upper[at]
        if not np.isfinite([first, last]).all():
            first, last = run.poser.q[at], run.poser.q[at] + tau
        values = np.linspace(first, last, self.frames)
        found = trace(run.poser.model, joint, values, run.poser.q)
        play(context, root, run, found.q)
        self.report({"INFO"}, f"'{joint}' from {values[0]:.4g} to {values[-1]:.4g}")


def play(
    context: bpy.types.Context,
    root: bpy.types.Object,
    run: running.Running,
    rows: NDArray[np.float64],
    times: NDArray[np.float64] | None = None,
) -> None:
    """Keyframe configurations (n, nq) from the first frame on: one each frame, or at times [s]."""
    scene = context.scene
    slots = run.poser.model.joints
    start = scene.frame_start
    steps = np.arange(len(rows)) if times is None else (times - times[0]) * frame_rate(scene)
    others = any(action != action_of(root) for action in bpy.data.actions)
    for step, q in zip(steps.tolist(), rows, strict=True):
        for joint, key in run.keys.items():
            values = q[slots[joint].q].tolist()
            root[key] = values[0] if len(values) == 1 else values
            root.keyframe_insert(data_path(key), frame=start + step)
    last = ceil(start + steps[-1] - _WHOLE)
    # Nothing else moves: play what there is, and nothing after it.
    scene.frame_end = max(scene.frame_end, last) if others else max(last, start + 1)
    protect_renders(scene)
    scene.frame_set(start)


def is_animated(root: bpy.types.Object) -> bool:
    """Whether keyframes move a robot, by its sliders or by its rig."""
    armature = armature_of(root)
    return root.animation_data is not None or (
        armature is not None and armature.animation_data is not None
    )


def frame_rate(scene: bpy.types.Scene) -> float:
    """Frames per second."""
    return scene.render.fps / scene.render.fps_base


class FOURBAR_OT_import_motion(OnRobot, bpy.types.Operator, ImportHelper):
    """Keyframes from a motion: JSON, CSV or NPZ of fourbar, a JointTrajectory in YAML, or an animation of a GLB file"""  # noqa: E501

    bl_idname = "fourbar.import_motion"
    bl_label = "Import Motion"

    filter_glob: bpy.props.StringProperty(
        default="*.json;*.csv;*.npz;*.yaml;*.yml;*.glb;*.gltf", options={"HIDDEN"}
    )
    animation: bpy.props.StringProperty(
        name="Animation", description="Of a GLB file; the first where none is named"
    )

    def run(self, context: bpy.types.Context) -> None:
        """Read it, close what it leaves open, and keyframe it."""
        root = robots.chosen_root(context)
        run = running.running(root)
        file = Path(self.filepath)
        if file.suffix.lower() in (".glb", ".gltf"):
            found = read_animation(file, run.poser.robot, self.animation)
        else:
            found = read_trajectory(file)
        rows = found.configurations(run.poser)
        if not len(rows):
            raise ValueError("there is no pose in this file")
        play(context, root, run, rows, found.times)
        self.report({"INFO"}, f"{len(rows)} poses of {len(found.positions)} joints")


def played(
    scene: bpy.types.Scene, run: running.Running
) -> tuple[list[float], list[NDArray[np.float64]]]:
    """The times [s] and configurations of the frame range, loops closed at each."""
    current, rate = scene.frame_current, frame_rate(scene)
    times: list[float] = []
    rows: list[NDArray[np.float64]] = []
    for frame in range(scene.frame_start, scene.frame_end + 1):
        scene.frame_set(frame)
        times.append((frame - scene.frame_start) / rate)
        rows.append(run.poser.q.copy())
    scene.frame_set(current)
    return times, rows


class FOURBAR_OT_export_motion(OnRobot, bpy.types.Operator, ExportHelper):
    """Write the motion of the frame range: CSV, JSON, NPZ, or a JointTrajectory in YAML"""

    bl_idname = "fourbar.export_motion"
    bl_label = "Export Motion"
    filename_ext = ".csv"
    check_extension = None

    filter_glob: bpy.props.StringProperty(default="*.csv;*.json;*.npz;*.yaml", options={"HIDDEN"})

    def run(self, context: bpy.types.Context) -> None:
        """Step through all frames."""
        root = robots.chosen_root(context)
        run = running.running(root)
        scene = context.scene
        times, rows = played(scene, run)
        write_trajectory(Path(self.filepath), run.poser.model, times, rows)


register, unregister = registrar(
    [
        FOURBAR_OT_keyframe_pose,
        FOURBAR_OT_bake,
        FOURBAR_OT_add_drivers,
        FOURBAR_OT_trace,
        FOURBAR_OT_import_motion,
        FOURBAR_OT_export_motion,
    ]
)
