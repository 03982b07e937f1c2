# SPDX-License-Identifier: GPL-3.0-or-later
"""Names that other tools refuse, changed when a user asks for it and never otherwise."""

from __future__ import annotations

from typing import NamedTuple

import bpy

from fourbar.blender.identity import identify
from fourbar.blender.names import fit_names
from fourbar.blender.scene import NAME, OBJECT

from . import robots, running
from .classes import counted, registrar
from .on_robot import OnRobot
from .read_objects import read_object

_KINDS = ("robot", "link", "joint", "loop", "coupling", "sensor")
_MOST = 12
"""How many changes the question before it lists."""


class Renaming(NamedTuple):
    """A part whose name other tools refuse: its object, and the name that it would get."""

    object: str
    kind: str
    old: str
    new: str


def renamings(root: bpy.types.Object) -> list[Renaming]:
    """All parts of a robot whose names are not of letters, digits, `_` and `-`."""
    objects = [read_object(o, known=True) for o in robots.objects_of(root).values()]
    found: list[Renaming] = []
    for kind in _KINDS:
        parts = identify(objects, kind)
        new = fit_names((part.name for part in parts), kind)
        found += [
            Renaming(p.object.name, kind, p.name, new[p.name]) for p in parts if p.name in new
        ]
    return found


class FOURBAR_OT_sanitise_names(OnRobot, bpy.types.Operator):
    """Give every part a name of letters, digits, _ and -, as ROS wants them; lists them first"""

    bl_idname = "fourbar.sanitise_names"
    bl_label = "Sanitise Names"

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Show what would change, and ask."""
        if not renamings(robots.chosen_root(context)):
            return self.execute(context)
        return context.window_manager.invoke_props_dialog(self, width=420)

    def draw(self, context: bpy.types.Context) -> None:
        """What would change."""
        found = renamings(robots.chosen_root(context))
        for change in found[:_MOST]:
            text = f"{change.kind} '{change.old}' becomes '{change.new}'"
            self.layout.label(text=text, icon="SORTALPHA")
        if len(found) > _MOST:
            self.layout.label(text=f"and {len(found) - _MOST} more")

    def run(self, context: bpy.types.Context) -> None:
        """Rename the parts; all that refers to them follows."""
        root = robots.chosen_root(context)
        found = renamings(root)
        if not found:
            self.report({"INFO"}, "all names are of letters, digits, _ and - already")
            return
        objects = robots.objects_of(root)
        for change in found:
            obj = objects[change.object]
            obj.name = change.new
            # Blender may cut the name or number it; what counts is this.
            obj[NAME], obj[OBJECT] = change.new, obj.name
            self.report({"INFO"}, f"{change.kind} '{change.old}' is '{change.new}' now")
        running.forget_robot(root)
        running.try_running(root)
        self.report({"INFO"}, f"{counted(len(found), 'name')} changed")


register, unregister = registrar([FOURBAR_OT_sanitise_names])
