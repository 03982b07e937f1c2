# SPDX-License-Identifier: GPL-3.0-or-later
"""The objects of a plan, made in Blender."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import bpy
import numpy as np

from fourbar import Report
from fourbar.blender import PlannedObject, ScenePlan, plan_scene, scene
from fourbar.blender.description import Opened
from fourbar.blender.mesh_arrays import MeshArrays, read_arrays
from fourbar.blender.plan import DISPLAY, mesh_source_of
from fourbar.blender.scene import ObjectLink
from fourbar.robot import Robot

from .make_materials import described_material, mesh_material
from .preferences import frame_size, package_folders
from .read_objects import DIGEST, digest_of, first_material
from .robots import keep_description

if TYPE_CHECKING:
    from numpy.typing import NDArray

Progress = Callable[[int, int], None]


class Made(NamedTuple):
    """A robot that was made: its root, what was found about its meshes, its objects by key."""

    root: bpy.types.Object
    report: Report
    objects: dict[str, bpy.types.Object]

    def of_kind(self, kind: str) -> dict[str, bpy.types.Object]:
        """The objects of a kind, by what their keys say after it."""
        start = f"{kind}:"
        return {
            key.removeprefix(start): obj
            for key, obj in self.objects.items()
            if key.startswith(start)
        }


_OWN_NORMALS = (4, 5)
"""From this version on, Blender keeps normals as they are given, and takes them at once."""


def make_robot(
    context: bpy.types.Context,
    opened: Opened,
    *,
    visuals: bool = True,
    collisions: bool = True,
    progress: Progress | None = None,
) -> Made:
    """Make all objects of a robot.

    Shapes that are not asked for become Empties, so that an export has them all the same.
    """
    report = Report()
    files = mesh_source_of(opened.robot, report, package_folders())
    plan = plan_scene(opened.robot, files)
    wanted = {"visual": visuals, "collision": collisions}
    used = {o.mesh for o in plan.objects if o.mesh is not None and wanted.get(o.kind)}
    meshes: dict[str, bpy.types.Mesh] = {}
    for number, key in enumerate(sorted(used)):
        arrays = read_arrays(plan.meshes[key], files, report)
        if arrays is not None:
            name = plan.meshes[key].filename.rpartition("/")[2] or plan.meshes[key].shape
            meshes[key] = make_mesh(name, arrays, files, report)
        if progress is not None:
            progress(number + 1, len(used))
    maker = _Maker(context, plan, meshes, files, report)
    root = maker.make()
    embedded = opened.description.path is not None and _is_inside(opened.robot)
    if embedded:
        for obj in maker.objects.values():
            if obj.type == "MESH" and obj.get(scene.SHAPE) == "mesh":
                obj[scene.EMBEDDED] = True
    keep_description(root, opened.description)
    return Made(root, report, maker.objects)


def _is_inside(robot: Robot) -> bool:
    return hasattr(robot.source, "files")


class _Maker:
    def __init__(
        self,
        context: bpy.types.Context,
        plan: ScenePlan,
        meshes: dict[str, bpy.types.Mesh],
        files: Any,
        report: Report,
    ) -> None:
        self.plan = plan
        self.meshes = meshes
        self.files = files
        self.report = report
        self.objects: dict[str, bpy.types.Object] = {}
        self.collection = bpy.data.collections.new(plan.robot.name)
        context.scene.collection.children.link(self.collection)
        self.size = _extent(plan) * frame_size()
        joints = {joint.child: joint for joint in plan.robot.joints}
        self.carriers = {
            f"link:{name}": joint for name, joint in joints.items() if name in plan.robot.links
        }

    def make(self) -> bpy.types.Object:
        for planned in self.plan.objects:
            self._object(planned)
        for planned in self.plan.objects:
            self._finish(planned, self.objects[planned.key])
        root = self.objects["robot"]
        self.collection["fourbar_root"] = root
        return root

    def _object(self, planned: PlannedObject) -> None:
        mesh = self.meshes.get(planned.mesh) if planned.mesh else None
        obj = bpy.data.objects.new(planned.name, mesh)
        self.objects[planned.key] = obj
        self.collection.objects.link(obj)
        if planned.parent is not None:
            obj.parent = self.objects[planned.parent]
        obj.location = planned.origin.xyz
        obj.rotation_euler = planned.origin.rpy
        obj.scale = planned.scale
        if mesh is None:
            obj.empty_display_type = DISPLAY.get(planned.kind, "CUBE")
            obj.empty_display_size = self.size * (0.5 if planned.kind == "sensor" else 1.0)
        show_kind(obj, planned.kind)
        if planned.kind == "link":
            self._prepare_motion(planned, obj)
        if planned.kind == "visual" and mesh is not None:
            self._colour(planned, obj)

    def _prepare_motion(self, planned: PlannedObject, obj: bpy.types.Object) -> None:
        joint = self.carriers.get(planned.key)
        single = joint is None or joint.kind.turns_about_one_axis
        obj.rotation_mode = "AXIS_ANGLE" if single else "QUATERNION"
        lock_motion(obj)

    def _colour(self, planned: PlannedObject, obj: bpy.types.Object) -> None:
        """Parts without a colour of their own get the description's, on this object only."""
        bare = [n for n, material in enumerate(obj.data.materials) if material is None]
        if bare:
            material = described_material(planned.material, self.files, self.report, planned.name)
            for number in bare:
                obj.material_slots[number].link = "OBJECT"
                obj.material_slots[number].material = material
        first = first_material(obj)
        if first is not None:
            obj[scene.MATERIAL] = first

    def _finish(self, planned: PlannedObject, obj: bpy.types.Object) -> None:
        for name, value in planned.properties.items():
            obj[name] = self.objects[value.name] if isinstance(value, ObjectLink) else value
        obj[scene.KIND] = planned.kind
        remember(obj)


def remember(obj: bpy.types.Object) -> None:
    """Note how Blender shows an object that was just made: what differs later is an edit."""
    obj[scene.OBJECT] = obj.name
    obj[scene.SHOWN] = [*obj.location, *obj.rotation_euler, *obj.scale]


def lock_motion(obj: bpy.types.Object) -> None:
    """Keep hands off a link: its joint moves it."""
    obj.lock_location = obj.lock_rotation = obj.lock_scale = (True, True, True)
    obj.lock_rotation_w = True
    obj.lock_rotations_4d = True


def show_kind(obj: bpy.types.Object, kind: str) -> None:
    """Draw an object as what it is."""
    if kind == "collision":
        obj.display_type = "WIRE"
        obj.hide_render = True
        obj.show_in_front = True


def make_mesh(
    name: str, arrays: MeshArrays, files: Any = None, report: Report | None = None
) -> bpy.types.Mesh:
    """A mesh of arrays, with the materials of its file.

    Attributes take a whole array at once; the same numbers through `vertices`, `loops` and
    `polygons` are set one by one, which takes ten times as long.
    """
    mesh = bpy.data.meshes.new(name)
    count = len(arrays.triangles)
    mesh.vertices.add(len(arrays.positions))
    mesh.attributes["position"].data.foreach_set("vector", arrays.positions.ravel())
    mesh.loops.add(3 * count)
    mesh.attributes[".corner_vert"].data.foreach_set("value", arrays.triangles.ravel())
    mesh.polygons.add(count)
    mesh.polygons.foreach_set("loop_start", np.arange(0, 3 * count, 3, dtype=np.int32))
    if arrays.texcoords is not None:
        layer = mesh.uv_layers.new(name="UVMap", do_init=False)
        corners = arrays.texcoords[arrays.triangles.ravel()]
        layer.uv.foreach_set("vector", np.ascontiguousarray(corners).ravel())
    for material in arrays.materials:
        mesh.materials.append(None if material is None else mesh_material(material))
    if len(arrays.materials) > 1:
        _attribute(mesh, "material_index", "INT", "FACE", "value", arrays.material_numbers)
    if arrays.normals is None:
        _attribute(mesh, "sharp_face", "BOOLEAN", "FACE", "value", np.ones(count, bool))
    mesh.update(calc_edges=True)
    if arrays.normals is not None and bpy.app.version >= _OWN_NORMALS:
        _attribute(mesh, "custom_normal", "FLOAT_VECTOR", "POINT", "vector", arrays.normals)
    elif arrays.normals is not None:
        mesh.normals_split_custom_set_from_vertices(arrays.normals)
    mesh[DIGEST] = digest_of(arrays.positions, arrays.triangles)
    return mesh


def _attribute(
    mesh: bpy.types.Mesh, name: str, kind: str, domain: str, field: str, values: NDArray[Any]
) -> None:
    """A new attribute of a mesh, all of its values at once."""
    mesh.attributes.new(name, kind, domain).data.foreach_set(field, values.ravel())


def _extent(plan: ScenePlan) -> float:
    """About how large a robot is: the largest distance of a joint from its link, times four."""
    sizes = [max(map(abs, o.origin.xyz)) for o in plan.objects if o.kind in ("joint", "visual")]
    return 4.0 * max([*sizes, 0.05])
