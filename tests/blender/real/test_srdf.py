"""SRDF in and out of Blender."""

from __future__ import annotations

from pathlib import Path

import pytest

import fourbar as fb

URDF = """<robot name="arm">
  <link name="base"/><link name="upper arm"/><link name="lower"/>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper arm"/>
    <axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper arm"/><child link="lower"/>
    <origin xyz="0 0 0.5"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
</robot>
"""
SRDF = """<robot name="arm">
  <group name="arm"><chain base_link="base" tip_link="lower"/></group>
  <group_state name="home" group="arm">
    <joint name="shoulder" value="0.5"/><joint name="elbow" value="-0.25"/></group_state>
  <disable_collisions link1="base" link2="upper arm" reason="Adjacent"/>
</robot>
"""


@pytest.fixture
def arm(blender, tmp_path: Path):
    (tmp_path / "arm.urdf").write_text(URDF)
    (tmp_path / "arm.srdf").write_text(SRDF)
    blender.bpy.ops.fourbar.import_robot(
        filepath=str(tmp_path / "arm.urdf"), srdf=str(tmp_path / "arm.srdf")
    )
    return blender.bpy.context.object


def written(blender, tmp_path: Path) -> str:
    target = tmp_path / "out.srdf"
    assert blender.bpy.ops.fourbar.export_srdf(filepath=str(target)) == {"FINISHED"}
    return target.read_text()


def select(bpy, *names: str) -> None:
    bpy.ops.object.select_all(action="DESELECT")
    for name in names:
        bpy.data.objects[name].select_set(True)
        bpy.context.view_layer.objects.active = bpy.data.objects[name]


def test_states_are_there_after_reloading(blender, arm, tmp_path) -> None:
    bpy = blender.bpy
    assert written(blender, tmp_path) == SRDF
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "x.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "x.blend"))
    select(bpy, "arm")
    assert bpy.ops.fourbar.take_configuration(name="arm/home") == {"FINISHED"}
    root = bpy.data.objects["arm"]
    assert (root["shoulder"], root["elbow"]) == (0.5, -0.25)
    assert written(blender, tmp_path) == SRDF


def test_renamed_joints_keep_their_states_and_saved_poses(blender, arm, tmp_path) -> None:
    bpy = blender.bpy
    bpy.ops.fourbar.set_joint(joint="elbow", value=1.25)
    bpy.ops.fourbar.save_configuration(name="bent")
    bpy.data.objects["elbow"].name = "bend"
    bpy.context.view_layer.update()
    bpy.ops.fourbar.reset_pose()
    assert bpy.ops.fourbar.take_configuration(name="bent") == {"FINISHED"}
    assert arm["elbow"] == 1.25
    assert bpy.data.objects["lower"].rotation_axis_angle[0] == 1.25
    text = written(blender, tmp_path)
    bpy.ops.fourbar.export_urdf(filepath=str(tmp_path / "out.urdf"))
    robot = fb.load(tmp_path / "out.urdf", srdf=tmp_path / "out.srdf")
    states = {c.name: {p.joint: p.values for p in c.positions} for c in robot.configurations}
    assert states == {
        "home": {"shoulder": (0.5,), "bend": (-0.25,)},
        "bent": {"shoulder": (0.0,), "bend": (1.25,)},
    }
    assert "elbow" not in text


def test_pairs_and_groups_are_edited_and_undone(blender, arm, tmp_path) -> None:
    bpy = blender.bpy
    bpy.ops.ed.undo_push(message="before")
    select(bpy, "base", "upper arm", "lower")
    assert bpy.ops.fourbar.disable_collisions(reason="Never") == {"FINISHED"}
    bpy.ops.ed.undo_push(message="pairs")
    assert written(blender, tmp_path).count("<disable_collisions") == 3
    select(bpy, "elbow")
    assert bpy.ops.fourbar.add_group(name="wrist") == {"FINISHED"}
    assert '<group name="wrist">' in written(blender, tmp_path)
    assert bpy.ops.fourbar.remove_group(name="wrist") == {"FINISHED"}
    with pytest.raises(RuntimeError, match="group 'wrist' does not exist"):
        bpy.ops.fourbar.remove_group(name="wrist")
    bpy.ops.ed.undo()
    select(bpy, "arm")
    assert written(blender, tmp_path) == SRDF
    select(bpy, "base", "upper arm")
    bpy.ops.fourbar.enable_collisions()
    assert "disable_collisions" not in written(blender, tmp_path)
    with pytest.raises(RuntimeError, match="no collisions"):
        bpy.ops.fourbar.enable_collisions()


def test_applying_the_text_keeps_it(blender, arm, tmp_path) -> None:
    bpy = blender.bpy
    bpy.data.objects["lower"].name = "forearm"
    bpy.context.view_layer.update()
    bpy.ops.fourbar.to_text()
    bpy.ops.fourbar.apply_text()
    assert written(blender, tmp_path) == SRDF.replace('"lower"', '"forearm"')


def test_a_robot_without_any_is_refused_with_the_reason(blender, tmp_path) -> None:
    bpy = blender.bpy
    bpy.ops.fourbar.import_gallery(robot="four_bar")
    with pytest.raises(RuntimeError, match="no named configurations"):
        bpy.ops.fourbar.export_srdf(filepath=str(tmp_path / "out.srdf"))
    (tmp_path / "wrong.srdf").write_text("<robot><link name='x'/></robot>")
    with pytest.raises(RuntimeError, match="not an SRDF file"):
        bpy.ops.fourbar.import_srdf(filepath=str(tmp_path / "wrong.srdf"))
