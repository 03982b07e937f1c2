# SPDX-License-Identifier: GPL-3.0-or-later
"""Lines and names over the view: axes, ranges, inertia, gaps of loops. Made once per change."""

from __future__ import annotations

from typing import Any, NamedTuple

import blf
import bpy
import gpu
import numpy as np
from bpy_extras.view3d_utils import location_3d_to_region_2d
from gpu_extras.batch import batch_for_shader
from mathutils import Vector
from numpy.typing import NDArray

from fourbar.blender import overlay
from fourbar.blender.scene import NAME, SLIDER

from . import robots

Rgba = tuple[float, float, float, float]

_AXIS = (1.0, 0.75, 0.1, 1.0)
_RANGE = (0.2, 0.75, 1.0, 1.0)
_MASS = (0.95, 0.2, 0.85, 1.0)
_INERTIA = (0.8, 0.45, 0.95, 1.0)
_HELD = ("revolute", "continuous", "spherical", "fixed", "universal")
"""Loops whose ends are in one place when they are closed."""


class Label(NamedTuple):
    """A name, where it is in world coordinates, and how far below [pixels]."""

    text: str
    place: Vector
    below: float


class Drawing(NamedTuple):
    """All that is drawn over a scene: the ends of lines (2 n, 3) by colour, and names."""

    lines: dict[Rgba, NDArray[np.float32]]
    labels: list[Label]


_drawings: dict[int, Drawing] = {}
_batches: dict[int, list[tuple[Rgba, Any]]] = {}
_handles: list[tuple[Any, str]] = []


def forget() -> None:
    """Make everything again the next time: something of a robot has changed."""
    _drawings.clear()
    _batches.clear()


def drawing_of(scene: bpy.types.Scene) -> Drawing:
    """What is drawn over a scene; made where something has changed since."""
    number = scene.session_uid
    if number not in _drawings:
        _drawings[number] = _drawing(scene)
    return _drawings[number]


def _drawing(scene: bpy.types.Scene) -> Drawing:
    found: dict[Rgba, list[NDArray[np.float64]]] = {}
    labels: list[Label] = []
    state = scene.fourbar
    for root in robots.roots(scene):
        for obj in robots.objects_of(root).values():
            if state.selected_only and not obj.select_get():
                continue
            kind = robots.kind_of(obj)
            if state.names and kind in ("link", "joint", "loop"):
                # A link is where its joint is while nothing moves it away.
                below = 0.0 if kind == "link" else 16.0
                place = obj.matrix_world.translation.copy()
                labels.append(Label(str(obj.get(NAME, obj.name)), place, below))
            for color, lines in _lines(obj, kind, root, state):
                if len(lines):
                    found.setdefault(color, []).append(lines)
    joined = {color: np.concatenate(parts).astype(np.float32) for color, parts in found.items()}
    return Drawing(joined, labels)


def _lines(
    obj: bpy.types.Object, kind: str, root: bpy.types.Object, state: Any
) -> list[tuple[Rgba, NDArray[np.float64]]]:
    """The lines of one object, in world coordinates."""
    size = obj.empty_display_size
    found: list[tuple[Rgba, NDArray[np.float64]]] = []
    if kind == "joint" and obj.get("type") != "fixed" and obj.get("axis") is not None:
        axis = tuple(obj["axis"])
        if state.axes:
            found.append((_AXIS, overlay.axis_lines(axis, 2.0 * size)))
        if state.ranges and obj.get("lower") is not None and obj.get("upper") is not None:
            q = root.get(str(obj.get(SLIDER, "")), 0.0)
            at = q if isinstance(q, float) else 0.0
            limits = (obj["lower"], obj["upper"])
            lines = overlay.range_lines(str(obj["type"]), axis, *limits, at, 2.0 * size)
            found.append((_RANGE, lines))
    elif kind == "link" and obj.get("mass"):
        if state.masses:
            place = tuple(obj.get("center_of_mass", (0.0, 0.0, 0.0)))
            found.append((_MASS, overlay.cross_lines(place, 0.4 * size)))
        if state.inertias:
            found.append((_INERTIA, overlay.ellipsoid_lines(dict(obj.items()))))
    elif kind == "loop" and state.gaps:
        return _gap(obj, size)
    world = np.array(obj.matrix_world)
    return [(color, lines @ world[:3, :3].T + world[:3, 3]) for color, lines in found]


def _gap(obj: bpy.types.Object, size: float) -> list[tuple[Rgba, NDArray[np.float64]]]:
    far = obj.get("successor_frame")
    if far is None:
        return []
    ends = np.array([obj.matrix_world.translation, far.matrix_world.translation])
    gap = float(np.linalg.norm(ends[0] - ends[1]))
    color = overlay.gap_color(gap if obj.get("type") in _HELD else 0.0)
    # A closed loop has no length: a cross shows where it is.
    return [(color, np.concatenate([ends, overlay.cross_lines(tuple(ends[0]), 0.5 * size)]))]


def _is_on(scene: bpy.types.Scene) -> bool:
    state = getattr(scene, "fourbar", None)
    return state is not None and any(getattr(state, name) for name in SWITCHES)


SWITCHES = ("axes", "ranges", "masses", "inertias", "gaps", "names")
"""The properties of a scene that show something."""


def draw_lines() -> None:
    """Draw the lines; Blender calls this for every view."""
    scene = bpy.context.scene
    if not _is_on(scene):
        return
    shader = gpu.shader.from_builtin("UNIFORM_COLOR")
    number = scene.session_uid
    drawing = drawing_of(scene)
    if number not in _batches:
        _batches[number] = [
            (color, batch_for_shader(shader, "LINES", {"pos": points}))
            for color, points in drawing.lines.items()
        ]
    gpu.state.line_width_set(2.0)
    for color, batch in _batches[number]:
        shader.uniform_float("color", color)
        batch.draw(shader)
    gpu.state.line_width_set(1.0)


def draw_names() -> None:
    """Draw the names; Blender calls this for every view."""
    context = bpy.context
    if not _is_on(context.scene) or not context.scene.fourbar.names:
        return
    blf.size(0, 12.0)
    blf.color(0, 1.0, 1.0, 1.0, 0.9)
    for label in drawing_of(context.scene).labels:
        place = location_3d_to_region_2d(context.region, context.region_data, label.place)
        if place is not None:
            blf.position(0, place.x + 4.0, place.y + 4.0 - label.below, 0.0)
            blf.draw(0, label.text)


def register() -> None:
    """Draw over 3D views; there are none without a window."""
    if bpy.app.background:
        return
    for function, when in ((draw_lines, "POST_VIEW"), (draw_names, "POST_PIXEL")):
        handle = bpy.types.SpaceView3D.draw_handler_add(function, (), "WINDOW", when)
        _handles.append((handle, "WINDOW"))


def unregister() -> None:
    """Stop drawing."""
    forget()
    while _handles:
        bpy.types.SpaceView3D.draw_handler_remove(*_handles.pop())
