# SPDX-License-Identifier: GPL-3.0-or-later
"""Lines drawn over the view: joint axes, centres of mass, gaps of loops. Made once per change."""

from __future__ import annotations

import bpy
import gpu
from gpu_extras.batch import batch_for_shader
from mathutils import Vector

from . import robots

Lines = dict[tuple[float, float, float, float], list[Vector]]

_AXIS = (1.0, 0.75, 0.1, 1.0)
_MASS = (0.95, 0.2, 0.85, 1.0)
_OPEN = (1.0, 0.15, 0.1, 1.0)
_CLOSED = (0.15, 0.85, 0.25, 1.0)
_NEAR = 1e-5
"""Single precision keeps closed loops closed to this [m]."""

_handle = None


def lines_of(scene: bpy.types.Scene) -> Lines:
    """The ends of all lines by colour, in world coordinates."""
    found: Lines = {}
    state = scene.fourbar
    for root in robots.roots(scene):
        for obj in robots.objects_of(root).values():
            kind = robots.kind_of(obj)
            if kind == "joint" and state.axes and obj.get("type") != "fixed":
                _axis(obj, found)
            elif kind == "link" and state.masses and obj.get("mass"):
                _cross(obj, found)
            elif kind == "loop" and state.gaps:
                _gap(obj, found)
    return found


def _axis(obj: bpy.types.Object, found: Lines) -> None:
    way = obj.matrix_world.to_3x3() @ Vector(obj["axis"])
    way.normalize()
    middle, reach = obj.matrix_world.translation, 2.0 * obj.empty_display_size
    found.setdefault(_AXIS, []).extend((middle - way * reach, middle + way * reach))


def _cross(obj: bpy.types.Object, found: Lines) -> None:
    middle = obj.matrix_world @ Vector(obj.get("center_of_mass", (0.0, 0.0, 0.0)))
    reach = 0.4 * obj.empty_display_size
    for way in (Vector((reach, 0, 0)), Vector((0, reach, 0)), Vector((0, 0, reach))):
        found.setdefault(_MASS, []).extend((middle - way, middle + way))


def _gap(obj: bpy.types.Object, found: Lines) -> None:
    far = obj.get("successor_frame")
    if far is None:
        return
    ends = obj.matrix_world.translation, far.matrix_world.translation
    holds = obj.get("type") in ("revolute", "continuous", "spherical", "fixed", "universal")
    is_open = holds and (ends[0] - ends[1]).length > _NEAR
    found.setdefault(_OPEN if is_open else _CLOSED, []).extend(ends)


def draw() -> None:
    """Draw them; Blender calls this for every view."""
    scene = bpy.context.scene
    if not hasattr(scene, "fourbar"):
        return
    state = scene.fourbar
    if not (state.axes or state.masses or state.gaps):
        return
    shader = gpu.shader.from_builtin("UNIFORM_COLOR")
    gpu.state.line_width_set(2.0)
    for color, points in lines_of(scene).items():
        batch = batch_for_shader(shader, "LINES", {"pos": points})
        shader.uniform_float("color", color)
        batch.draw(shader)
    gpu.state.line_width_set(1.0)


def register() -> None:
    """Draw over 3D views; there are none without a window."""
    global _handle
    if not bpy.app.background:
        _handle = bpy.types.SpaceView3D.draw_handler_add(draw, (), "WINDOW", "POST_VIEW")


def unregister() -> None:
    """Stop drawing."""
    global _handle
    if _handle is not None:
        bpy.types.SpaceView3D.draw_handler_remove(_handle, "WINDOW")
        _handle = None
