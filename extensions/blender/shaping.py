# SPDX-License-Identifier: GPL-3.0-or-later
"""Operators that give links shapes and masses."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any, get_args

import bpy

import fourbar as fb
from fourbar.blender import scene
from fourbar.blender.fields import link_properties
from fourbar.blender.mesh_arrays import arrays_of, primitive_arrays
from fourbar.blender.names import shape_name
from fourbar.blender.plan import MeshUse
from fourbar.covers.choose import Method
from fourbar.covers.cover import Body
from fourbar.robot import Box, Capsule, Cylinder, Sphere

from . import robots
from .building import hang
from .classes import registrar
from .exports import write_meshes
from .make_objects import make_mesh, show_kind
from .on_robot import OnRobot
from .read_objects import DIGEST, mesh_digest


class FOURBAR_OT_assign_role(OnRobot, bpy.types.Operator):
    """Make the selected meshes visuals or collisions of the active link"""

    bl_idname = "fourbar.assign_role"
    bl_label = "Assign"

    role: bpy.props.EnumProperty(
        name="Role", items=[("visual", "Visual", ""), ("collision", "Collision", "")]
    )

    def run(self, context: bpy.types.Context) -> None:
        """Hang them on the link."""
        link = context.object
        meshes = [o for o in context.selected_objects if o.type == "MESH"]
        if robots.kind_of(link) != "link" or not meshes:
            raise ValueError("select meshes, then the link")
        for mesh in meshes:
            world = mesh.matrix_world.copy()
            mesh.rotation_mode = "XYZ"
            hang(mesh, link, world)
            mesh[scene.KIND] = self.role
            for key in (scene.LINK, scene.INDEX):
                mesh.pop(key, None)
            mesh.display_type, mesh.hide_render = "TEXTURED", False
            show_kind(mesh, self.role)


def current_robot(root: bpy.types.Object, folder: str) -> tuple[fb.Robot, dict[str, str]]:
    """The robot of the scene with its new meshes in a folder, and its packages."""
    found = robots.scene_robot(root, meshes="package://fourbar_new_meshes")
    write_meshes(found.meshes, Path(folder))
    packages = {**robots.description_of(root).packages, "fourbar_new_meshes": folder}
    return found.robot, packages


def selected_links(context: bpy.types.Context, root: bpy.types.Object) -> dict[str, Any]:
    """The links that are selected, or that selected shapes are on, by name."""
    names = {
        obj: name
        for (kind, name), obj in robots.scene_robot(root).objects.items()
        if kind == "link"
    }
    found: dict[str, Any] = {}
    for obj in context.selected_objects:
        above = obj
        while above is not None and robots.kind_of(above) != "link":
            above = above.parent
        if above is not None and above.name in names:
            found[names[above.name]] = above
    if not found:
        raise ValueError("select one or more links, or shapes of them")
    return found


class FOURBAR_OT_compute_inertia(OnRobot, bpy.types.Operator):
    """Mass, centre of mass and inertia of the selected links, from all of their shapes"""

    bl_idname = "fourbar.compute_inertia"
    bl_label = "Compute Inertia"

    density: bpy.props.FloatProperty(
        name="Density", description="In kg/m3; 0 keeps the mass", default=0.0, min=0.0
    )
    mass: bpy.props.FloatProperty(
        name="Mass", description="In kg; 0 keeps the mass", default=0.0, min=0.0
    )

    def run(self, context: bpy.types.Context) -> None:
        """Compute and store them as doubles."""
        root = robots.chosen_root(context)
        with tempfile.TemporaryDirectory() as folder:
            robot, packages = current_robot(root, folder)
            links = selected_links(context, root)
            locked = [name for name, obj in links.items() if obj.get(scene.LOCKED)]
            if locked:
                raise ValueError(f"the inertia of '{locked[0]}' is locked; unlock it first")
            for name, obj in links.items():
                found = fb.inertial_from_shapes(
                    robot,
                    name,
                    mass=self.mass or None,
                    density=self.density or None,
                    packages=packages,
                )
                for key, value in link_properties(fb.Link(name, found)).items():
                    obj[key] = value


class FOURBAR_OT_lock_inertia(OnRobot, bpy.types.Operator):
    """Unlock mass and inertia of the selected links, which the file gave them, or lock them again"""  # noqa: E501

    bl_idname = "fourbar.lock_inertia"
    bl_label = "Lock Inertia"

    lock: bpy.props.BoolProperty(name="Lock", default=True)

    def run(self, context: bpy.types.Context) -> None:
        """Nothing else changes."""
        for obj in selected_links(context, robots.active_root(context)).values():
            obj[scene.LOCKED] = self.lock


class FOURBAR_OT_collide(OnRobot, bpy.types.Operator):
    """Collision shapes that contain what the selected links look like, in place of theirs"""

    bl_idname = "fourbar.collide"
    bl_label = "Generate Collision"

    method: bpy.props.EnumProperty(
        name="Method",
        items=[(m, m, "") for m in get_args(Method)],
    )
    replace: bpy.props.BoolProperty(
        name="Replace imported ones",
        description="Also where the file has collisions of its own, which may fit better",
        default=False,
    )

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[str]:
        """Ask how, and whether those of the file go."""
        return context.window_manager.invoke_props_dialog(self)

    def run(self, context: bpy.types.Context) -> None:
        """Fit, and make the objects."""
        root = robots.chosen_root(context)
        links = selected_links(context, root)
        imported = [name for name, obj in links.items() if any(map(_is_imported, obj.children))]
        if imported and not self.replace:
            raise ValueError(
                f"'{imported[0]}' has collisions of its file; tick 'Replace imported ones' to "
                "have others in their place"
            )
        with tempfile.TemporaryDirectory() as folder:
            robot, packages = current_robot(root, folder)
            rows = fb.collision_shapes(
                robot, method=self.method, links=list(links), packages=packages
            )
        for row in rows:
            if row.problem:
                self.report({"WARNING"}, f"{row.link}: {row.problem}")
                continue
            link = links[row.link]
            for old in [o for o in link.children if robots.kind_of(o) == "collision"]:
                bpy.data.objects.remove(old)
            for number, shape in enumerate(row.shapes):
                self._make(link, number, shape)

    def _make(self, link: bpy.types.Object, number: int, shape: Any) -> None:
        mesh, kind, scale, sizes = _collision_mesh(shape.geometry)
        obj = bpy.data.objects.new(shape_name(link.name, "collision", number), mesh)
        link.users_collection[0].objects.link(obj)
        obj.parent = link
        obj.location, obj.rotation_euler = shape.origin.xyz, shape.origin.rpy
        obj.scale = scale
        obj[scene.KIND], obj[scene.SHAPE], obj[scene.NAME] = "collision", kind, ""
        for key, value in sizes.items():
            obj[key] = value
        show_kind(obj, "collision")


def _is_imported(obj: bpy.types.Object) -> bool:
    return robots.kind_of(obj) == "collision" and obj.get(scene.INDEX) is not None


def _collision_mesh(geometry: Any) -> tuple[Any, str, tuple[float, ...], dict[str, float]]:
    """A mesh for a shape, its kind, the scale of its object, and further sizes."""
    one = (1.0, 1.0, 1.0)
    match geometry:
        case Box(size=size):
            return _unit("box"), "box", size, {}
        case Cylinder(radius=r, length=length):
            return _unit("cylinder"), "cylinder", (r, r, length), {}
        case Sphere(radius=r):
            return _unit("sphere"), "sphere", (r, r, r), {}
        case Capsule(radius=r, length=length):
            arrays = primitive_arrays(MeshUse("capsule", (r, length)))
            return make_mesh("capsule", arrays), "capsule", one, {"radius": r, "length": length}
        case Body():
            from fourbar.assets import Primitive, TriangleMesh

            part = Primitive.from_arrays(geometry.points, geometry.triangles)
            arrays = arrays_of(TriangleMesh((part,)), seen=False)
            assert arrays is not None  # a hull has triangles
            mesh = make_mesh("hull", arrays)
            del mesh[DIGEST]  # it has no file yet: an export writes one
            return mesh, "mesh", one, {}
    raise TypeError(type(geometry).__name__)


def _unit(kind: str) -> bpy.types.Mesh:
    """The mesh that all primitives of a kind share."""
    for mesh in bpy.data.meshes:
        if mesh.get("fourbar_unit") == kind and mesh.get(DIGEST) == mesh_digest(mesh):
            return mesh
    mesh = make_mesh(kind, primitive_arrays(MeshUse(kind, seen=True)))
    mesh["fourbar_unit"] = kind
    return mesh


register, unregister = registrar(
    [
        FOURBAR_OT_assign_role,
        FOURBAR_OT_compute_inertia,
        FOURBAR_OT_lock_inertia,
        FOURBAR_OT_collide,
    ]
)
