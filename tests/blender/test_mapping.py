"""Robots to scenes and back, without Blender: objects are those that Blender would show."""

from __future__ import annotations

from math import pi
from pathlib import Path

import pytest

import fourbar as fb
from fourbar.blender import Description, ExportError, plan_scene, read_scene, scene
from fourbar.blender.description import open_description
from fourbar.blender.numbers import angle, scales, shortest, single
from fourbar.blender.numbers import place as places_numbers
from fourbar.blender.scene import SceneMaterial
from fourbar.formats import LoadError
from fourbar.record import replace

from .made import made

ARM = b"""<?xml version="1.0"?>
<robot name="arm">
  <material name="red"><color rgba="0.8 0.1 0.1 1"/></material>
  <link name="base">
    <visual><geometry><cylinder radius="0.05" length="0.3"/></geometry>
      <material name="red"/></visual>
    <collision><geometry><box size="0.1 0.1 0.3"/></geometry></collision>
  </link>
  <link name="hand"><inertial><mass value="0.123456789012345"/>
    <inertia ixx="1e-7" iyy="1e-7" izz="1e-7" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="wrist" type="revolute"><parent link="base"/><child link="hand"/>
    <origin xyz="0.1 0 0.3" rpy="0 0 1.5707963267948966"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="5" velocity="2"/></joint>
</robot>
"""


@pytest.fixture
def arm():
    description = Description(ARM, file="arm.urdf")
    return description, {obj.name: obj for obj in made(plan_scene(description.robot))}


def exported(arm, **changed) -> str:
    description, objects = arm
    scene_robot = read_scene(description.robot, {**objects, **changed}.values())
    return description.export(scene_robot).data.decode()


def test_shapes_of_the_scene(arm) -> None:
    objects = arm[1]
    kinds = {name: obj.kind for name, obj in objects.items()}
    assert kinds == {
        "arm": "robot",
        "base": "link",
        "base_visual": "visual",
        "base_collision": "collision",
        "wrist": "joint",
        "hand": "link",
    }
    parents = {name: obj.parent for name, obj in objects.items()}
    assert (parents["wrist"], parents["hand"]) == ("base", "wrist")
    assert objects["wrist"].properties["child_link"].name == "hand"
    assert objects["hand"].properties["mass"] == 0.123456789012345


def test_nothing_changes_without_an_edit(arm) -> None:
    assert exported(arm).encode() == ARM


def test_a_moved_joint_changes_its_origin_and_nothing_else(arm) -> None:
    moved = replace(arm[1]["wrist"], location=(single(0.1), single(0.2), single(0.3)))
    assert exported(arm, wrist=moved).encode() == ARM.replace(b"0.1 0 0.3", b"0.1 0.2 0.3")


def test_a_renamed_object_renames_the_link(arm) -> None:
    renamed = replace(arm[1]["hand"], name="tool")
    wrist = arm[1]["wrist"]
    wrist = replace(wrist, properties=wrist.properties | {"child_link": scene.ObjectLink("tool")})
    objects = {name: obj for name, obj in arm[1].items() if name != "hand"}
    text = exported((arm[0], objects), tool=renamed, wrist=wrist)
    assert text.encode() == ARM.replace(b'"hand"', b'"tool"')


def test_a_resized_box_changes_its_size(arm) -> None:
    wider = replace(arm[1]["base_collision"], scale=(single(0.25), single(0.1), single(0.3)))
    text = exported(arm, base_collision=wider)
    assert text.encode() == ARM.replace(b"0.1 0.1 0.3", b"0.25 0.1 0.3")


def test_an_edited_mesh_is_written_to_a_file(arm) -> None:
    description, objects = arm
    edited = replace(objects["base_visual"], mesh_edited=True)
    found = read_scene(description.robot, {**objects, "base_visual": edited}.values())
    assert [(mesh.object, mesh.file) for mesh in found.meshes] == [
        ("base_visual", "base_visual.stl")
    ]
    assert found.robot.links["base"].visuals[0].geometry.filename == "meshes/base_visual.stl"


def test_a_recoloured_material_changes_where_it_is_defined(arm) -> None:
    color = SceneMaterial("red", "red", (0.0, 1.0, 0.0, 1.0), (0.6, 0.01, 0.01, 1.0))
    visual = arm[1]["base_visual"]
    visual = replace(
        visual,
        material=color,
        properties=visual.properties | {scene.MATERIAL: scene.ObjectLink("red")},
    )
    text = exported(arm, base_visual=visual)
    assert text.encode() == ARM.replace(b"0.8 0.1 0.1 1", b"0 1 0 1")


def test_a_copy_is_new_under_another_name(arm) -> None:
    copy = replace(arm[1]["base_collision"], name="base_collision.001", location=(1.0, 0.0, 0.0))
    found = read_scene(arm[0].robot, [*arm[1].values(), copy])
    assert len(found.robot.links["base"].collisions) == 2
    link = replace(arm[1]["hand"], name="hand.001", parent="arm")
    found = read_scene(arm[0].robot, [*arm[1].values(), link])
    assert found.robot.links.names == ("base", "hand", "hand_001")
    assert [p.object for p in found.problems] == ["hand.001"]


def test_disconnected_links_block_the_export(arm) -> None:
    description, objects = arm
    left = [obj for name, obj in objects.items() if name != "wrist"]
    with pytest.raises(ExportError, match="link 'hand' is not connected to 'base'"):
        description.export(read_scene(description.robot, left))
    forced = description.export(read_scene(description.robot, left), force=True)
    assert b"<joint" not in forced.data


def test_two_objects_cannot_have_one_name(arm) -> None:
    twin = replace(arm[1]["hand"], name="base.001")
    objects = [obj for name, obj in arm[1].items() if name != "hand"]
    with pytest.raises(ExportError, match="duplicate link name 'base'"):
        arm[0].export(read_scene(arm[0].robot, [*objects, twin]))


def test_a_mesh_with_a_suffix_is_a_shape_and_one_without_is_not(arm) -> None:
    plain = replace(arm[1]["base_visual"], kind="mesh", properties={})
    for name, count in (("lid_collision", 2), ("lid", 1)):
        found = read_scene(arm[0].robot, [*arm[1].values(), replace(plain, name=name)])
        assert len(found.robot.links["base"].collisions) == count


@pytest.mark.parametrize("text", ["0.1", "1e-7", "123.456", "-3.25", "0", "16777216"])
def test_numbers_of_single_precision_are_written_short(text: str) -> None:
    assert shortest(single(float(text))) == float(text)


def test_angles_that_people_type_are_exact() -> None:
    assert [angle(single(k * pi / 12)) for k in (1, 6, -12)] == [pi / 12, pi / 2, -pi]
    assert angle(single(1.57)) == 1.57


@pytest.mark.corpus
def test_every_readable_file_comes_back_byte_for_byte(corpus_files: list[Path]) -> None:
    """G0 for all that does not need Blender itself."""
    count = 0
    for source in [*corpus_files, *(f"gallery:{name}" for name in fb.gallery.names())]:
        try:
            opened = open_description(source)
        except LoadError:
            continue
        objects = made(plan_scene(opened.robot))
        found = read_scene(opened.description.robot, objects)
        assert found.robot == opened.robot, source
        written = opened.description.export(found, force=True)
        assert written.data == opened.description.data, source
        assert not written.meshes
        count += 1
    assert count > 150


def test_what_matrices_leave_is_not_written() -> None:
    assert places_numbers((5.5879354e-09, 0.25, -2.9802322e-08)) == (0.0, 0.25, 0.0)
    assert scales((0.99999994, 1.0, 1.9999998)) == (1.0, 1.0, 2.0)
    assert scales((single(0.042) * (1 + 2**-23), 0.1234567, 1.000001)) == (
        0.042,
        0.1234567,
        1.000001,
    )
    assert angle(-9.313225e-10) == 0.0


def test_an_unedited_file_comes_back_with_all_that_is_wrong_in_it() -> None:
    """An edited one is blocked, and the reason is the true one."""
    broken = ARM.replace(b'<parent link="base"/>', b'<parent link="body"/>').replace(
        b'  <link name="base">', b'  <link name="trunk"/>\n  <link name="base">'
    )
    description = Description(broken, file="arm.urdf")
    objects = made(plan_scene(description.robot))
    found = read_scene(description.robot, objects)
    assert description.export(found).data == broken
    edited = [
        replace(o, properties={**o.properties, "mass": 2.0}) if o.name == "hand" else o
        for o in objects
    ]
    with pytest.raises(ExportError, match="parent link 'body' of joint 'wrist' does not exist"):
        description.export(read_scene(description.robot, edited))


def test_what_an_export_leaves_out_is_remarked(arm) -> None:
    description, objects = arm
    assert not read_scene(description.robot, objects.values()).remarks
    cube = replace(objects["base_visual"], name="Cube", kind="mesh", properties={})
    objects["wrist"] = replace(objects["wrist"], scale=(2.0, 2.0, 2.0))
    objects["hand"] = replace(objects["hand"], name="my hand")
    found = read_scene(description.robot, [*objects.values(), cube])
    assert [(r.object, r.message.partition("'")[0]) for r in found.remarks] == [
        ("my hand", "link "),
        ("wrist", "joint "),
        ("Cube", "mesh "),
    ]
    assert "my_hand" in found.robot.links
