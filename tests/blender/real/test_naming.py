"""Names that other tools refuse: kept on import and export, changed when asked."""

from __future__ import annotations

import pytest

import fourbar as fb

URDF = """<robot name="my robot">
  <link name="base link"/><link name="base_link"/><link name="2nd"/>
  <joint name="a/b" type="revolute"><parent link="base link"/><child link="base_link"/>
    <limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
  <joint name="ok" type="fixed"><parent link="base_link"/><child link="2nd"/></joint>
</robot>
"""


def test_names_change_only_when_asked_and_can_be_undone(blender, tmp_path) -> None:
    bpy = blender.bpy
    source, target = tmp_path / "in.urdf", tmp_path / "out.urdf"
    source.write_text(URDF)
    bpy.ops.fourbar.import_robot(filepath=str(source))
    bpy.ops.fourbar.export_urdf(filepath=str(target))
    assert target.read_text() == URDF
    bpy.ops.ed.undo_push(message="imported")
    found = blender.naming.renamings(bpy.context.object)
    assert [(r.kind, r.old, r.new) for r in found] == [
        ("robot", "my robot", "my_robot"),
        ("link", "base link", "base_link_1"),
        ("link", "2nd", "link_2nd"),
        ("joint", "a/b", "ab"),
    ]
    assert bpy.ops.fourbar.sanitise_names() == {"FINISHED"}
    bpy.ops.ed.undo_push(message="sanitised")
    bpy.ops.fourbar.export_urdf(filepath=str(target))
    text = target.read_text()
    for change in found:
        assert f'"{change.old}"' not in text
    robot = fb.load(target)
    assert robot.joints["ab"].parent == "base_link_1"
    assert robot.joints["ok"].child == "link_2nd"
    # It still moves, and a second time there is nothing to do.
    bpy.ops.fourbar.set_joint(joint="ab", value=0.5)
    assert bpy.data.objects["base_link"].rotation_axis_angle[0] == 0.5
    assert not blender.naming.renamings(bpy.context.object)
    assert bpy.ops.fourbar.sanitise_names() == {"FINISHED"}
    bpy.ops.fourbar.reset_pose()
    bpy.ops.ed.undo_push(message="reset")
    bpy.ops.ed.undo()
    bpy.ops.ed.undo()
    bpy.ops.fourbar.export_urdf(filepath=str(target))
    assert target.read_text() == URDF


def test_long_names_are_whole_although_blender_cuts_them(blender, tmp_path) -> None:
    bpy = blender.bpy
    long = "a very long name " * 20
    robot = fb.Robot("r", [fb.Link("base"), fb.Link(long)], [fb.Joint("j", "fixed", "base", long)])
    fb.save(robot, tmp_path / "in.urdf")
    bpy.ops.fourbar.import_robot(filepath=str(tmp_path / "in.urdf"))
    bpy.ops.fourbar.sanitise_names()
    bpy.ops.fourbar.export_urdf(filepath=str(tmp_path / "out.urdf"))
    assert fb.load(tmp_path / "out.urdf").links.names == ("base", long.strip().replace(" ", "_"))


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize("name", ["rocker", "crank", "rocker_link", "crank_link"])
def test_a_part_that_is_renamed_by_hand_still_moves(blender, name: str, told: bool) -> None:
    bpy = blender.bpy
    bpy.ops.fourbar.import_gallery(robot="four_bar")
    root = bpy.context.object
    bpy.data.objects[name].name = "other"
    if told:
        bpy.context.view_layer.update()
        root["crank"] = 0.8
        root.update_tag()
        bpy.context.view_layer.update()
    else:
        joint = "other" if name == "crank" else "crank"
        assert bpy.ops.fourbar.set_joint(joint=joint, value=0.8) == {"FINISHED"}
    links = [o for o in bpy.data.objects if o.get("fourbar_kind") == "link"]
    turned = [o for o in links if abs(o.rotation_axis_angle[0]) > 0.1]
    assert len(turned) == 3
    run = blender.running.running(root)
    blender.running.catch_up(root)
    found = blender.robots.scene_robot(root).robot
    assert blender.running.running(root).poser.robot.joints.names == found.joints.names
    assert max(run.poser.gaps().values()) < 1e-9
