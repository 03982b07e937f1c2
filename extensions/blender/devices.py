# SPDX-License-Identifier: GPL-3.0-or-later
"""Sensors and ros2_control: every block, interface, parameter and setting as a field of a panel."""

from __future__ import annotations

from collections.abc import Iterable
from math import pi
from typing import Any

import bpy
from mathutils import Matrix

from fourbar.blender.control import KINDS, NEW, control_values
from fourbar.blender.settings import new_settings, setting_rows
from fourbar.robot import Robot
from fourbar.robot.raw import Extra

from . import robots
from .building import hang, new_part
from .classes import registrar
from .make_objects import remember
from .on_robot import OnRobot
from .panels import Of, TabPanel, property_rows

_WAYS = [("command", "Command", "What a controller writes"), ("state", "State", "What it reads")]
_LISTS = ("control", "parameters", "components", "interfaces")


class FourbarParameter(bpy.types.PropertyGroup):
    """A name and a text."""

    name: bpy.props.StringProperty(name="Name")
    value: bpy.props.StringProperty(name="Value")


class FourbarInterface(bpy.types.PropertyGroup):
    """A command or state interface."""

    source: bpy.props.IntProperty(default=NEW)
    direction: bpy.props.EnumProperty(name="Direction", items=_WAYS)
    name: bpy.props.StringProperty(name="Name")
    parameters: bpy.props.CollectionProperty(type=FourbarParameter)


class FourbarComponent(bpy.types.PropertyGroup):
    """A joint, sensor or GPIO of a hardware."""

    source: bpy.props.IntProperty(default=NEW)
    kind: bpy.props.EnumProperty(name="Kind", items=[(kind, kind, "") for kind in KINDS])
    name: bpy.props.StringProperty(name="Name")
    parameters: bpy.props.CollectionProperty(type=FourbarParameter)
    interfaces: bpy.props.CollectionProperty(type=FourbarInterface)


class FourbarControl(bpy.types.PropertyGroup):
    """A ros2_control block."""

    source: bpy.props.IntProperty(default=NEW)
    name: bpy.props.StringProperty(name="Name")
    type: bpy.props.StringProperty(name="Type")
    plugin: bpy.props.StringProperty(name="Plugin")
    parameters: bpy.props.CollectionProperty(type=FourbarParameter)
    components: bpy.props.CollectionProperty(type=FourbarComponent)


class FourbarDevices(bpy.types.PropertyGroup):
    """Of a root its ros2_control blocks, of a sensor its settings."""

    is_filled: bpy.props.BoolProperty()
    control: bpy.props.CollectionProperty(type=FourbarControl)
    settings: bpy.props.CollectionProperty(type=FourbarParameter)


def fill_devices(root: bpy.types.Object, sensors: Iterable[bpy.types.Object], robot: Robot) -> None:
    """Show what the description has, right after an import."""
    _fill(root.fourbar, {"control": control_values(robot.ros2_control)})
    root.fourbar.is_filled = True
    for obj in sensors:
        _fill_settings(obj, robot.sensors[obj["fourbar_index"]].extra)


def _fill_settings(sensor: bpy.types.Object, extra: Extra) -> None:
    rows = setting_rows(extra)
    _fill(sensor.fourbar, {"settings": [{"name": k, "value": v} for k, v in rows.items()]})
    sensor.fourbar.is_filled = True


def _fill(target: Any, values: dict[str, Any]) -> None:
    for name, value in values.items():
        if isinstance(value, list):
            for item in value:
                _fill(getattr(target, name).add(), item)
        else:
            setattr(target, name, value)


class FOURBAR_OT_add_item(OnRobot, bpy.types.Operator):
    """Add a block, component, interface or parameter of ros2_control"""

    bl_idname = "fourbar.add_item"
    bl_label = "Add"

    path: bpy.props.StringProperty(
        name="List", description='"control", "control/0/components", ...', default="control"
    )
    name: bpy.props.StringProperty(name="Name", default="new")
    direction: bpy.props.EnumProperty(name="Direction", items=_WAYS)

    def run(self, context: bpy.types.Context) -> None:
        """A new last one."""
        root = robots.chosen_root(context)
        found = _resolve(root, self.path)
        made = found.add()
        made.name = self.name
        root.fourbar.is_filled = True
        if self.path.endswith("interfaces"):
            made.direction = self.direction
        if self.path == "control":
            made.type = "system"
        if self.path.endswith("components") and robots.kind_of(context.object) == "joint":
            made.name = str(context.object.get("fourbar_source", context.object["fourbar_name"]))


class FOURBAR_OT_remove_item(OnRobot, bpy.types.Operator):
    """Remove a block, component, interface or parameter of ros2_control"""

    bl_idname = "fourbar.remove_item"
    bl_label = "Remove"

    path: bpy.props.StringProperty(name="Item", description='"control/0/components/1", ...')

    def run(self, context: bpy.types.Context) -> None:
        """Take it away."""
        above, _, number = self.path.rpartition("/")
        found = _resolve(robots.chosen_root(context), above)
        if not number.isdigit() or int(number) >= len(found):
            raise ValueError(f"there is no {self.path!r}")
        found.remove(int(number))


def _resolve(root: bpy.types.Object, path: str) -> Any:
    """The list at a path; ValueError where there is none."""
    found: Any = root.fourbar
    for word in path.split("/"):
        if word.isdigit() and not hasattr(found, "bl_rna") and int(word) < len(found):
            found = found[int(word)]
        elif word in _LISTS and hasattr(found, word):
            found = getattr(found, word)
        else:
            raise ValueError(f"there is no list {path!r}")
    if not hasattr(found, "add"):
        raise ValueError(f"{path!r} is not a list")
    return found


class FOURBAR_OT_add_sensor(OnRobot, bpy.types.Operator):
    """Add a sensor to the active link, at the 3D cursor"""

    bl_idname = "fourbar.add_sensor"
    bl_label = "Add Sensor"

    name: bpy.props.StringProperty(name="Name", default="sensor")
    type: bpy.props.StringProperty(name="Type", default="camera")
    update_rate: bpy.props.FloatProperty(name="Rate", description="In Hz", default=30.0, min=0.0)

    def run(self, context: bpy.types.Context) -> None:
        """An Empty below the link."""
        root, link = robots.chosen_root(context), context.object
        if robots.kind_of(link) != "link":
            raise ValueError("make a link active")
        sensor = new_part(root, "sensor", self.name, "SPHERE")
        hang(sensor, link, Matrix.Translation(context.scene.cursor.location))
        sensor["type"], sensor["update_rate"] = self.type, self.update_rate
        _fill_settings(sensor, new_settings(self.type))
        remember(sensor)
        context.view_layer.objects.active = sensor


class FOURBAR_OT_add_camera(OnRobot, bpy.types.Operator):
    """Add a camera of Blender's to the active sensor, to render what it sees: along its x axis"""

    bl_idname = "fourbar.add_camera"
    bl_label = "Add Camera"

    def run(self, context: bpy.types.Context) -> None:
        """With the sensor's angle of view, if it has one."""
        sensor = context.object
        if robots.kind_of(sensor) != "sensor":
            raise ValueError("make a sensor active")
        camera = bpy.data.objects.new(f"{sensor.name}_camera", bpy.data.cameras.new(sensor.name))
        sensor.users_collection[0].objects.link(camera)
        camera.parent = sensor
        # Blender's cameras look along -z with y up, a robot's along x with z up.
        camera.rotation_euler = (pi / 2.0, 0.0, -pi / 2.0)
        angles = [row.value for row in sensor.fourbar.settings if "fov" in row.name]
        try:
            camera.data.angle = float(angles[0]) if angles else camera.data.angle
        except ValueError:
            self.report({"WARNING"}, f"{angles[0]!r} is not an angle")


class FOURBAR_PT_sensor(Of, TabPanel):
    """The active sensor."""

    bl_label = "Sensor"
    kind = "sensor"

    def draw(self, context: bpy.types.Context) -> None:
        """Type, rate, and all that is inside."""
        layout, sensor = self.layout, context.object
        layout.prop(sensor, "name", text="Name")
        property_rows(layout, sensor, ("type", "update_rate"))
        layout.operator("fourbar.add_camera")
        column = layout.column(align=True)
        for row in sensor.fourbar.settings:
            split = column.split(factor=0.55)
            split.label(text=row.name)
            split.prop(row, "value", text="")


class FOURBAR_PT_control(TabPanel):
    """Sensors and ros2_control of the robot."""

    bl_label = "Sensors and Control"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Whether there is a robot."""
        return robots.active_root(context) is not None

    def draw(self, context: bpy.types.Context) -> None:
        """Every block with everything in it."""
        layout, root = self.layout, robots.chosen_root(context)
        layout.operator("fourbar.add_sensor")
        for number, block in enumerate(root.fourbar.control):
            path = f"control/{number}"
            box = layout.box()
            _heading(box, block, path, ("name", "type"))
            box.prop(block, "plugin")
            _parameters(box, block, path)
            for k, component in enumerate(block.components):
                _component(box.box(), component, f"{path}/components/{k}")
            _adder(box, f"{path}/components", "Component")
        _adder(layout, "control", "ros2_control")


def _component(layout: Any, component: Any, path: str) -> None:
    _heading(layout, component, path, ("kind", "name"))
    for k, interface in enumerate(component.interfaces):
        at = f"{path}/interfaces/{k}"
        _heading(layout, interface, at, ("direction", "name"))
        _parameters(layout, interface, at)
    _adder(layout, f"{path}/interfaces", "Interface")
    _parameters(layout, component, path)


def _heading(layout: Any, item: Any, path: str, names: tuple[str, ...]) -> None:
    row = layout.row(align=True)
    for name in names:
        row.prop(item, name, text="")
    row.operator("fourbar.remove_item", text="", icon="X").path = path


def _parameters(layout: Any, item: Any, path: str) -> None:
    for k, parameter in enumerate(item.parameters):
        _heading(layout, parameter, f"{path}/parameters/{k}", ("name", "value"))
    _adder(layout, f"{path}/parameters", "Parameter")


def _adder(layout: Any, path: str, text: str) -> None:
    layout.operator("fourbar.add_item", text=text, icon="ADD").path = path


PANELS = (FOURBAR_PT_sensor, FOURBAR_PT_control)

_register, _unregister = registrar(
    [
        FourbarParameter,
        FourbarInterface,
        FourbarComponent,
        FourbarControl,
        FourbarDevices,
        FOURBAR_OT_add_item,
        FOURBAR_OT_remove_item,
        FOURBAR_OT_add_sensor,
        FOURBAR_OT_add_camera,
        *PANELS,
    ]
)


def register() -> None:
    """Add the fields to objects."""
    _register()
    bpy.types.Object.fourbar = bpy.props.PointerProperty(type=FourbarDevices)


def unregister() -> None:
    """Take them away; what they hold stays in the file."""
    del bpy.types.Object.fourbar
    _unregister()
