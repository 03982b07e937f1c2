# SPDX-License-Identifier: GPL-3.0-or-later
"""The description as text: to be read, edited, and made a robot of again."""

from __future__ import annotations

import json

import bpy
from mathutils import Matrix

from fourbar.blender import Description
from fourbar.blender.description import Opened
from fourbar.blender.semantics import as_written_in, renamed_semantics
from fourbar.blender.shapes import shape_role
from fourbar.robot import Robot

from . import robots, running
from .classes import registrar
from .files import import_opened
from .on_robot import OnRobot
from .posing import CONFIGURATIONS, configurations_of
from .read_objects import read_object
from .rigs import TARGET, action_of, armature_of, create_rig


class FOURBAR_OT_apply_text(OnRobot, bpy.types.Operator):
    """Take the description's text as it is now, and make the robot from it again"""

    bl_idname = "fourbar.apply_text"
    bl_label = "Apply Text"

    def run(self, context: bpy.types.Context) -> None:
        """Replace the objects; edits of objects are exported into the text first by *To Text*."""
        root = robots.chosen_root(context)
        text = robots.own_text(root)
        if text is None:
            raise ValueError("this robot has no text yet; use To Text")
        rebuild(context, root, text.as_string().encode())


class FOURBAR_OT_to_text(OnRobot, bpy.types.Operator):
    """Write all edits into the description's text, to be read and edited there"""

    bl_idname = "fourbar.to_text"
    bl_label = "To Text"

    def run(self, context: bpy.types.Context) -> None:
        """Show what an export would write."""
        root = robots.chosen_root(context)
        written = robots.description_of(root).export(robots.scene_robot(root))
        text = robots.own_text(root)
        if text is None:
            text = bpy.data.texts.new(f"{root.name}.urdf")
            root[robots.TEXT] = text
        text.clear()
        text.write(written.data.decode("utf-8", "replace"))


def rebuild(context: bpy.types.Context, root: bpy.types.Object, data: bytes) -> bpy.types.Object:
    """Make a robot from another text, in the place and pose of the one that is there.

    Keyframes, saved configurations, a rig, and objects of the user's that hang on links stay.
    """
    old = robots.description_of(root)
    fresh = Description(data, file=old.file, path=old.path, packages=old.packages)
    opened = Opened(fresh.robot, fresh, fresh.reading.report)
    run = running.is_running(root) or running.try_running(root)
    values = {} if run is None else run.poser.values()
    kept = _Kept(root, fresh.robot)
    remove_robot(root)
    made, _ = import_opened(context, opened)
    kept.give(context, made)
    new = running.try_running(made)
    if new is not None:
        new.poser.restore(values)
        running.show_pose(made, new)
    return made


class _Kept:
    """What belongs to a robot of the scene, and is not in its description."""

    def __init__(self, root: bpy.types.Object, fresh: Robot) -> None:
        self.place = root.matrix_world.copy()
        found, data = robots.scene_robot(root), robots.srdf_of(root)
        named = as_written_in(fresh, found)
        self.configurations = configurations_of(root, named)
        self.srdf = None if data is None else renamed_semantics(data, named)
        rig = armature_of(root)
        self.has_ik = rig is not None and any(TARGET in bone for bone in rig.data.bones)
        self.actions = [action_of(root), None if rig is None else action_of(rig)]
        self.has_rig = rig is not None
        collection = robots.collection_of(root)
        self.above = [
            c
            for c in (*bpy.data.collections, *(s.collection for s in bpy.data.scenes))
            if collection is not None and collection.name in c.children
        ]
        parts = {obj: part for part, obj in found.objects.items()}
        self.children: list[tuple[bpy.types.Object, tuple[str, str], Matrix]] = []
        for obj in foreign_objects(root):
            part = ("", "") if obj.parent is None else parts.get(obj.parent.name, ("", ""))
            self.children.append((obj, part, obj.matrix_parent_inverse.copy()))

    def give(self, context: bpy.types.Context, root: bpy.types.Object) -> None:
        """Hand it to the robot that is in its place now."""
        root.matrix_world = self.place
        if self.configurations:
            root[CONFIGURATIONS] = json.dumps(self.configurations)
        if self.srdf is not None:
            root[robots.SRDF] = self.srdf
            running.forget_robot(root)
        collection = robots.collection_of(root)
        if collection is not None and self.above:
            for other in (context.scene.collection, *self.above):
                if collection.name in other.children:
                    other.children.unlink(collection)
            for other in self.above:
                other.children.link(collection)
        objects = robots.scene_robot(root).objects
        for obj, part, inverse in self.children:
            if collection is not None and not obj.users_collection:
                collection.objects.link(obj)
            if part != ("", ""):
                obj.parent = bpy.data.objects[objects[part]] if part in objects else root
                obj.matrix_parent_inverse = inverse
        _animate(root, self.actions[0])
        if self.has_rig:
            _animate(create_rig(context, root, ik=self.has_ik), self.actions[1])


def foreign_objects(root: bpy.types.Object) -> list[bpy.types.Object]:
    """Objects of the user's own among those of a robot: cameras, lights, notes."""
    return [
        obj
        for obj in robots.objects_of(root).values()
        if not robots.kind_of(obj) and not shape_role(read_object(obj, known=True))
    ]


def _animate(obj: bpy.types.Object, action: bpy.types.Action | None) -> None:
    if action is None:
        return
    data = obj.animation_data_create()
    data.action = action
    slots = getattr(data, "action_suitable_slots", ())  # since Blender 4.4
    if slots:
        data.action_slot = slots[0]


def remove_robot(root: bpy.types.Object) -> None:
    """Take a robot out of the file, with its collection and its text; a user's objects stay."""
    running.forget_robot(root)
    collection, text = robots.collection_of(root), robots.own_text(root)
    foreign = set(foreign_objects(root))
    bpy.data.batch_remove([o for o in robots.objects_of(root).values() if o not in foreign])
    # Another robot may have been put, or copied, into the same collection.
    if collection is not None and not any(map(robots.kind_of, collection.all_objects)):
        bpy.data.collections.remove(collection)
    if text is not None:
        bpy.data.texts.remove(text)


register, unregister = registrar([FOURBAR_OT_apply_text, FOURBAR_OT_to_text])
