# SPDX-License-Identifier: GPL-3.0-or-later
"""SRDF: groups, named configurations and disabled collisions, in and out."""

from __future__ import annotations

from pathlib import Path

import bpy
from bpy_extras.io_utils import ExportHelper, ImportHelper

from fourbar.blender.semantics import (
    SrdfParts,
    WrittenSrdf,
    checked_srdf,
    new_srdf,
    source_names,
    srdf_parts,
    with_group,
    with_pairs,
    without_group,
    without_pairs,
    write_semantics,
)
from fourbar.files import write_atomic

from . import robots, running
from .classes import add_to_menu, counted, registrar, remove_from_menu
from .on_robot import OnRobot
from .panels import TabPanel
from .posing import configurations_of

_MOST = 8
"""How many groups and pairs the panel lists."""


def written_srdf(root: bpy.types.Object) -> WrittenSrdf:
    """The SRDF file of a robot as it is in the scene, with the configurations saved there."""
    found = robots.scene_robot(root)
    base = robots.description_of(root).robot
    return write_semantics(robots.srdf_of(root), base, found, configurations_of(root, found))


def _begun(root: bpy.types.Object) -> bytes:
    data = robots.srdf_of(root)
    return new_srdf(robots.description_of(root).robot.name) if data is None else data


def _keep(root: bpy.types.Object, data: bytes) -> None:
    root[robots.SRDF] = data
    running.forget_robot(root)
    running.try_running(root)


def _selected(context: bpy.types.Context, root: bpy.types.Object, kind: str) -> list[str]:
    """The selected parts of a kind, by their names in the SRDF file."""
    found = robots.scene_robot(root)
    chosen = {obj.name for obj in context.selected_objects if robots.kind_of(obj) == kind}
    names = [n for (k, n), obj in found.objects.items() if k == kind and obj in chosen]
    return source_names(found, kind, names)


class FOURBAR_OT_disable_collisions(OnRobot, bpy.types.Operator):
    """Collisions between the selected links do not count (SRDF)"""

    bl_idname = "fourbar.disable_collisions"
    bl_label = "Disable Collisions"

    reason: bpy.props.StringProperty(name="Reason", default="User")

    def run(self, context: bpy.types.Context) -> None:
        """A pair of each two of them."""
        root = robots.chosen_root(context)
        links = _selected(context, root, "link")
        if len(links) < 2:
            raise ValueError("select two links or more")
        before = _begun(root)
        data = with_pairs(before, links, self.reason)
        _keep(root, data)
        added = len(srdf_parts(data).pairs) - len(srdf_parts(before).pairs)
        self.report({"INFO"}, f"{counted(added, 'pair')} added")


class FOURBAR_OT_enable_collisions(OnRobot, bpy.types.Operator):
    """Collisions between the selected links count again (SRDF)"""

    bl_idname = "fourbar.enable_collisions"
    bl_label = "Enable Collisions"

    def run(self, context: bpy.types.Context) -> None:
        """Remove the pairs between them."""
        root = robots.chosen_root(context)
        links = _selected(context, root, "link")
        if len(links) < 2:
            raise ValueError("select two links or more")
        before = _begun(root)
        data = without_pairs(before, links)
        removed = len(srdf_parts(before).pairs) - len(srdf_parts(data).pairs)
        if not removed:
            raise ValueError("no collisions between the selected links are disabled")
        _keep(root, data)
        self.report({"INFO"}, f"{counted(removed, 'pair')} removed")


class FOURBAR_OT_add_group(OnRobot, bpy.types.Operator):
    """A planning group of the selected joints and links (SRDF)"""

    bl_idname = "fourbar.add_group"
    bl_label = "Add Group"

    name: bpy.props.StringProperty(name="Name", default="arm")

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Ask for the name."""
        return context.window_manager.invoke_props_dialog(self)

    def run(self, context: bpy.types.Context) -> None:
        """Add it to the file."""
        root = robots.chosen_root(context)
        joints, links = (_selected(context, root, kind) for kind in ("joint", "link"))
        if not joints and not links:
            raise ValueError("select joints or links")
        _keep(root, with_group(_begun(root), self.name, joints, links))


class FOURBAR_OT_remove_group(OnRobot, bpy.types.Operator):
    """Remove a planning group, its configurations and end effectors (SRDF)"""

    bl_idname = "fourbar.remove_group"
    bl_label = "Remove Group"

    name: bpy.props.StringProperty(name="Name")

    def run(self, context: bpy.types.Context) -> None:
        """Take it out of the file."""
        root = robots.chosen_root(context)
        _keep(root, without_group(_begun(root), self.name))


class FOURBAR_OT_import_srdf(OnRobot, bpy.types.Operator, ImportHelper):
    """Give the robot the groups, configurations and disabled collisions of an SRDF file"""

    bl_idname = "fourbar.import_srdf"
    bl_label = "Import SRDF"

    filter_glob: bpy.props.StringProperty(default="*.srdf;*.xml", options={"HIDDEN"})

    def run(self, context: bpy.types.Context) -> None:
        """In place of what it had."""
        root, path = robots.chosen_root(context), Path(self.filepath)
        _keep(root, checked_srdf(path.read_bytes(), path.name))


class FOURBAR_OT_export_srdf(OnRobot, bpy.types.Operator, ExportHelper):
    """Export groups, named configurations and disabled collisions as SRDF"""

    bl_idname = "fourbar.export_srdf"
    bl_label = "Export SRDF"
    bl_options = {"REGISTER"}
    filename_ext = ".srdf"

    filter_glob: bpy.props.StringProperty(default="*.srdf", options={"HIDDEN"})

    def run(self, context: bpy.types.Context) -> None:
        """Write the file."""
        written = written_srdf(robots.chosen_root(context))
        write_atomic(Path(self.filepath), written.data)
        if written.dropped:
            text = counted(written.dropped, "reference")
            self.report({"WARNING"}, f"{text} to links and joints that are gone left out")


class FOURBAR_PT_srdf(TabPanel):
    """What the SRDF file of the robot has."""

    bl_label = "SRDF"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Whether there is a robot."""
        return robots.active_root(context) is not None

    def draw(self, context: bpy.types.Context) -> None:
        """Groups, and pairs of links that may overlap; names are those of the file."""
        layout = self.layout
        data = robots.srdf_of(robots.chosen_root(context))
        parts = SrdfParts() if data is None else srdf_parts(data)
        for name in parts.groups[:_MOST]:
            row = layout.row()
            row.label(text=f"Group {name}", icon="GROUP")
            row.operator("fourbar.remove_group", text="", icon="X").name = name
        if len(parts.groups) > _MOST:
            layout.label(text=f"and {len(parts.groups) - _MOST} more groups")
        layout.operator("fourbar.add_group")
        layout.label(text=f"Disabled collisions: {counted(len(parts.pairs), 'pair')}")
        for one, two in parts.pairs[:_MOST]:
            layout.label(text=f"{one}, {two}", icon="DOT")
        if len(parts.pairs) > _MOST:
            layout.label(text=f"and {len(parts.pairs) - _MOST} more")
        row = layout.row(align=True)
        row.operator("fourbar.disable_collisions", text="Disable")
        row.operator("fourbar.enable_collisions", text="Enable")
        row = layout.row(align=True)
        row.operator("fourbar.import_srdf", text="Import")
        row.operator("fourbar.export_srdf", text="Export")


def _entry(menu: bpy.types.Menu, context: bpy.types.Context) -> None:
    menu.layout.operator("fourbar.export_srdf", text="Robot (.srdf)")


_register, _unregister = registrar(
    [
        FOURBAR_OT_disable_collisions,
        FOURBAR_OT_enable_collisions,
        FOURBAR_OT_add_group,
        FOURBAR_OT_remove_group,
        FOURBAR_OT_import_srdf,
        FOURBAR_OT_export_srdf,
        FOURBAR_PT_srdf,
    ]
)


def register() -> None:
    """Add operators, a panel and a menu entry."""
    _register()
    add_to_menu(bpy.types.TOPBAR_MT_file_export, _entry)


def unregister() -> None:
    """Take them away."""
    remove_from_menu(bpy.types.TOPBAR_MT_file_export, _entry)
    _unregister()
