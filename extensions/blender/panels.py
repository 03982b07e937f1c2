# SPDX-License-Identifier: GPL-3.0-or-later
"""The sidebar tab "fourbar"."""

from __future__ import annotations

from collections.abc import Iterable

import bpy

from fourbar.blender import labels, scene
from fourbar.blender.fields import JOINT_ELEMENTS

from . import overlays, robots, running
from .classes import registrar
from .motions import data_path
from .posing import saved_configurations
from .read_objects import read_object

_MOST_EDITS = 8
"""What is listed of the edits since the import."""


class TabPanel(bpy.types.Panel):
    """A panel of our tab."""

    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "fourbar"


class Of:
    """A panel for one kind of object."""

    kind = ""

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Whether such an object is active."""
        return robots.kind_of(context.object) == cls.kind


class FOURBAR_PT_robot(TabPanel):
    """Import, export, and what the robot is."""

    bl_label = "Robot"

    def draw(self, context: bpy.types.Context) -> None:
        """Counts, and whether anything was changed."""
        layout = self.layout
        row = layout.row(align=True)
        row.operator("fourbar.import_robot", text="Import")
        row.operator_menu_enum("fourbar.import_gallery", "robot", text="Gallery")
        row.operator("fourbar.new_robot", text="New")
        root = robots.active_root(context)
        if root is None:
            layout.label(text="Select a part of a robot")
            return
        layout.label(text=root.name, icon="OUTLINER_OB_ARMATURE")
        run = running.is_running(root)
        if run is not None:
            model = run.poser.model
            closed = len(run.poser.leading) if model.has_loops else model.nv
            layout.label(text=f"{len(model.robot.links)} links, {model.mass:.4g} kg")
            layout.label(text=f"Freedoms: {labels.freedom_label(model.nv, closed)}")
        state = context.scene.fourbar
        if state.checked == root.name:
            edits = state.edits.splitlines()
            layout.label(text=labels.edits_label(len(edits)))
            for line in edits[:_MOST_EDITS]:
                layout.label(text=line, icon="DOT")
        row = layout.row(align=True)
        row.operator("fourbar.export_urdf", text="Export URDF")
        row.operator("fourbar.export_glb", text="Export GLB")
        row = layout.row(align=True)
        row.operator("fourbar.to_text")
        row.operator("fourbar.apply_text")
        layout.operator("fourbar.sanitise_names")


def property_rows(layout: bpy.types.UILayout, obj: bpy.types.Object, names: Iterable[str]) -> None:
    """The properties that an object has, one per line."""
    for name in names:
        if obj.get(name) is not None:
            layout.prop(obj, data_path(name), text=name.replace("_", " ").capitalize())


def _motion(layout: bpy.types.UILayout, obj: bpy.types.Object) -> None:
    """Type and axis of a joint or loop."""
    kind = str(obj.get("type", ""))
    layout.operator_menu_enum("fourbar.set_joint_type", "type", text=f"Type: {kind}")
    row = layout.row(align=True)
    row.label(text="Axis")
    for axis in ("X", "Y", "Z"):
        row.operator("fourbar.set_axis", text=axis).axis = axis
    property_rows(layout, obj, ("axis", "axis2", "pitch"))


class FOURBAR_PT_link(Of, TabPanel):
    """The active link."""

    bl_label = "Link"
    kind = "link"

    def draw(self, context: bpy.types.Context) -> None:
        """Mass, inertia and shapes."""
        layout, link = self.layout, context.object
        shapes = [o for o in link.children if robots.kind_of(o) in ("visual", "collision")]
        layout.prop(link, "name", text="Name")
        layout.label(text=labels.link_label(len(shapes)))
        row = layout.row(align=True)
        locked = bool(link.get(scene.LOCKED))
        row.label(text=labels.inertia_label(link), icon="LOCKED" if locked else "UNLOCKED")
        if link.get("mass") is not None:
            row.operator(
                "fourbar.lock_inertia", text="Unlock" if locked else "Lock"
            ).lock = not locked
        numbers = layout.column(align=True)
        numbers.enabled = not locked
        property_rows(numbers, link, ("mass", "center_of_mass", "inertia"))
        row = layout.row(align=True)
        row.operator("fourbar.compute_inertia")
        row.operator("fourbar.collide")
        row = layout.row(align=True)
        row.operator("fourbar.add_frame")
        row.operator("fourbar.add_joint")
        row.operator("fourbar.add_loop")
        for shape in shapes:
            layout.label(text=f"{shape.name}: {labels.shape_label(read_object(shape, known=True))}")


class FOURBAR_PT_shape(TabPanel):
    """The active visual or collision."""

    bl_label = "Shape"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Whether a shape is active."""
        return robots.kind_of(context.object) in ("visual", "collision")

    def draw(self, context: bpy.types.Context) -> None:
        """Where it comes from and what an export does with it."""
        layout, obj = self.layout, context.object
        layout.label(text=labels.shape_label(read_object(obj, known=True)))
        if obj.get("filename"):
            layout.label(text=str(obj["filename"]))
        layout.operator_menu_enum("fourbar.assign_role", "role", text="Assign")


class FOURBAR_PT_joint(Of, TabPanel):
    """The active joint."""

    bl_label = "Joint"
    kind = "joint"

    def draw(self, context: bpy.types.Context) -> None:
        """Type, links, axis, limits."""
        layout, joint = self.layout, context.object
        layout.prop(joint, "name", text="Name")
        layout.label(text=labels.place_label(read_object(joint)))
        property_rows(layout, joint, ("parent_link", "child_link"))
        _motion(layout, joint)
        mimic = ("mimic", "multiplier", "offset")
        for element, names in (*JOINT_ELEMENTS.items(), ("mimic", mimic)):
            if any(joint.get(name) is not None for name in names):
                row = layout.row()
                row.label(text=element.replace("_", " ").capitalize())
                row.operator("fourbar.remove_element", text="", icon="X").element = element
                property_rows(layout.column(align=True), joint, names)
        layout.operator_menu_enum("fourbar.add_element", "element", text="Add")
        text = labels.independent_label(joint.get("independent"))
        layout.operator_menu_enum("fourbar.set_independent", "lead", text=text)
        row = layout.row(align=True)
        row.operator("fourbar.flip_axis")
        row.operator("fourbar.reparent")


class FOURBAR_PT_loop(Of, TabPanel):
    """The active loop."""

    bl_label = "Loop"
    kind = "loop"

    def draw(self, context: bpy.types.Context) -> None:
        """Type, axis, and the links it closes between."""
        layout, loop = self.layout, context.object
        layout.prop(loop, "name", text="Name")
        layout.label(text=labels.place_label(read_object(loop)))
        property_rows(layout, loop, ("predecessor", "successor", "successor_frame"))
        _motion(layout, loop)


class FOURBAR_PT_loops(TabPanel):
    """Loops and couplings."""

    bl_label = "Loops"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Whether the robot has any."""
        root = robots.active_root(context)
        run = None if root is None else running.is_running(root)
        return run is not None and run.poser.model.has_loops

    def draw(self, context: bpy.types.Context) -> None:
        """Each with what is left open, and which joints lead."""
        root = robots.chosen_root(context)
        run = running.is_running(root)
        if run is None:
            return
        for name, gap in run.poser.gaps().items():
            icon = "CHECKMARK" if gap <= run.poser.model.tolerance else "ERROR"
            self.layout.label(text=f"{name}: {labels.gap_label(gap)}", icon=icon)
        row = self.layout.row(align=True)
        row.operator("fourbar.close_loops")
        row.operator("fourbar.add_loop")
        for name in sorted(run.poser.leading):
            said = run.poser.robot.joints[name].independent is not None
            mark = " (as the description has it)" if said else ""
            self.layout.label(text=f"{name} leads{mark}", icon="DOT")


class FOURBAR_PT_pose(TabPanel):
    """Sliders of all joints."""

    bl_label = "Pose"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Whether there is a robot."""
        return robots.active_root(context) is not None

    def draw(self, context: bpy.types.Context) -> None:
        """Those that lead, then those that follow."""
        layout = self.layout
        root = robots.chosen_root(context)
        row = layout.row(align=True)
        row.operator("fourbar.reset_pose")
        row.operator("fourbar.random_pose")
        row.operator("fourbar.pull")
        if root.get(running.PROBLEM):
            layout.label(text=str(root[running.PROBLEM]), icon="ERROR")
        run = running.is_running(root)
        if run is None:
            layout.label(text="Reset the pose to begin")
            return
        beyond = run.poser.beyond()
        for joint in beyond[:_MOST_EDITS]:
            layout.label(text=f"Beyond its limits: {run.poser.range_text(joint)}", icon="ERROR")
        leading = run.poser.leading
        for follows in (False, True):
            column = layout.column(align=True)
            for joint, key in run.keys.items():
                if (joint not in leading) == follows and key in root:
                    icon = "LINKED" if follows else "NONE"
                    column.prop(root, data_path(key), text=joint, slider=True, icon=icon)
        saved = saved_configurations(root)
        known = [c.label for c in run.poser.robot.configurations]
        for name in (*saved, *known):
            layout.operator("fourbar.take_configuration", text=name).name = name
        layout.operator("fourbar.save_configuration")


class FOURBAR_PT_motion(TabPanel):
    """Keyframes and trajectories."""

    bl_label = "Motion"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: bpy.types.Context) -> None:
        """What makes and takes motions."""
        layout = self.layout
        layout.operator("fourbar.keyframe_pose")
        layout.operator("fourbar.trace")
        layout.operator("fourbar.create_rig")
        layout.operator("fourbar.bake")
        layout.operator("fourbar.add_drivers")
        row = layout.row(align=True)
        row.operator("fourbar.import_motion", text="Import")
        row.operator("fourbar.export_motion", text="Export")
        layout.operator("fourbar.turntable")


class FOURBAR_PT_check(TabPanel):
    """Findings."""

    bl_label = "Check"

    def draw(self, context: bpy.types.Context) -> None:
        """The list, and what to do about them."""
        layout, state = self.layout, context.scene.fourbar
        row = layout.row(align=True)
        row.operator("fourbar.check")
        row.operator("fourbar.apply_fix", text="Fix All Safe")
        layout.prop(state, "live")
        if not state.checked:
            return
        layout.template_list("FOURBAR_UL_findings", "", state, "findings", state, "active", rows=4)
        if not state.findings:
            layout.label(text="No findings", icon="CHECKMARK")
            return
        found = state.findings[min(state.active, len(state.findings) - 1)]
        for line in _wrapped(found.message):
            layout.label(text=line)
        row = layout.row(align=True)
        row.operator("fourbar.select_finding")
        row.operator("fourbar.explain")
        if found.fix:
            row.operator("fourbar.apply_fix", text="Fix").only = True


class FOURBAR_PT_overlays(TabPanel):
    """What is drawn over the view."""

    bl_label = "Overlays"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context: bpy.types.Context) -> None:
        """Switches."""
        for name in ("collisions", *overlays.SWITCHES, "selected_only"):
            self.layout.prop(context.scene.fourbar, name)


def _wrapped(text: str, width: int = 52) -> list[str]:
    import textwrap

    return textwrap.wrap(text, width)


PANELS = (
    FOURBAR_PT_robot,
    FOURBAR_PT_link,
    FOURBAR_PT_shape,
    FOURBAR_PT_joint,
    FOURBAR_PT_loop,
    FOURBAR_PT_pose,
    FOURBAR_PT_loops,
    FOURBAR_PT_motion,
    FOURBAR_PT_check,
    FOURBAR_PT_overlays,
)

register, unregister = registrar(PANELS)
