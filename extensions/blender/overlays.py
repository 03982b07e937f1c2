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

from . import robots, running

Rgba = tuple[float, float, float, float]

_AXIS = (1.0, 0.75, 0.1, 1.0)
_RANGE = (0.2, 0.75, 1.0, 1.0)
_MASS = (0.95, 0.2, 0.85, 1.0)
_INERTIA = (0.8, 0.45, 0.95, 1.0)
_FRAME: tuple[Rgba, Rgba, Rgba] = (
    (0.95, 0.25, 0.3, 1.0),
    (0.45, 0.8, 0.2, 1.0),
    (0.25, 0.5, 0.95, 1.0),
)
"""Of the x, y and z axes, as Blender colours them."""


class Label(NamedTuple):
    """A name, where it is in world coordinates, and how far below [pixels]."""

    text: str
    place: Vector
    below: float


class Drawing(NamedTuple):
    """All that is drawn over a scene: the ends of lines (2 n, 3) by colour, and names."""

    lines: dict[Rgba, NDArray[np.float32]]
    labels: list[Label]


_drawings: dict[int, tuple[object, Drawing]] = {}
_batches: dict[int, tuple[Drawing, list[tuple[Rgba, Any]]]] = {}
_handles: list[tuple[Any, str]] = []


def forget() -> None:
    """Make everything again the next time: something of a robot has changed.

    What the graphics card holds is let go of where it is drawn: this is also called while a frame
    is rendered, by another thread.
    """
    _drawings.clear()


def drawing_of(scene: bpy.types.Scene) -> Drawing:
    """What is drawn over a scene; made where something has changed since."""
    number, shown = scene.session_uid, _shown(scene)
    known = _drawings.get(number)
    if known is None or known[0] != shown:
        known = _drawings[number] = shown, _drawing(scene)
    return known[1]


def _shown(scene: bpy.types.Scene) -> object:
    """What Blender tells no handler about: robots that are hidden, and what is selected."""
    roots = tuple(root.name for root in robots.roots(scene) if root.visible_get())
    if not scene.fourbar.selected_only:
        return roots
    return roots, tuple(obj.name for obj in bpy.context.selected_objects)


def _drawing(scene: bpy.types.Scene) -> Drawing:
    found: dict[Rgba, list[NDArray[np.float64]]] = {}
    labels: list[Label] = []
    state = scene.fourbar
    for root in robots.roots(scene):
        if not root.visible_get():
            continue
        run = running.is_running(root)
        gaps = {} if run is None else run.poser.gaps()
        for obj in robots.objects_of(root).values():
            if state.selected_only and not obj.select_get():
                continue
            kind = robots.kind_of(obj)
            if state.names and kind in ("link", "joint", "loop"):
                # A link is where its joint is while nothing moves it away.
                below = 0.0 if kind == "link" else 16.0
                place = obj.matrix_world.translation.copy()
                labels.append(Label(str(obj.get(NAME, obj.name)), place, below))
            for color, lines in _lines(obj, kind, root, state, gaps):
                if len(lines):
                    found.setdefault(color, []).append(lines)
    joined = {color: np.concatenate(parts).astype(np.float32) for color, parts in found.items()}
    return Drawing(joined, labels)


def _lines(
    obj: bpy.types.Object, kind: str, root: bpy.types.Object, state: Any, gaps: dict[str, float]
) -> list[tuple[Rgba, NDArray[np.float64]]]:
    """The lines of one object, in world coordinates."""
    size = obj.empty_display_size
    found: list[tuple[Rgba, NDArray[np.float64]]] = []
    if kind == "joint" and state.frames:
        found += [
            (color, np.array([[0.0, 0.0, 0.0], size * np.eye(3)[k]]))
            for k, color in enumerate(_FRAME)
        ]
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
        return _gap(obj, size, gaps.get(str(obj.get(NAME, ""))))
    world = np.array(obj.matrix_world)
    return [(color, lines @ world[:3, :3].T + world[:3, 3]) for color, lines in found]


def _gap(
    obj: bpy.types.Object, size: float, gap: float | None
) -> list[tuple[Rgba, NDArray[np.float64]]]:
    """A line between the ends of a loop; `gap` is how far it is open, whatever its type allows."""
    far = obj.get("successor_frame")
    if far is None:
        return []
    ends = np.array([obj.matrix_world.translation, far.matrix_world.translation])
    color = overlay.gap_color(float(np.linalg.norm(ends[0] - ends[1])) if gap is None else gap)
    # A closed loop has no length: a cross shows where it is.
    return [(color, np.concatenate([ends, overlay.cross_lines(tuple(ends[0]), 0.5 * size)]))]


def _is_on(scene: bpy.types.Scene) -> bool:
    state = getattr(scene, "fourbar", None)
    return state is not None and any(getattr(state, name) for name in SWITCHES)


SWITCHES = ("frames", "axes", "ranges", "masses", "inertias", "gaps", "names")
"""The properties of a scene that show something."""


def draw_lines() -> None:
    """Draw the lines; Blender calls this for every view."""
    scene = bpy.context.scene
    if not _is_on(scene):
        return
    shader = gpu.shader.from_builtin("UNIFORM_COLOR")
    number = scene.session_uid
    drawing = drawing_of(scene)
    known = _batches.get(number)
    if known is None or known[0] is not drawing:
        made = [
            (color, batch_for_shader(shader, "LINES", {"pos": points}))
            for color, points in drawing.lines.items()
        ]
        known = _batches[number] = drawing, made
    gpu.state.line_width_set(2.0)
    for color, batch in known[1]:
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
    _batches.clear()
    while _handles:
        bpy.types.SpaceView3D.draw_handler_remove(*_handles.pop())
