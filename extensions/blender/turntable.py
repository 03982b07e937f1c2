# SPDX-License-Identifier: GPL-3.0-or-later
"""A camera that goes around a robot once in the frame range."""

from __future__ import annotations

from math import asin, atan, cos, radians, sin, tan, tau

import bpy
from mathutils import Vector

from . import robots
from .classes import registrar
from .on_robot import OnRobot

TURNTABLE = "fourbar_turntable"
"""Of the Empty that a camera turns about: the root of the robot in its middle."""
_MARGIN = 1.1


class FOURBAR_OT_turntable(OnRobot, bpy.types.Operator):
    """A camera that goes around the robot once; render the animation for the film"""

    bl_idname = "fourbar.turntable"
    bl_label = "Turntable"

    frames: bpy.props.IntProperty(
        name="Frames",
        description="Of one turn; 0 keeps the frame range and turns once in it",
        default=120,
        min=0,
        max=100_000,
    )
    elevation: bpy.props.FloatProperty(
        name="Elevation",
        description="Of the camera above the middle of the robot",
        subtype="ANGLE",
        default=radians(20.0),
        min=radians(-85.0),
        max=radians(85.0),
    )

    def run(self, context: bpy.types.Context) -> None:
        """Set the camera up, the frame range, and a light where there is none."""
        root, scene = robots.chosen_root(context), context.scene
        if self.frames:
            scene.frame_end = scene.frame_start + self.frames - 1
        count = scene.frame_end - scene.frame_start + 1
        middle, radius = bounds(context, root)
        pivot = next((o for o in scene.objects if o.get(TURNTABLE) == root), None)
        if pivot is None:
            pivot, camera = _made(scene, root)
        else:
            camera = next(o for o in pivot.children if o.type == "CAMERA")
        pivot.location = middle
        # An expression of this kind runs where scripts are not allowed to, and in a film that
        # repeats the last frame is followed by the first at the same speed.
        pivot.driver_remove("rotation_euler", 2)
        turning = pivot.driver_add("rotation_euler", 2).driver
        turning.type = "SCRIPTED"
        turning.expression = f"{tau / count!r} * (frame - {scene.frame_start})"
        distance = _MARGIN * radius / sin(_half_angle(camera.data, scene))
        up = self.elevation
        camera.location = (0.0, -distance * cos(up), distance * sin(up))
        camera.rotation_euler = (tau / 4 - up, 0.0, 0.0)
        camera.data.clip_start = min(0.1, distance / 100)
        camera.data.clip_end = max(100.0, 2 * distance)
        scene.camera = camera
        text = f"one turn in frames {scene.frame_start} to {scene.frame_end}"
        if not any(o.type == "LIGHT" for o in scene.objects):
            _light(scene, pivot)
            text += ", with a sun, as the scene had no light"
        self.report({"INFO"}, text)


def bounds(context: bpy.types.Context, root: bpy.types.Object) -> tuple[Vector, float]:
    """The middle of what is seen of a robot, and the radius of the sphere around it."""
    context.view_layer.update()
    shapes = [o for o in robots.parts_of(root, "visual") if o.type == "MESH" and o.visible_get()]
    points = [o.matrix_world @ Vector(corner) for o in shapes for corner in o.bound_box]
    if not points:
        points = [o.matrix_world.translation.copy() for o in robots.objects_of(root).values()]
    low, high = (Vector(map(pick, zip(*points, strict=True))) for pick in (min, max))
    middle = (low + high) / 2
    return middle, max(max((p - middle).length for p in points), 1e-3)


def _half_angle(camera: bpy.types.Camera, scene: bpy.types.Scene) -> float:
    """Half of the smaller angle that a camera sees [rad]."""
    render = scene.render
    width = render.resolution_x * render.pixel_aspect_x
    height = render.resolution_y * render.pixel_aspect_y
    wide = tan(camera.angle / 2)  # of the larger side
    return atan(wide * min(width, height) / max(width, height))


def _made(
    scene: bpy.types.Scene, root: bpy.types.Object
) -> tuple[bpy.types.Object, bpy.types.Object]:
    name = f"{root.name}_turntable"
    pivot = bpy.data.objects.new(name, None)
    camera = bpy.data.objects.new(f"{name}_camera", bpy.data.cameras.new(f"{name}_camera"))
    pivot[TURNTABLE] = root
    camera.parent = pivot
    for obj in (pivot, camera):
        scene.collection.objects.link(obj)
    return pivot, camera


def _light(scene: bpy.types.Scene, pivot: bpy.types.Object) -> None:
    """A sun that stays where it is while the camera goes around."""
    light = bpy.data.lights.new(f"{pivot.name}_sun", "SUN")
    light.energy, light.angle = 3.0, asin(0.1)
    sun = bpy.data.objects.new(light.name, light)
    sun.rotation_euler = (radians(40.0), 0.0, radians(30.0))
    scene.collection.objects.link(sun)


register, unregister = registrar([FOURBAR_OT_turntable])
