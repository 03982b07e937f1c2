# SPDX-License-Identifier: GPL-3.0-or-later
"""What happens when a slider moves, a frame changes, or a file is loaded.

Positions are read from the evaluated root of the depsgraph that Blender hands over: during a render
the original keeps the values of the frame before. Transforms are written to the originals.
"""

from __future__ import annotations

import bpy
from bpy.app.handlers import persistent

from fourbar.blender.scene import KIND

from . import checking, motions, overlays, read_objects, rigs, robots, running

_busy = False


@persistent
def on_update(scene: bpy.types.Scene, depsgraph: bpy.types.Depsgraph) -> None:
    """A property or an object was changed: move the robots that are concerned."""
    if _busy:
        return
    changed: dict[str, bpy.types.Object] = {}
    moved: list[bpy.types.Object] = []
    edited: list[bpy.types.Object] = []
    for update in depsgraph.updates:
        found = update.id
        if isinstance(found, bpy.types.Object):
            kind = found.get(KIND)
            if kind:
                overlays.forget()
            if kind == "robot":
                changed[found.name] = found.original
            elif kind == "rig" and found.parent is not None:
                changed[found.parent.name] = found.parent.original
            elif kind in ("joint", "loop", "loop_successor", "coupling"):
                moved.append(found.original)
            elif kind and not update.is_updated_transform:
                edited.append(found.original)
        elif isinstance(found, bpy.types.Mesh) and update.is_updated_geometry:
            read_objects.forget_digest(found.original)
    for name in {name for name in map(running.outdated, moved) if name}:
        root = bpy.data.objects.get(name)
        if root is not None:
            running.forget_robot(root)
            changed[name] = root
            checking.after_change(root, scene)
    if edited and scene.fourbar.live:
        for root in {robots.root_of(obj) for obj in edited} - {None}:
            checking.after_change(root, scene)
    for root in changed.values():
        _follow(root, depsgraph)


@persistent
def on_frame(scene: bpy.types.Scene, depsgraph: bpy.types.Depsgraph) -> None:
    """Another frame, in the viewport or for a render: follow the keyframes."""
    overlays.forget()
    if _busy:
        return
    for root in robots.roots(scene):
        # A script may have set a position without telling Blender.
        if motions.is_animated(root) or running.is_running(root) is not None:
            _follow(root, depsgraph)


@persistent
def on_load(*_: object) -> None:
    """Another file, or another past of this one."""
    running.forget()
    read_objects.forget_digests()
    overlays.forget()
    for root in robots.roots(bpy.context.scene):
        running.try_running(root)


def _follow(root: bpy.types.Object, depsgraph: bpy.types.Depsgraph) -> None:
    global _busy
    if root.library is not None:
        return
    _busy = True
    try:
        fresh = running.is_running(root) is None
        run = running.try_running(root)
        if run is None:
            return
        animated = motions.is_animated(root)
        source = root.evaluated_get(depsgraph) if animated else root
        led = rigs.read_bones(root, run, depsgraph)
        values = running.read_values(source, run) | {j: (value,) for j, value in led.items()}
        # A motion is played as it is, beyond limits too, which the panel shows.
        taken = run.poser.follow(values, limits=not animated)
        if taken or led or run.poser.problem or fresh:
            # Where the loops do not close, sliders and bones go back to the pose that is shown.
            running.write_pose(root, run)
            running.tell(root, run.poser.problem)
        if led or run.rigged_q is not run.poser.q:
            rigs.write_bones(root, run, led if taken else {})
            run.rigged_q = run.poser.q
    finally:
        _busy = False


_HANDLERS = {
    "depsgraph_update_post": on_update,
    "frame_change_post": on_frame,
    "load_post": on_load,
    "undo_post": on_load,
    "redo_post": on_load,
}


def register() -> None:
    """Listen."""
    for name, function in _HANDLERS.items():
        getattr(bpy.app.handlers, name).append(function)


def unregister() -> None:
    """Stop listening; another add-on may have cleared the lists."""
    running.forget()
    for name, function in _HANDLERS.items():
        handlers = getattr(bpy.app.handlers, name)
        if function in handlers:
            handlers.remove(function)
