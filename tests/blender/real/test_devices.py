"""Sensors and ros2_control by panels: any interface, parameter and setting, and nothing else."""

from __future__ import annotations

from pathlib import Path

from tests.blender.real.test_building import select
from tests.blender.real.test_panels import draw_all
from tests.blender.real.test_round_trip import changed_lines, exported

import fourbar as fb

ROBOT = """<?xml version="1.0"?>
<robot name="arm">
  <link name="base"/>
  <link name="hand"/>
  <joint name="wrist" type="revolute">
    <parent link="base"/>
    <child link="hand"/>
    <limit lower="-1" upper="1" effort="5" velocity="2"/>
  </joint>
  <sensor name="eye" type="camera" update_rate="30">
    <parent link="hand"/>
    <origin xyz="0 0 0.1"/>
    <camera>
      <!-- as delivered -->
      <image width="640" height="480" format="B8G8R8"/>
      <topic>image_raw</topic>
    </camera>
  </sensor>
  <ros2_control name="driver" type="system">
    <hardware>
      <plugin>arm/Driver</plugin>
      <param name="port">/dev/ttyUSB0</param>
    </hardware>
    <joint name="wrist">
      <command_interface name="position">
        <param name="min">-1</param>
      </command_interface>
      <state_interface name="temperature"/>
    </joint>
    <unknown kept="yes"/>
  </ros2_control>
  <ros2_control name="second" type="sensor"/>
</robot>
"""


def arm(blender, folder: Path):
    (folder / "arm.urdf").write_text(ROBOT)
    blender.bpy.ops.fourbar.import_robot(filepath=str(folder / "arm.urdf"))
    return blender.robots.roots(blender.bpy.context.scene)[0]


def changes(blender, root, folder: Path) -> list[str]:
    """The changed lines of an export, without white space."""
    data = exported(blender, root, folder)
    assert fb.loads(data) == blender.robots.scene_robot(root).robot
    return [line[0] + line[2:].strip() for line in changed_lines(ROBOT.encode(), data)]


def test_nothing_changes_by_looking(blender, tmp_path: Path) -> None:
    root = arm(blender, tmp_path)
    shown = draw_all(blender)["Sensors and Control"]
    assert {"Add Sensor", "plugin", "Component", "Interface", "Parameter"} <= set(shown)
    assert changes(blender, root, tmp_path) == []
    assert len(root.fourbar.control) == 2


def test_any_interface_and_parameter(blender, tmp_path: Path) -> None:
    bpy = blender.bpy
    root = arm(blender, tmp_path)
    block = root.fourbar.control[0]
    block.parameters[0].value = "/dev/ttyACM3"
    assert changes(blender, root, tmp_path) == [
        '-<param name="port">/dev/ttyUSB0</param>',
        '+<param name="port">/dev/ttyACM3</param>',
    ]
    block.parameters[0].value = "/dev/ttyUSB0"
    assert changes(blender, root, tmp_path) == []
    bpy.ops.fourbar.add_item(
        path="control/0/components/0/interfaces", name="torque_gain", direction="command"
    )
    interface = next(i for i in block.components[0].interfaces if i.name == "torque_gain")
    number = list(block.components[0].interfaces).index(interface)
    bpy.ops.fourbar.add_item(
        path=f"control/0/components/0/interfaces/{number}/parameters", name="k"
    )
    interface.parameters[0].value = "2 < 3"
    assert changes(blender, root, tmp_path) == [
        '+<command_interface name="torque_gain">',
        '+<param name="k">2 &lt; 3</param>',
        "+</command_interface>",
    ]
    bpy.ops.fourbar.remove_item(path=f"control/0/components/0/interfaces/{number}")
    bpy.ops.fourbar.remove_item(path="control/1")
    assert changes(blender, root, tmp_path) == ['-<ros2_control name="second" type="sensor"/>']
    bpy.ops.fourbar.add_item(path="control", name="third")
    bpy.ops.fourbar.add_item(path="control/1/components", name="pump")
    root.fourbar.control[1].components[0].kind = "gpio"
    control = blender.robots.scene_robot(root).robot.ros2_control[1]
    assert (control.name, control.components[0].kind) == ("third", "gpio")


def test_components_follow_a_renamed_joint(blender, tmp_path: Path) -> None:
    root = arm(blender, tmp_path)
    blender.bpy.data.objects["wrist"].name = "roll"
    root.fourbar.control[0].plugin = "arm/Other"
    control = fb.loads(exported(blender, root, tmp_path)).ros2_control[0]
    assert (control.components[0].name, control.hardware.plugin) == ("roll", "arm/Other")


def test_settings_of_a_sensor(blender, tmp_path: Path) -> None:
    bpy = blender.bpy
    root = arm(blender, tmp_path)
    sensor = bpy.data.objects["eye"]
    select(blender, sensor)
    assert {"camera/image@width", "camera/topic"} <= set(draw_all(blender)["Sensor"])
    rows = {row.name: row for row in sensor.fourbar.settings}
    rows["camera/image@width"].value = "1280"
    assert changes(blender, root, tmp_path) == [
        '-<image width="640" height="480" format="B8G8R8"/>',
        '+<image width="1280" height="480" format="B8G8R8"/>',
    ]
    rows["camera/image@width"].value = "640"
    rows["camera/topic"].value = "left/image"
    sensor["update_rate"] = 15.0
    assert sorted(changes(blender, root, tmp_path)) == sorted(
        [
            "-<topic>image_raw</topic>",
            "+<topic>left/image</topic>",
            '-<sensor name="eye" type="camera" update_rate="30">',
            '+<sensor name="eye" type="camera" update_rate="15">',
        ]
    )
    select(blender, bpy.data.objects["hand"])
    bpy.context.scene.cursor.location = (0.0, 0.0, 0.25)
    bpy.ops.fourbar.add_sensor(name="left imu", type="imu", update_rate=200.0)
    bpy.data.objects.remove(sensor)
    (found,) = fb.loads(exported(blender, root, tmp_path)).sensors
    assert (found.name, found.type, found.update_rate, found.parent) == (
        "left_imu",
        "imu",
        200.0,
        "hand",
    )
    assert found.origin.xyz == (0.0, 0.0, 0.25)


def test_edits_survive_saving_and_undo(blender, tmp_path: Path) -> None:
    bpy = blender.bpy
    root = arm(blender, tmp_path)
    bpy.ops.ed.undo_push(message="import")
    bpy.ops.fourbar.add_item(path="control/0/parameters", name="baud")
    bpy.ops.ed.undo_push(message="add")
    bpy.ops.ed.undo()
    root = blender.robots.roots(bpy.context.scene)[0]
    assert changes(blender, root, tmp_path) == []
    bpy.ops.ed.redo()
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "a.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "a.blend"))
    root = blender.robots.roots(bpy.context.scene)[0]
    assert changes(blender, root, tmp_path) == ['+<param name="baud"/>']


def test_a_new_camera_has_what_urdf_gives_one_and_a_copy_keeps_its_settings(
    blender, tmp_path: Path
) -> None:
    bpy = blender.bpy
    root = arm(blender, tmp_path)
    select(blender, bpy.data.objects["hand"])
    bpy.ops.fourbar.add_sensor(name="front", type="camera")
    front = bpy.context.object
    {row.name: row for row in front.fourbar.settings}["camera/image@width"].value = "1920"
    bpy.ops.fourbar.add_camera()
    select(blender, bpy.data.objects["eye"])
    bpy.ops.object.duplicate()
    found = {s.name: s for s in fb.loads(exported(blender, root, tmp_path)).sensors}
    assert 'width="1920"' in found["front"].extra[0].xml
    assert found["eye_001"].extra == found["eye"].extra
    assert found["eye_001"].origin == found["eye"].origin
    from mathutils import Vector

    # What the sensor looks along is what Blender's camera looks along.
    bpy.context.view_layer.update()
    camera = bpy.data.objects["front_camera"]
    ahead = camera.matrix_world.to_3x3() @ Vector((0.0, 0.0, -1.0))
    up = camera.matrix_world.to_3x3() @ Vector((0.0, 1.0, 0.0))
    turn = front.matrix_world.to_3x3()
    assert (ahead - turn @ Vector((1.0, 0.0, 0.0))).length < 1e-6
    assert (up - turn @ Vector((0.0, 0.0, 1.0))).length < 1e-6
