# SPDX-License-Identifier: GPL-3.0-or-later
"""Operators that build robots: links, frames, joints and loops."""

from __future__ import annotations

import bpy
import numpy as np
from mathutils import Matrix, Vector

import fourbar as fb
from fourbar.blender import scene
from fourbar.blender.fields import needed_limits
from fourbar.blender.names import free_name, sanitised, shape_name

from . import robots, running
from .classes import Reporting, registrar
from .make_objects import lock_motion, remember
from .on_robot import OnRobot

JOINT_TYPES = [(name, name, "") for name in fb.robot.JOINT_TYPES]
AXES = [
    ("Z", "Z", "The joint Empty's z axis"),
    ("Y", "Y", "The joint Empty's y axis"),
    ("X", "X", "The joint Empty's x axis"),
]
VECTORS = {"X": (1.0, 0.0, 0.0), "Y": (0.0, 1.0, 0.0), "Z": (0.0, 0.0, 1.0)}


def new_part(root: bpy.types.Object, kind: str, name: str, display: str) -> bpy.types.Object:
    """A new Empty of a robot, under a name that a description can have."""
    own = free_name(sanitised(name, kind), {o.get(scene.NAME) for o in robots.parts_of(root, kind)})
    obj = bpy.data.objects.new(own, None)
    obj.empty_display_type = display
    obj.empty_display_size = next(
        (o.empty_display_size for o in robots.parts_of(root, "link")), 0.1
    )
    collection = robots.collection_of(root) or root.users_collection[0]
    collection.objects.link(obj)
    obj[scene.KIND] = kind
    obj[scene.NAME] = own
    return obj


def hang(obj: bpy.types.Object, parent: bpy.types.Object, world: Matrix) -> None:
    """Parent an object so that its own transform is all there is between the two."""
    obj.parent = parent
    obj.matrix_parent_inverse = Matrix.Identity(4)
    bpy.context.view_layer.update()
    obj.matrix_local = parent.matrix_world.inverted() @ world


class FOURBAR_OT_new_robot(Reporting, bpy.types.Operator):
    """Start a robot of one link"""

    bl_idname = "fourbar.new_robot"
    bl_label = "New Robot"
    bl_options = {"REGISTER", "UNDO"}

    name: bpy.props.StringProperty(name="Name", default="robot")

    def run(self, context: bpy.types.Context) -> None:
        """Make the root and the first link."""
        name = sanitised(self.name, "robot")
        collection = bpy.data.collections.new(name)
        context.scene.collection.children.link(collection)
        root = bpy.data.objects.new(name, None)
        root.empty_display_type = "CUBE"
        root.empty_display_size = 0.1
        collection.objects.link(root)
        root[scene.KIND], root[scene.NAME] = "robot", name
        remember(root)
        collection["fourbar_root"] = root
        link = new_part(root, "link", "base_link", "PLAIN_AXES")
        link.parent = root
        link.rotation_mode = "AXIS_ANGLE"
        lock_motion(link)
        remember(link)
        context.view_layer.objects.active = link


class FOURBAR_OT_link_from_mesh(OnRobot, bpy.types.Operator):
    """Make a link of every selected mesh; the mesh becomes its visual and stays where it is"""

    bl_idname = "fourbar.link_from_mesh"
    bl_label = "Link from Mesh"

    def run(self, context: bpy.types.Context) -> None:
        """One link per mesh, not connected yet."""
        root = robots.chosen_root(context)
        meshes = [o for o in context.selected_objects if o.type == "MESH" and not robots.kind_of(o)]
        if not meshes:
            raise ValueError("select one or more meshes that are not part of a robot yet")
        for mesh in meshes:
            world = mesh.matrix_world.copy()
            place = Matrix.Translation(world.translation) @ world.to_3x3().normalized().to_4x4()
            name = mesh.name
            mesh.name = shape_name(name, "visual", 0)
            link = new_part(root, "link", name, "PLAIN_AXES")
            hang(link, root, place)
            remember(link)
            hang(mesh, link, world)
            mesh.rotation_mode = "XYZ"
            mesh[scene.KIND] = "visual"
        running.forget_robot(root)


class FOURBAR_OT_add_frame(OnRobot, bpy.types.Operator):
    """Add a link without shapes, fixed to the active link at the 3D cursor"""

    bl_idname = "fourbar.add_frame"
    bl_label = "Add Frame"

    name: bpy.props.StringProperty(name="Name", default="frame")

    def run(self, context: bpy.types.Context) -> None:
        """A frame and its fixed joint."""
        root = robots.chosen_root(context)
        parent = context.object
        if robots.kind_of(parent) != "link":
            raise ValueError("make a link active")
        link = new_part(root, "link", self.name, "PLAIN_AXES")
        world = Matrix.Translation(context.scene.cursor.location)
        connect(context, root, parent, link, world, "fixed", "Z")


def connect(
    context: bpy.types.Context,
    root: bpy.types.Object,
    parent: bpy.types.Object,
    child: bpy.types.Object,
    world: Matrix,
    kind: str,
    axis: str,
) -> bpy.types.Object:
    """A joint between two links; all that hangs on the child stays where it is."""
    context.view_layer.update()
    below = [(o, o.matrix_world.copy()) for o in child.children]
    joint = new_part(root, "joint", f"{parent.name}_to_{child.name}", "ARROWS")
    hang(joint, parent, world)
    joint["type"] = kind
    joint["axis"] = VECTORS[axis]
    joint["parent_link"], joint["child_link"] = parent, child
    for name, value in needed_limits(kind).items():
        joint[name] = value
    remember(joint)
    child.parent = joint
    child.matrix_parent_inverse = Matrix.Identity(4)
    child.rotation_mode = "AXIS_ANGLE"
    child.location, child.rotation_axis_angle = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0)
    child.scale = (1.0, 1.0, 1.0)
    lock_motion(child)
    remember(child)
    context.view_layer.update()
    for obj, place in below:
        hang(obj, child, place)
    running.forget_robot(root)
    return joint


class FOURBAR_OT_add_joint(OnRobot, bpy.types.Operator):
    """Connect two selected links, the active one as the child unless it is the base: the joint is at the child's origin, the 3D cursor, or the circle of selected vertices"""  # noqa: E501

    bl_idname = "fourbar.add_joint"
    bl_label = "Add Joint"

    type: bpy.props.EnumProperty(name="Type", items=JOINT_TYPES, default="revolute")
    axis: bpy.props.EnumProperty(name="Axis", items=AXES)
    place: bpy.props.EnumProperty(
        name="At",
        items=[
            ("CHILD", "Child link", "The origin of the child link"),
            ("CURSOR", "3D cursor", "The 3D cursor"),
            ("CIRCLE", "Selected circle", "The selected vertices of a mesh of the child"),
        ],
    )

    def run(self, context: bpy.types.Context) -> None:
        """Make the joint."""
        root = robots.chosen_root(context)
        child = context.object
        links = [o for o in context.selected_objects if robots.kind_of(o) == "link"]
        if len(links) != 2 or child not in links:
            raise ValueError("select two links, the child last")
        (parent,) = (o for o in links if o != child)
        base = next(robots.parts_of(root, "link"))
        if child == base and robots.kind_of(parent.parent) != "joint":
            child, parent = parent, child  # the base of a robot stays its base
        carrier = child.parent
        if robots.kind_of(carrier) == "joint":
            raise ValueError(
                f"joint '{carrier.name}' carries '{child.name}' already; reparent or delete it, "
                "or add a loop"
            )
        if is_above(child, parent):
            raise ValueError(f"'{parent.name}' hangs on '{child.name}'; select them the other way")
        world = Matrix.Translation(child.matrix_world.translation)
        if self.place == "CURSOR":
            world = context.scene.cursor.matrix.copy()
        elif self.place == "CIRCLE":
            world = circle_of(child)
        joint = connect(context, root, parent, child, world, self.type, self.axis)
        limits = "; its limits are a beginning" if joint.get("lower") is not None else ""
        self.report({"INFO"}, f"'{joint.name}' carries '{child.name}' on '{parent.name}'{limits}")


def is_above(upper: bpy.types.Object, lower: bpy.types.Object) -> bool:
    """Whether an object is another, or hangs on it however far down."""
    while lower is not None:
        if lower == upper:
            return True
        lower = lower.parent
    return False


def circle_of(link: bpy.types.Object) -> Matrix:
    """The frame of the circle through the selected vertices: its centre, z along its axis."""
    points = [
        mesh.matrix_world @ vertex.co
        for mesh in link.children
        if mesh.type == "MESH"
        for vertex in mesh.data.vertices
        if vertex.select
    ]
    if len(points) < 3:
        raise ValueError("select at least three vertices of a mesh of the child in edit mode")
    rows = np.array([tuple(p) for p in points])
    middle = rows.mean(axis=0)
    _, sizes, ways = np.linalg.svd(rows - middle)
    if sizes[1] <= 1e-6 * max(sizes[0], 1e-12):
        raise ValueError("the selected vertices are in a line; select those of a circle")
    # |p - c|^2 = r^2 in the plane is linear in c and r^2 - |c|^2.
    flat = (rows - middle) @ ways[:2].T
    system = np.column_stack([2.0 * flat, np.ones(len(flat))])
    solved, *_ = np.linalg.lstsq(system, (flat**2).sum(axis=1), rcond=None)
    centre = middle + solved[:2] @ ways[:2]
    turn = Vector((0.0, 0.0, 1.0)).rotation_difference(Vector(ways[2]))
    return Matrix.Translation(centre) @ turn.to_matrix().to_4x4()


class FOURBAR_OT_add_loop(OnRobot, bpy.types.Operator):
    """Close a loop between two selected links, at the 3D cursor or at the origins of both; the active one is the successor"""  # noqa: E501

    bl_idname = "fourbar.add_loop"
    bl_label = "Add Loop"

    type: bpy.props.EnumProperty(name="Type", items=JOINT_TYPES, default="revolute")
    axis: bpy.props.EnumProperty(name="Axis", items=AXES)
    place: bpy.props.EnumProperty(
        name="At",
        items=[
            ("CURSOR", "3D cursor", "Both ends at the 3D cursor"),
            ("FRAMES", "Both frames", "Each end at the origin of its link; Close Loops joins them"),
        ],
    )

    def run(self, context: bpy.types.Context) -> None:
        """A frame on each link."""
        root = robots.chosen_root(context)
        far = context.object
        links = [o for o in context.selected_objects if robots.kind_of(o) == "link"]
        if len(links) != 2 or far not in links:
            raise ValueError("select two links, the successor last")
        (near,) = (o for o in links if o != far)
        cursor = context.scene.cursor.matrix.copy()
        at_links = self.place == "FRAMES"
        loop = new_part(root, "loop", f"{near.name}_loop_{far.name}", "SINGLE_ARROW")
        end = new_part(root, "loop_successor", f"{loop.name}_successor", "CIRCLE")
        hang(loop, near, near.matrix_world.copy() if at_links else cursor)
        hang(end, far, far.matrix_world.copy() if at_links else cursor)
        loop["type"], loop["axis"] = self.type, VECTORS[self.axis]
        loop["predecessor"], loop["successor"] = near, far
        loop["successor_frame"], end["loop"] = end, loop
        remember(loop)
        remember(end)
        running.forget_robot(root)


register, unregister = registrar(
    [
        FOURBAR_OT_new_robot,
        FOURBAR_OT_link_from_mesh,
        FOURBAR_OT_add_frame,
        FOURBAR_OT_add_joint,
        FOURBAR_OT_add_loop,
    ]
)
