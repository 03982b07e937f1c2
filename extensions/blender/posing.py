# SPDX-License-Identifier: GPL-3.0-or-later
"""Operators that pose a robot."""

from __future__ import annotations

import json

import bpy

from fourbar import Pose
from fourbar.blender import SceneRobot
from fourbar.blender.numbers import shortest
from fourbar.blender.semantics import scene_names, source_names
from fourbar.robot import UnknownNameError

from . import robots, running
from .classes import registrar
from .on_robot import OnRobot

Root = bpy.types.Object

CONFIGURATIONS = "fourbar_configurations"
"""Of a root: poses that were saved here, as JSON by name."""


def saved_configurations(root: bpy.types.Object) -> dict[str, running.Values]:
    """The poses that were saved on a robot, by the names that its joints were imported with.

    None where a user has written something else there.
    """
    try:
        found = json.loads(root.get(CONFIGURATIONS, "{}"))
        return {name: {j: tuple(map(float, v)) for j, v in q.items()} for name, q in found.items()}
    except (AttributeError, TypeError, ValueError):
        return {}


def configurations_of(root: bpy.types.Object, found: SceneRobot) -> dict[str, running.Values]:
    """The poses that were saved on a robot, by the names that its joints have in the scene."""
    names = scene_names(found, "joint")
    return {
        pose: {names.get(joint, joint): value for joint, value in values.items()}
        for pose, values in saved_configurations(root).items()
    }


class _Posing(OnRobot):
    def pose(
        self, context: bpy.types.Context, root: bpy.types.Object, run: running.Running
    ) -> None:
        """Choose a pose."""
        raise NotImplementedError

    def run(self, context: bpy.types.Context) -> None:
        """Change the pose and show it; ValueError where it cannot be taken."""
        root = robots.chosen_root(context)
        run = running.running(root)
        before = run.poser.q
        run.poser.problem = ""
        self.pose(context, root, run)
        running.show_pose(root, run)
        if run.poser.problem and run.poser.q is before:
            raise ValueError(run.poser.problem)
        if run.poser.problem:
            self.report({"WARNING"}, run.poser.problem)
        beyond = run.poser.beyond()
        if beyond:
            more = f" and {len(beyond) - 1} more" if len(beyond) > 1 else ""
            text = run.poser.range_text(beyond[0])
            self.report({"WARNING"}, f"'{beyond[0]}'{more} beyond the limits: {text}")


class FOURBAR_OT_reset_pose(_Posing, bpy.types.Operator):
    """Bring all joints to the pose that the description shows"""

    bl_idname = "fourbar.reset_pose"
    bl_label = "Reset"

    def pose(
        self, context: bpy.types.Context, root: bpy.types.Object, run: running.Running
    ) -> None:
        """Back to rest."""
        run.poser.reset()


class FOURBAR_OT_close_loops(_Posing, bpy.types.Operator):
    """Close all loops, from the pose that the robot is in"""

    bl_idname = "fourbar.close_loops"
    bl_label = "Close Loops"

    def pose(
        self, context: bpy.types.Context, root: bpy.types.Object, run: running.Running
    ) -> None:
        """Move what can be moved."""
        if run.poser.close():
            self.report({"INFO"}, "all loops are closed")


class FOURBAR_OT_random_pose(_Posing, bpy.types.Operator):
    """A random pose within the limits, loops closed"""

    bl_idname = "fourbar.random_pose"
    bl_label = "Random"

    seed: bpy.props.IntProperty(name="Seed", default=1, min=0)

    def pose(
        self, context: bpy.types.Context, root: bpy.types.Object, run: running.Running
    ) -> None:
        """Somewhere else."""
        run.poser.randomise(self.seed)


class FOURBAR_OT_set_joint(_Posing, bpy.types.Operator):
    """Move one joint; what loops, couplings and mimics connect follows"""

    bl_idname = "fourbar.set_joint"
    bl_label = "Set Joint"

    joint: bpy.props.StringProperty(name="Joint")
    value: bpy.props.FloatProperty(name="Position", precision=4)

    def pose(
        self, context: bpy.types.Context, root: bpy.types.Object, run: running.Running
    ) -> None:
        """Move it."""
        slot = run.poser.model.joint(self.joint)
        if slot.nq != 1:
            raise ValueError(f"joint {self.joint!r} has {slot.nq} positions; use its properties")
        # Blender keeps the field in single precision: 0.7 is meant, not 0.699999988.
        value = shortest(self.value)
        lower, upper = run.poser.limits(self.joint)
        if not lower <= value <= upper:
            raise ValueError(f"{value:g} is too far: {run.poser.range_text(self.joint)}")
        run.poser.move({self.joint: (value,)})


class FOURBAR_OT_save_configuration(_Posing, bpy.types.Operator):
    """Keep the pose under a name"""

    bl_idname = "fourbar.save_configuration"
    bl_label = "Save Configuration"

    name: bpy.props.StringProperty(name="Name", default="pose")

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Ask for the name."""
        return context.window_manager.invoke_props_dialog(self)

    def pose(
        self, context: bpy.types.Context, root: bpy.types.Object, run: running.Running
    ) -> None:
        """Note it."""
        known, values = saved_configurations(root), run.poser.values()
        names = source_names(robots.scene_robot(root), "joint", values)
        known[self.name] = dict(zip(names, values.values(), strict=True))
        root[CONFIGURATIONS] = json.dumps(known)
        self.report({"INFO"}, f"'{self.name}' is kept in the .blend file; SRDF exports have it")


class FOURBAR_OT_take_configuration(_Posing, bpy.types.Operator):
    """Go to a named configuration"""

    bl_idname = "fourbar.take_configuration"
    bl_label = "Configuration"

    name: bpy.props.StringProperty(name="Name")

    def pose(
        self, context: bpy.types.Context, root: bpy.types.Object, run: running.Running
    ) -> None:
        """Take it: one that was saved here, or one of the description."""
        saved = saved_configurations(root)
        known = [c.label for c in run.poser.robot.configurations]
        if self.name in saved:
            run.poser.restore(configurations_of(root, robots.scene_robot(root))[self.name])
        elif self.name in known:
            run.poser.take(self.name)
        else:
            raise UnknownNameError("configuration", self.name, [*saved, *known])


class FOURBAR_OT_pull(_Posing, bpy.types.Operator):
    """Bring the selected link to the active object (or the 3D cursor), loops closed"""

    bl_idname = "fourbar.pull"
    bl_label = "Pull to Target"

    turn: bpy.props.BoolProperty(name="Match rotation")

    def pose(
        self, context: bpy.types.Context, root: bpy.types.Object, run: running.Running
    ) -> None:
        """Solve the inverse kinematics of the mechanism."""
        links = [o for o in context.selected_objects if robots.kind_of(o) == "link"]
        if len(links) != 1:
            raise ValueError("select one link to pull, and make its target active")
        active = context.object
        target = context.scene.cursor.matrix
        if active is not None and active != links[0]:
            target = active.matrix_world
        goal = root.matrix_world.inverted() @ target
        x, y, z = goal.translation
        pose = Pose((x, y, z), tuple(goal.to_euler("XYZ")))
        run.poser.pull(robots.name_of(root, links[0], "link"), pose, turn=self.turn)


register, unregister = registrar(
    [
        FOURBAR_OT_reset_pose,
        FOURBAR_OT_close_loops,
        FOURBAR_OT_random_pose,
        FOURBAR_OT_set_joint,
        FOURBAR_OT_save_configuration,
        FOURBAR_OT_take_configuration,
        FOURBAR_OT_pull,
    ]
)
