# SPDX-License-Identifier: GPL-3.0-or-later
"""File > Export > Robot: URDF, and GLB with joints."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import NamedTuple

import bpy
import numpy as np
from bpy_extras.io_utils import ExportHelper
from numpy.typing import NDArray

import fourbar as fb
from fourbar.assets import Primitive, TriangleMesh
from fourbar.assets.write_obj import write_obj
from fourbar.assets.write_stl import write_stl
from fourbar.blender import ExportError
from fourbar.blender.shapes import NewMesh
from fourbar.blender.trajectory import as_motion
from fourbar.files import write_atomic
from fourbar.mechanics.simulation import Motion
from fourbar.packages import Folders
from fourbar.robot import Mesh

from . import checking, gltf_hook, robots, running
from .classes import add_to_menu, registrar, remove_from_menu
from .motions import is_animated, played
from .on_robot import OnRobot


def mesh_bytes(obj: bpy.types.Object, suffix: str = ".stl") -> bytes:
    """An object's mesh with its modifiers as a file, in the axes of the object.

    STL has triangles alone; OBJ has the normals that Blender shows too, and texture coordinates.
    """
    evaluated = obj.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    try:
        mesh.calc_loop_triangles()
        points = np.empty(3 * len(mesh.vertices), np.float32)
        corners = np.empty(3 * len(mesh.loop_triangles), np.int32)
        mesh.vertices.foreach_get("co", points)
        mesh.loop_triangles.foreach_get("vertices", corners)
        points = points.reshape(-1, 3)
        if suffix == ".obj":
            return write_obj(_cornered(mesh, points[corners]), normals=True)
    finally:
        evaluated.to_mesh_clear()
    triangles = Primitive.from_arrays(points, corners.reshape(-1, 3))
    return write_stl(TriangleMesh((triangles,)))


def _cornered(mesh: bpy.types.Mesh, points: NDArray[np.float32]) -> Primitive:
    """Triangles whose corners are vertices of their own, as normals and coordinates need them."""
    used = np.empty(len(points), np.int32)
    mesh.loop_triangles.foreach_get("loops", used)
    normals = np.empty(3 * len(mesh.loops), np.float32)
    mesh.corner_normals.foreach_get("vector", normals)
    texcoords, layer = None, mesh.uv_layers.active
    if layer is not None:
        found = np.empty(2 * len(mesh.loops), np.float32)
        layer.uv.foreach_get("vector", found)
        # Blender's images begin below, glTF's above.
        texcoords = found.reshape(-1, 2)[used]
        texcoords[:, 1] = 1.0 - texcoords[:, 1]
    return Primitive.from_arrays(
        points,
        np.arange(len(points), dtype=np.int32).reshape(-1, 3),
        normals=normals.reshape(-1, 3)[used],
        texcoords=texcoords,
    )


def write_meshes(meshes: tuple[NewMesh, ...], folder: Path) -> None:
    """Write the meshes that were edited or made here."""
    if meshes:
        folder.mkdir(parents=True, exist_ok=True)
    for mesh in meshes:
        data = mesh_bytes(bpy.data.objects[mesh.object], Path(mesh.file).suffix)
        write_atomic(folder / mesh.file, data)


class Written(NamedTuple):
    """What became of an export: whether all that nobody changed is byte for byte as it was.

    `left` are mesh files that the description names from where it was, and not from where it is.
    """

    is_patched: bool
    left: tuple[str, ...]


def export_urdf(
    root: bpy.types.Object,
    path: Path,
    *,
    force: bool = False,
    suffix: str = "stl",
    package: bool = False,
) -> Written:
    """Write a robot as URDF, with the meshes that were edited and those that lie beside it.

    Parameters
    ----------
    suffix
        The format of edited meshes, `stl` or `obj`.
    package
        Whether edited meshes go into the ROS package that the file is in, and are named by it.
    """
    description = robots.description_of(root)
    folder, meshes = path.parent, "meshes"
    if package:
        folder, name = _package_of(path)
        meshes = f"package://{name}/meshes"
    found = robots.scene_robot(root, meshes=meshes, suffix=suffix)
    written = description.export(found, force=force)
    write_meshes(written.meshes, folder / "meshes")
    left = _bring_meshes(found.robot, description.path, path)
    write_atomic(path, written.data)
    return Written(written.is_patched, left)


def _package_of(path: Path) -> tuple[Path, str]:
    """The folder and the name of the ROS package that a file is in; ValueError without one."""
    folders = Folders()
    for folder in path.resolve().parents:
        name = folders.package_name(folder)
        if name is not None:
            return folder, name
    raise ValueError(f"there is no package.xml in a folder above '{path.name}'")


def _bring_meshes(robot: fb.Robot, source: Path | None, target: Path) -> tuple[str, ...]:
    """Copy mesh files that a description names relative to itself, into a new place.

    Files that are there already stay as they are. Those that are outside its folder are not
    brought: returns them.
    """
    if source is None or source.parent.resolve() == target.parent.resolve():
        return ()
    left: dict[str, None] = {}
    for link in robot.links:
        for shape in (*link.visuals, *link.collisions):
            if not isinstance(shape.geometry, Mesh):
                continue
            name = shape.geometry.filename
            if ":" in name or Path(name).is_absolute():
                continue
            origin, copy = source.parent / name, target.parent / name
            if not origin.is_file() or copy.exists():
                continue
            if ".." in Path(name).parts:
                left[name] = None
                continue
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(origin, copy)
    return tuple(left)


def export_through_blender(
    context: bpy.types.Context, root: bpy.types.Object, path: Path, *, animation: bool = True
) -> None:
    """Write a robot by Blender's own exporter, which our hook adds the joints in.

    Materials are as Blender has them, shader nodes and all, and modifiers are applied.
    """
    robots.description_of(root).export(robots.scene_robot(root))  # refuses what is no robot yet
    gltf_hook.only = root.name
    gltf_hook.exported.clear()
    try:
        bpy.ops.export_scene.gltf(
            filepath=str(path),
            export_format="GLB" if path.suffix.lower() == ".glb" else "GLTF_SEPARATE",
            export_animations=animation,
            export_apply=True,
            export_yup=True,
            use_active_scene=True,
        )
    finally:
        gltf_hook.only = None
    if root.name not in gltf_hook.exported:
        raise ValueError(
            "Blender's glTF exporter wrote no joints; is the robot in this scene, and are the "
            "extension's joints in glTF exports switched on?"
        )


def export_glb(
    root: bpy.types.Object,
    path: Path,
    *,
    force: bool = False,
    motion: Motion | None = None,
) -> None:
    """Write a robot as a GLB file with working joints, loops included, by fourbar itself.

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
    meshes: bpy.props.EnumProperty(
        name="Edited meshes",
        description="How meshes that were edited or made here are written; others stay files",
        items=[
            ("stl", "STL", "Triangles alone, which every tool reads"),
            ("obj", "OBJ", "With normals and texture coordinates"),
        ],
    )
    package: bpy.props.BoolProperty(
        name="In its package",
        description="Edited meshes go into the ROS package that the file is in: package://...",
    )

    def run(self, context: bpy.types.Context) -> None:
        """Write the file."""
        root = robots.chosen_root(context)
        try:
            written = export_urdf(
                root,
                Path(self.filepath),
                force=self.force,
                suffix=self.meshes,
                package=self.package,
            )
        except ExportError as error:
            raise ValueError(f"{error}; tick 'Despite problems' to write it all the same") from None
        if not written.is_patched:
            self.report({"WARNING"}, "the text could not take all changes and was rewritten")
        if written.left:
            text = f"{len(written.left)} mesh files are not found from there, such as"
            self.report({"WARNING"}, f"{text} '{written.left[0]}'")
        _check(context, root)


class FOURBAR_OT_export_glb(OnRobot, bpy.types.Operator, ExportHelper):
    """Export the robot as GLB with working joints and loops (EXT_robot_kinematics)"""

    bl_idname = "fourbar.export_glb"
    bl_label = "Export GLB"
    bl_options = {"REGISTER"}
    filename_ext = ".glb"

    filter_glob: bpy.props.StringProperty(default="*.glb", options={"HIDDEN"})
    writer: bpy.props.EnumProperty(
        name="Written by",
        items=[
            ("BLENDER", "Blender", "Materials of shader nodes, modifiers, objects on links"),
            ("FOURBAR", "fourbar", "The description's own meshes; each joint has a preview"),
        ],
    )
    animation: bpy.props.BoolProperty(
        name="Animation",
        description="The frame range as an animation, if anything moves",
        default=True,
    )

    def run(self, context: bpy.types.Context) -> None:
        """Write the file."""
        root, path = robots.chosen_root(context), Path(self.filepath)
        # The joints of a robot are a list, and Blender's exporter writes no empty ones.
        if self.writer == "BLENDER" and any(robots.parts_of(root, "joint")):
            export_through_blender(context, root, path, animation=self.animation)
        else:
            motion = None
            if self.animation and is_animated(root):
                run = running.running(root)
                motion = as_motion(run.poser.model, *played(context.scene, run))
            export_glb(root, path, motion=motion)
        _check(context, root)


def _check(context: bpy.types.Context, root: bpy.types.Object) -> None:
    """Put the findings about what was written into the list; none of them holds an export up."""
    if bpy.app.background:
        checking.show(context.scene, root.name, checking.check_now(root))
    else:
        checking.start(root, context.scene)


def _entries(menu: bpy.types.Menu, context: bpy.types.Context) -> None:
    menu.layout.operator("fourbar.export_urdf", text="Robot (.urdf)")
    menu.layout.operator("fourbar.export_glb", text="Robot (.glb)")


_register, _unregister = registrar([FOURBAR_OT_export_urdf, FOURBAR_OT_export_glb])


def register() -> None:
    """Add operators and menu entries."""
    _register()
    add_to_menu(bpy.types.TOPBAR_MT_file_export, _entries)


def unregister() -> None:
    """Take them away."""
    remove_from_menu(bpy.types.TOPBAR_MT_file_export, _entries)
    _unregister()
