# SPDX-License-Identifier: GPL-3.0-or-later
"""File > Import > Robot, Add > Robot, and files that are dropped."""

from __future__ import annotations

import bpy
from bpy_extras.io_utils import ImportHelper

import fourbar as fb
from fourbar.blender.description import Opened, open_description
from fourbar.diagnostics import Severity

from . import robots, running
from .classes import Reporting, add_to_menu, counted, registrar, remove_from_menu
from .devices import fill_devices
from .make_objects import make_robot
from .motions import protect_renders
from .preferences import package_folders
from .rigs import create_rig

_GALLERY: list[tuple[str, str, str]] = []


def import_file(
    context: bpy.types.Context,
    source: str,
    *,
    arguments: dict[str, str] | None = None,
    srdf: str = "",
    visuals: bool = True,
    collisions: bool = True,
) -> tuple[bpy.types.Object, fb.Report]:
    """Read a robot and make its objects; the root, and all that was found."""
    opened = open_description(
        source, arguments=arguments, packages=package_folders(), srdf=srdf or None
    )
    return import_opened(context, opened, visuals=visuals, collisions=collisions)


def import_opened(
    context: bpy.types.Context, opened: Opened, *, visuals: bool = True, collisions: bool = True
) -> tuple[bpy.types.Object, fb.Report]:
    """Make the objects of a robot that was read, in the pose that its file shows."""
    manager = context.window_manager
    manager.progress_begin(0, 1)
    try:
        made = make_robot(
            context,
            opened,
            visuals=visuals,
            collisions=collisions,
            progress=lambda done, total: manager.progress_update(done / total),
        )
    finally:
        manager.progress_end()
    root, found = made.root, fb.Report()
    found.extend(opened.report)
    found.extend(made.report)
    if opened.srdf is not None:
        root[robots.SRDF] = opened.srdf
    fill_devices(root, made.of_kind("sensor").values(), opened.robot)
    run = running.start_running(made, opened.robot)
    if run is not None:
        running.show_pose(root, run)
        if run.poser.model.has_loops:
            protect_renders(context.scene)
    if root.name in context.view_layer.objects:
        for obj in made.of_kind("collision").values():
            obj.hide_set(not context.scene.fourbar.collisions)
    for obj in context.selected_objects:
        obj.select_set(False)
    if root.name in context.view_layer.objects:
        context.view_layer.objects.active = root
        root.select_set(True)
    return root, found


class FOURBAR_OT_import_robot(Reporting, bpy.types.Operator, ImportHelper):
    """Import a robot: URDF, xacro or GLB, with its meshes, joints and closed loops"""

    bl_idname = "fourbar.import_robot"
    bl_label = "Import Robot"
    bl_options = {"REGISTER", "UNDO"}

    filter_glob: bpy.props.StringProperty(
        default="*.urdf;*.xacro;*.xml;*.glb;*.gltf", options={"HIDDEN"}
    )
    arguments: bpy.props.StringProperty(
        name="Arguments", description="Of a xacro file: name:=value, separated by spaces"
    )
    srdf: bpy.props.StringProperty(
        name="SRDF", description="A file with named configurations", subtype="FILE_PATH"
    )
    visuals: bpy.props.BoolProperty(name="Visuals", default=True)
    collisions: bpy.props.BoolProperty(name="Collisions", default=True)
    scale: bpy.props.FloatProperty(
        name="Scale",
        description="Of the robot in the scene; what is exported keeps its size",
        default=1.0,
        min=1e-6,
    )
    rig: bpy.props.BoolProperty(name="Rig", description="Also create an armature", default=False)

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Ask for a file; of one that was dropped, only for the options."""
        if self.properties.is_property_set("filepath"):
            return context.window_manager.invoke_props_dialog(self)
        return ImportHelper.invoke(self, context, event)

    def draw(self, context: bpy.types.Context) -> None:
        """The options."""
        for name in ("arguments", "srdf", "visuals", "collisions", "scale", "rig"):
            self.layout.prop(self, name)

    def run(self, context: bpy.types.Context) -> None:
        """Import, and say what was found."""
        given = [word.partition(":=") for word in self.arguments.split()]
        wrong = [name for name, equals, _ in given if not equals]
        if wrong:
            raise ValueError(f"expected NAME:=VALUE, got {wrong[0]!r}")
        root, report = import_file(
            context,
            self.filepath,
            arguments={name: value for name, _, value in given} or None,
            srdf=bpy.path.abspath(self.srdf),
            visuals=self.visuals,
            collisions=self.collisions,
        )
        root.scale = (self.scale,) * 3
        if self.rig:
            create_rig(context, root, ik=True)
        _tell(self, root, report)


class FOURBAR_OT_import_gallery(Reporting, bpy.types.Operator):
    """Add one of the robots that come with fourbar"""

    bl_idname = "fourbar.import_gallery"
    bl_label = "Robot"
    bl_options = {"REGISTER", "UNDO"}

    def _names(self, context: object) -> list[tuple[str, str, str]]:
        # Blender keeps no reference to the texts of a dynamic enumeration.
        if not _GALLERY:
            _GALLERY.extend((n, n, fb.gallery.summary(n)) for n in fb.gallery.names())
        return _GALLERY

    robot: bpy.props.EnumProperty(name="Robot", items=_names)

    def run(self, context: bpy.types.Context) -> None:
        """Add it."""
        root, report = import_file(context, f"gallery:{self.robot}")
        _tell(self, root, report)


def _tell(operator: bpy.types.Operator, root: bpy.types.Object, report: fb.Report) -> None:
    errors = sum(d.severity is Severity.ERROR for d in report)
    warnings = sum(d.severity is Severity.WARNING for d in report)
    if errors or warnings:
        first = next(d for d in report if d.severity in (Severity.ERROR, Severity.WARNING))
        counts = f"{counted(errors, 'error')}, {counted(warnings, 'warning')}"
        text = f"{root.name}: {counts}; the first: {first.message}"
        operator.report({"WARNING"}, f"{text} (Check lists all)")
    else:
        operator.report({"INFO"}, f"imported {root.name}")


class FOURBAR_FH_robot(bpy.types.FileHandler):
    """Drag and drop of descriptions."""

    bl_idname = "FOURBAR_FH_robot"
    bl_label = "Robot"
    bl_import_operator = "fourbar.import_robot"
    bl_file_extensions = ".urdf;.xacro;.glb;.gltf"

    @classmethod
    def poll_drop(cls, context: bpy.types.Context) -> bool:
        """Into the 3D view and the outliner."""
        return context.area is not None and context.area.type in ("VIEW_3D", "OUTLINER")


def _import_entry(menu: bpy.types.Menu, context: bpy.types.Context) -> None:
    menu.layout.operator("fourbar.import_robot", text="Robot (.urdf, .xacro, .glb)")


def _add_entry(menu: bpy.types.Menu, context: bpy.types.Context) -> None:
    menu.layout.operator_menu_enum(
        "fourbar.import_gallery", "robot", text="Robot", icon="ARMATURE_DATA"
    )


_register, _unregister = registrar(
    [
        FOURBAR_OT_import_robot,
        FOURBAR_OT_import_gallery,
        FOURBAR_FH_robot,
    ]
)


def register() -> None:
    """Add operators and menu entries."""
    _register()
    add_to_menu(bpy.types.TOPBAR_MT_file_import, _import_entry)
    add_to_menu(bpy.types.VIEW3D_MT_add, _add_entry)


def unregister() -> None:
    """Take them away."""
    remove_from_menu(bpy.types.VIEW3D_MT_add, _add_entry)
    remove_from_menu(bpy.types.TOPBAR_MT_file_import, _import_entry)
    _unregister()
