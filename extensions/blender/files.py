# SPDX-License-Identifier: GPL-3.0-or-later
"""File > Import > Robot and File > Export > Robot."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import bpy
import numpy as np
from bpy_extras.io_utils import ExportHelper, ImportHelper

import fourbar as fb
from fourbar.assets import Primitive, TriangleMesh
from fourbar.assets.write_stl import write_stl
from fourbar.blender.description import Opened, open_description
from fourbar.blender.shapes import NewMesh
from fourbar.blender.trajectory import as_motion
from fourbar.diagnostics import Severity
from fourbar.files import write_atomic
from fourbar.mechanics.simulation import Motion
from fourbar.robot import Mesh

from . import robots, running
from .classes import Reporting, add_to_menu, registrar, remove_from_menu
from .devices import fill_devices
from .make_objects import make_robot
from .motions import is_animated, played
from .on_robot import OnRobot
from .preferences import package_folders

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
        root, report = make_robot(
            context,
            opened,
            visuals=visuals,
            collisions=collisions,
            progress=lambda done, total: manager.progress_update(done / total),
        )
    finally:
        manager.progress_end()
    found = fb.Report()
    found.extend(opened.report)
    found.extend(report)
    fill_devices(root, opened.robot)
    run = running.try_running(root)
    if run is not None:
        running.show_pose(root, run)
    for obj in robots.parts_of(root, "collision"):
        if obj.name in context.view_layer.objects:
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

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Ask for a file; of one that was dropped, only for the options."""
        if self.properties.is_property_set("filepath"):
            return context.window_manager.invoke_props_dialog(self)
        return ImportHelper.invoke(self, context, event)

    def draw(self, context: bpy.types.Context) -> None:
        """The options."""
        for name in ("arguments", "srdf", "visuals", "collisions"):
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
        text = f"{root.name}: {errors} errors, {warnings} warnings; the first: {first.message}"
        operator.report({"WARNING"}, text)
    else:
        operator.report({"INFO"}, f"imported {root.name}")


# Export


def mesh_bytes(obj: bpy.types.Object) -> bytes:
    """An object's mesh with its modifiers as an STL file, in the axes of the object."""
    evaluated = obj.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    try:
        mesh.calc_loop_triangles()
        points = np.empty(3 * len(mesh.vertices), np.float32)
        corners = np.empty(3 * len(mesh.loop_triangles), np.int32)
        mesh.vertices.foreach_get("co", points)
        mesh.loop_triangles.foreach_get("vertices", corners)
    finally:
        evaluated.to_mesh_clear()
    triangles = Primitive.from_arrays(points.reshape(-1, 3), corners.reshape(-1, 3))
    return write_stl(TriangleMesh((triangles,)))


def write_meshes(meshes: tuple[NewMesh, ...], folder: Path) -> None:
    """Write the meshes that were edited or made here."""
    if meshes:
        folder.mkdir(parents=True, exist_ok=True)
    for mesh in meshes:
        write_atomic(folder / mesh.file, mesh_bytes(bpy.data.objects[mesh.object]))


def export_urdf(root: bpy.types.Object, path: Path, *, force: bool = False) -> bool:
    """Write a robot; whether all that nobody changed is byte for byte as it was."""
    description = robots.description_of(root)
    found = robots.scene_robot(root, meshes="meshes")
    written = description.export(found, force=force)
    write_meshes(written.meshes, path.parent / "meshes")
    _bring_meshes(found.robot, description.path, path, {m.file for m in written.meshes})
    write_atomic(path, written.data)
    return written.is_patched


def _bring_meshes(robot: fb.Robot, source: Path | None, target: Path, new: set[str]) -> None:
    """Copy mesh files that a description names relative to itself, into a new place.

    Files that are there already stay as they are.
    """
    if source is None or source.parent.resolve() == target.parent.resolve():
        return
    for link in robot.links:
        for shape in (*link.visuals, *link.collisions):
            if not isinstance(shape.geometry, Mesh):
                continue
            name = shape.geometry.filename
            if ":" in name or Path(name).is_absolute() or ".." in Path(name).parts:
                continue
            origin, copy = source.parent / name, target.parent / name
            if origin.is_file() and not copy.exists():
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(origin, copy)


def export_glb(
    root: bpy.types.Object,
    path: Path,
    *,
    force: bool = False,
    motion: Motion | None = None,
) -> None:
    """Write a robot as a GLB file with working joints, loops included.

    With a motion, that is its animation; otherwise there are previews of each joint.
    """
    description = robots.description_of(root)
    name = f"{robots.scene_robot(root).robot.name}_meshes"
    found = robots.scene_robot(root, meshes=f"package://{name}")
    description.export(found, force=force)
    with tempfile.TemporaryDirectory() as folder:
        write_meshes(found.meshes, Path(folder))
        packages = {**description.packages, name: folder}
        motions = [] if motion is None else [motion]
        fb.save(found.robot, path, packages=packages, motions=motions, animations=motion is None)


class FOURBAR_OT_export_urdf(OnRobot, bpy.types.Operator, ExportHelper):
    """Export the robot as URDF; what was not edited stays byte for byte as it was imported"""

    bl_idname = "fourbar.export_urdf"
    bl_label = "Export URDF"
    bl_options = {"REGISTER"}
    filename_ext = ".urdf"

    filter_glob: bpy.props.StringProperty(default="*.urdf", options={"HIDDEN"})
    force: bpy.props.BoolProperty(
        name="Despite problems", description="Write a robot whose links are not connected"
    )

    def run(self, context: bpy.types.Context) -> None:
        """Write the file."""
        root = robots.chosen_root(context)
        if not export_urdf(root, Path(self.filepath), force=self.force):
            self.report({"WARNING"}, "the text could not take all changes and was rewritten")


class FOURBAR_OT_export_glb(OnRobot, bpy.types.Operator, ExportHelper):
    """Export the robot as GLB with working joints and loops (EXT_robot_kinematics)"""

    bl_idname = "fourbar.export_glb"
    bl_label = "Export GLB"
    bl_options = {"REGISTER"}
    filename_ext = ".glb"

    filter_glob: bpy.props.StringProperty(default="*.glb", options={"HIDDEN"})
    animation: bpy.props.BoolProperty(
        name="Animation",
        description="The frame range as an animation, if anything moves",
        default=True,
    )

    def run(self, context: bpy.types.Context) -> None:
        """Write the file."""
        root = robots.chosen_root(context)
        motion = None
        if self.animation and is_animated(root):
            run = running.running(root)
            motion = as_motion(run.poser.model, *played(context.scene, run))
        export_glb(root, Path(self.filepath), motion=motion)


class FOURBAR_FH_robot(bpy.types.FileHandler):
    """Drag and drop of descriptions."""

    bl_idname = "FOURBAR_FH_robot"
    bl_label = "Robot"
    bl_import_operator = "fourbar.import_robot"
    bl_file_extensions = ".urdf;.xacro"

    @classmethod
    def poll_drop(cls, context: bpy.types.Context) -> bool:
        """Into the 3D view and the outliner."""
        return context.area is not None and context.area.type in ("VIEW_3D", "OUTLINER")


def _import_entry(menu: bpy.types.Menu, context: bpy.types.Context) -> None:
    menu.layout.operator("fourbar.import_robot", text="Robot (.urdf, .xacro, .glb)")


def _export_entries(menu: bpy.types.Menu, context: bpy.types.Context) -> None:
    menu.layout.operator("fourbar.export_urdf", text="Robot (.urdf)")
    menu.layout.operator("fourbar.export_glb", text="Robot (.glb)")


def _add_entry(menu: bpy.types.Menu, context: bpy.types.Context) -> None:
    menu.layout.operator_menu_enum(
        "fourbar.import_gallery", "robot", text="Robot", icon="ARMATURE_DATA"
    )


_register, _unregister = registrar(
    [
        FOURBAR_OT_import_robot,
        FOURBAR_OT_import_gallery,
        FOURBAR_OT_export_urdf,
        FOURBAR_OT_export_glb,
        FOURBAR_FH_robot,
    ]
)


def register() -> None:
    """Add operators and menu entries."""
    _register()
    add_to_menu(bpy.types.TOPBAR_MT_file_import, _import_entry)
    add_to_menu(bpy.types.TOPBAR_MT_file_export, _export_entries)
    add_to_menu(bpy.types.VIEW3D_MT_add, _add_entry)


def unregister() -> None:
    """Take them away."""
    remove_from_menu(bpy.types.VIEW3D_MT_add, _add_entry)
    remove_from_menu(bpy.types.TOPBAR_MT_file_export, _export_entries)
    remove_from_menu(bpy.types.TOPBAR_MT_file_import, _import_entry)
    _unregister()
