# SPDX-License-Identifier: GPL-3.0-or-later
"""Operators that change a joint: its type, its axis, its elements, the link it hangs on."""

from __future__ import annotations

import bpy

from fourbar.blender.fields import JOINT_ELEMENTS, added_element, flipped_joint, needed_limits

from . import robots, running
from .building import AXES, JOINT_TYPES, VECTORS, hang, is_above
from .classes import registrar
from .on_robot import OnRobot


class _OnJoint(OnRobot):
    """An operator on the active joint, or on a loop where that is asked for."""

    kinds = ("joint",)

    def run(self, context: bpy.types.Context) -> None:
        """Change it; what was computed before does not hold any more."""
        joint = context.object
        if robots.kind_of(joint) not in self.kinds:
            raise ValueError(f"make a {' or '.join(self.kinds)} active")
        self.change(context, joint)
        root = robots.chosen_root(context)
        running.forget_robot(root)
        root.update_tag()

    def change(self, context: bpy.types.Context, joint: bpy.types.Object) -> None:
        """What the operator does."""
        raise NotImplementedError


class FOURBAR_OT_set_axis(_OnJoint, bpy.types.Operator):
    """Let the joint move about or along the x, y or z axis of its Empty"""

    bl_idname = "fourbar.set_axis"
    bl_label = "Set Axis"
    kinds = ("joint", "loop")

    axis: bpy.props.EnumProperty(name="Axis", items=AXES)

    def change(self, context: bpy.types.Context, joint: bpy.types.Object) -> None:
        """The exact vector, such as 1 0 0."""
        joint["axis"] = VECTORS[self.axis]


class FOURBAR_OT_set_joint_type(_OnJoint, bpy.types.Operator):
    """Change how the joint moves; limits are added where the type needs them"""

    bl_idname = "fourbar.set_joint_type"
    bl_label = "Set Type"
    kinds = ("joint", "loop")

    type: bpy.props.EnumProperty(name="Type", items=JOINT_TYPES)

    def change(self, context: bpy.types.Context, joint: bpy.types.Object) -> None:
        """Another type."""
        joint["type"] = self.type
        for name, value in needed_limits(self.type).items():
            if robots.kind_of(joint) == "joint" and joint.get(name) is None:
                joint[name] = value


ELEMENTS = [(name, name.replace("_", " ").capitalize(), "") for name in (*JOINT_ELEMENTS, "mimic")]


class FOURBAR_OT_add_element(_OnJoint, bpy.types.Operator):
    """Add limits, dynamics, a safety controller or calibration to the joint; a mimic follows the other selected joint"""  # noqa: E501

    bl_idname = "fourbar.add_element"
    bl_label = "Add to Joint"

    element: bpy.props.EnumProperty(name="Element", items=ELEMENTS)

    def change(self, context: bpy.types.Context, joint: bpy.types.Object) -> None:
        """Numbers to begin with."""
        if self.element == "mimic":
            others = [
                o for o in context.selected_objects if robots.kind_of(o) == "joint" and o != joint
            ]
            if len(others) != 1:
                raise ValueError("select the joint to follow, then the one that follows")
            joint["mimic"], joint["multiplier"], joint["offset"] = others[0], 1.0, 0.0
            return
        for name, value in added_element(self.element, str(joint.get("type"))).items():
            if joint.get(name) is None:
                joint[name] = value


class FOURBAR_OT_remove_element(_OnJoint, bpy.types.Operator):
    """Take limits, dynamics, a safety controller, calibration or a mimic away from the joint"""

    bl_idname = "fourbar.remove_element"
    bl_label = "Remove from Joint"

    element: bpy.props.EnumProperty(name="Element", items=ELEMENTS)

    def change(self, context: bpy.types.Context, joint: bpy.types.Object) -> None:
        """All of its numbers."""
        for name in JOINT_ELEMENTS.get(self.element, ("mimic", "multiplier", "offset")):
            joint.pop(name, None)


class FOURBAR_OT_flip_axis(_OnJoint, bpy.types.Operator):
    """Turn the axis of the active joint around with its limits, mimics and position: nothing moves"""  # noqa: E501

    bl_idname = "fourbar.flip_axis"
    bl_label = "Flip Axis"

    def change(self, context: bpy.types.Context, joint: bpy.types.Object) -> None:
        """Positive becomes negative."""
        root = robots.chosen_root(context)
        run = running.running(root)
        name = robots.name_of(root, joint, "joint")
        if name in run.keys and run.poser.model.joint(name).nq != 1:
            raise ValueError(f"'{joint.name}' has several degrees of freedom")
        values = dict(joint.items())
        for key, value in flipped_joint(values).items():
            joint[key] = value
        for other in robots.parts_of(root, "joint"):
            if other.get("mimic") == joint:
                other["multiplier"] = 0.0 - other.get("multiplier", 1.0)
        key = run.keys.get(name)
        if key:
            root[key] = 0.0 - root[key]
            if root.animation_data is not None:
                self.report({"WARNING"}, f"keyframes of '{joint.name}' were not turned around")


class FOURBAR_OT_set_independent(_OnJoint, bpy.types.Operator):
    """Whether the joint leads the loops it is in, follows them, or fourbar chooses"""

    bl_idname = "fourbar.set_independent"
    bl_label = "Set Independent"

    lead: bpy.props.EnumProperty(
        name="Lead",
        items=[
            ("CHOSEN", "Chosen by fourbar", "The description leaves it open"),
            ("LEADS", "Leads", 'independent="true"'),
            ("FOLLOWS", "Follows", 'independent="false"'),
        ],
    )

    def change(self, context: bpy.types.Context, joint: bpy.types.Object) -> None:
        """As URDF+ has it."""
        joint.pop("independent", None)
        if self.lead != "CHOSEN":
            joint["independent"] = self.lead == "LEADS"


class FOURBAR_OT_reparent(_OnJoint, bpy.types.Operator):
    """Hang the active joint on the other selected link; nothing moves"""

    bl_idname = "fourbar.reparent"
    bl_label = "Reparent Joint"

    def change(self, context: bpy.types.Context, joint: bpy.types.Object) -> None:
        """Change its parent link."""
        links = [o for o in context.selected_objects if robots.kind_of(o) == "link"]
        if len(links) != 1:
            raise ValueError("select the new parent link, then the joint")
        if is_above(joint, links[0]):
            raise ValueError(f"'{links[0].name}' hangs on '{joint.name}'")
        hang(joint, links[0], joint.matrix_world.copy())
        joint["parent_link"] = links[0]


register, unregister = registrar(
    [
        FOURBAR_OT_set_axis,
        FOURBAR_OT_set_joint_type,
        FOURBAR_OT_add_element,
        FOURBAR_OT_remove_element,
        FOURBAR_OT_flip_axis,
        FOURBAR_OT_set_independent,
        FOURBAR_OT_reparent,
    ]
)
