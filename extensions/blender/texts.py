# SPDX-License-Identifier: GPL-3.0-or-later
"""The description as text: to be read, edited, and made a robot of again."""

from __future__ import annotations

import bpy

from fourbar.blender import Description
from fourbar.blender.description import Opened

from . import robots, running
from .classes import registrar
from .files import import_opened
from .on_robot import OnRobot


class FOURBAR_OT_apply_text(OnRobot, bpy.types.Operator):
    """Take the description's text as it is now, and make the robot from it again"""

    bl_idname = "fourbar.apply_text"
    bl_label = "Apply Text"

    def run(self, context: bpy.types.Context) -> None:
        """Replace the objects; edits of objects are exported into the text first by *To Text*."""
        root = robots.active_root(context)
        text = root.get(robots.TEXT)
        if text is None:
            raise ValueError("this robot has no text yet; use To Text")
        rebuild(context, root, text.as_string().encode())


class FOURBAR_OT_to_text(OnRobot, bpy.types.Operator):
    """Write all edits into the description's text, to be read and edited there"""

    bl_idname = "fourbar.to_text"
    bl_label = "To Text"

    def run(self, context: bpy.types.Context) -> None:
        """Show what an export would write."""
        root = robots.active_root(context)
        written = robots.description_of(root).export(robots.scene_robot(root))
        text = root.get(robots.TEXT)
        if text is None:
            text = bpy.data.texts.new(f"{root.name}.urdf")
            root[robots.TEXT] = text
        text.clear()
        text.write(written.data.decode("utf-8", "replace"))


def rebuild(context: bpy.types.Context, root: bpy.types.Object, data: bytes) -> bpy.types.Object:
    """Make a robot from another text, in the place and pose of the one that is there."""
    old = robots.description_of(root)
    fresh = Description(data, file=old.file, path=old.path, packages=old.packages)
    opened = Opened(fresh.robot, fresh, fresh.reading.report)
    place = root.matrix_world.copy()
    run = running.is_running(root) or running.try_running(root)
    values = {} if run is None else run.poser.values()
    remove_robot(root)
    made, _ = import_opened(context, opened)
    made.matrix_world = place
    new = running.try_running(made)
    if new is not None:
        leading = new.poser.leading
        new.poser.move({n: v for n, v in values.items() if n in leading})
        running.show_pose(made, new)
    return made


def remove_robot(root: bpy.types.Object) -> None:
    """Take a robot out of the file, with its collection and its text."""
    running.forget_robot(root)
    collection, text = robots.collection_of(root), root.get(robots.TEXT)
    bpy.data.batch_remove(list(robots.objects_of(root).values()))
    if collection is not None:
        bpy.data.collections.remove(collection)
    if text is not None:
        bpy.data.texts.remove(text)


register, unregister = registrar([FOURBAR_OT_apply_text, FOURBAR_OT_to_text])
