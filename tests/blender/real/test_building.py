"""Robots that are made and changed in Blender, checked and fixed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import fourbar as fb


def select(blender, *objects) -> None:
    """Select objects; the last is active."""
    bpy = blender.bpy
    bpy.context.view_layer.update()
    for obj in bpy.context.selected_objects:
        obj.select_set(False)
    for obj in objects:
        obj.select_set(True)
        bpy.context.view_layer.objects.active = obj


def a_box(blender, name: str, place, size):
    bpy = blender.bpy
    bpy.ops.mesh.primitive_cube_add(size=1.0, location=place)
    obj = bpy.context.object
    obj.name, obj.scale = name, size
    bpy.context.view_layer.update()
    return obj


def test_a_robot_from_meshes(blender, tmp_path: Path) -> None:
    """Link from mesh, joints, a loop, inertia and collision: the file is a robot that closes."""
    bpy = blender.bpy
    bpy.ops.fourbar.new_robot(name="bar linkage")
    root = blender.robots.roots(bpy.context.scene)[0]
    base = bpy.data.objects["base_link"]
    bars = [
        a_box(blender, "crank", (0.0, 0.0, 0.1), (0.02, 0.02, 0.2)),
        a_box(blender, "coupler", (0.2, 0.0, 0.2), (0.4, 0.02, 0.02)),
        a_box(blender, "rocker", (0.4, 0.0, 0.1), (0.02, 0.02, 0.2)),
    ]
    select(blender, *bars, base)
    bpy.ops.fourbar.link_from_mesh()
    crank, coupler, rocker = (
        bpy.data.objects[n].parent for n in ("crank_visual", "coupler_visual", "rocker_visual")
    )
    cursor = bpy.context.scene.cursor
    for parent, child, place in (
        (base, crank, (0, 0, 0)),
        (crank, coupler, (0, 0, 0.2)),
        (base, rocker, (0.4, 0, 0)),
    ):
        cursor.location = place
        select(blender, parent, child)
        bpy.ops.fourbar.add_joint(type="continuous", axis="Y", place="CURSOR")
    cursor.location = (0.4, 0, 0.2)
    select(blender, coupler, rocker)
    bpy.ops.fourbar.add_loop(type="revolute", axis="Y")
    select(blender, crank, coupler, rocker)
    bpy.ops.fourbar.compute_inertia(density=2700.0)
    bpy.ops.fourbar.collide(method="box")
    for name, place in (("crank", (0, 0, 0.1)), ("coupler", (0.2, 0, 0.2))):
        shape = bpy.data.objects[f"{name}_visual"]
        assert np.allclose(shape.matrix_world.translation, place, atol=1e-6)
    blender.exports.export_urdf(root, tmp_path / "made.urdf")
    robot = fb.load(tmp_path / "made.urdf")
    assert (robot.name, len(robot.links), len(robot.joints)) == ("bar_linkage", 4, 3)
    model = fb.Model(robot)
    assert model.chart.size == 1
    # 2700 kg/m3 times 0.02 x 0.02 x 0.2 m3.
    crank_mass = next(k for k in robot.links if "crank" in k.name).inertial.mass
    assert crank_mass == pytest.approx(0.216, rel=1e-5)
    run = blender.running.running(root)
    assert run.poser.move({model.joint_names[0]: (0.4,)}), run.poser.problem
    blender.running.show_pose(root, run)
    assert max(run.poser.gaps().values()) < 1e-9


def test_a_joint_at_a_circle(blender) -> None:
    """The centre and axis of selected vertices, from a fit."""
    bpy = blender.bpy
    bpy.ops.fourbar.new_robot(name="r")
    bpy.ops.mesh.primitive_circle_add(
        vertices=12, radius=0.3, location=(1, 2, 3), rotation=(0.5, 0.2, 0)
    )
    ring = bpy.context.object
    ring.name = "ring"
    bpy.context.view_layer.update()
    place = ring.matrix_world.copy()
    select(blender, ring, bpy.data.objects["base_link"])
    bpy.ops.fourbar.link_from_mesh()
    link = bpy.data.objects["ring_visual"].parent
    for vertex in bpy.data.objects["ring_visual"].data.vertices:
        vertex.select = True
    found = blender.building.circle_of(link)
    assert np.allclose(found.translation, (1, 2, 3), atol=1e-5)
    z = np.array(place.to_3x3().col[2])
    assert abs(abs(np.dot(np.array(found.to_3x3().col[2]), z)) - 1.0) < 1e-5


def test_flip_reparent_and_frames(blender, tmp_path: Path) -> None:
    bpy = blender.bpy
    bpy.ops.fourbar.import_gallery(robot="ur20")
    root = blender.robots.roots(bpy.context.scene)[0]
    before = fb.load("gallery:ur20").joints["elbow_joint"]
    joint = bpy.data.objects["elbow_joint"]
    select(blender, joint)
    bpy.ops.fourbar.flip_axis()
    flipped = blender.robots.scene_robot(root).robot.joints["elbow_joint"]
    assert flipped.axis == tuple(0.0 - c for c in before.axis)
    assert flipped.bounds == (-before.bounds[1], -before.bounds[0])
    tip = bpy.data.objects["tool0"]
    select(blender, tip)
    bpy.context.scene.cursor.location = (0.1, 0.2, 0.3)
    bpy.ops.fourbar.add_frame(name="camera")
    robot = blender.robots.scene_robot(root).robot
    assert robot.chain("tool0", "camera")[0].type == "fixed"
    assert b'<link name="camera"/>' in _text(blender, root, tmp_path)


def _text(blender, root, folder: Path) -> bytes:
    blender.exports.export_urdf(root, folder / "x.urdf")
    return (folder / "x.urdf").read_bytes()


BROKEN = """<?xml version="1.0"?>
<robot name="arm">
  <link name="base"/>
  <link name="hand">
    <inertial><mass value="1"/>
      <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <joint name="wrist" type="revolut"><parent link="base"/><child link="hand"/>
    <limit lower="-1" upper="1" effort="5" velocity="2"/></joint>
</robot>
"""


def test_findings_lead_to_objects_and_fixes_repair(blender, tmp_path: Path) -> None:
    bpy = blender.bpy
    (tmp_path / "arm.urdf").write_text(
        BROKEN.replace('"revolut"', '"revolute"').replace('upper="1"', 'uper="1"')
    )
    bpy.ops.fourbar.import_robot(filepath=str(tmp_path / "arm.urdf"))
    bpy.ops.fourbar.check()
    state = bpy.context.scene.fourbar
    rows = [(f.code, f.object, bool(f.fix)) for f in state.findings]
    number = next(n for n, row in enumerate(rows) if row[1] == "wrist")
    state.active = number
    bpy.ops.fourbar.select_finding()
    assert bpy.context.object.name == "wrist"
    bpy.ops.fourbar.explain()
    assert any(rows[number][0] in text.name for text in bpy.data.texts)
    bpy.ops.fourbar.apply_fix(unsafe=True)
    after = [(f.code, f.object) for f in bpy.context.scene.fourbar.findings]
    assert len(after) < len(rows)
    root = blender.robots.roots(bpy.context.scene)[0]
    assert b'upper="1"' in _text(blender, root, tmp_path)


def test_the_text_can_be_edited(blender, tmp_path: Path) -> None:
    """Any interface and parameter of ros2_control, sensors, gazebo: by their text."""
    bpy = blender.bpy
    bpy.ops.fourbar.import_gallery(robot="four_bar")
    bpy.data.objects["crank"].name = "driver"
    bpy.ops.fourbar.to_text()
    root = blender.robots.roots(bpy.context.scene)[0]
    text = root[blender.robots.TEXT]
    block = '<ros2_control name="x" type="system"><joint name="crank">'
    block += '<command_interface name="torque_gain"><param name="k">2</param></command_interface>'
    block += "</joint></ros2_control>\n"
    content = text.as_string().replace("</robot>", block + "</robot>")
    text.clear()
    text.write(content)
    bpy.ops.fourbar.apply_text()
    root = blender.robots.roots(bpy.context.scene)[0]
    robot = blender.robots.scene_robot(root).robot
    interface = robot.ros2_control[0].components[0].command_interfaces[0]
    assert (interface.name, interface.parameters[0].value) == ("torque_gain", "2")
    assert _text(blender, root, tmp_path).decode() == content


def test_a_recoloured_material(blender, tmp_path: Path) -> None:
    bpy = blender.bpy
    source = fb.gallery.path("four_bar").read_text()
    bpy.ops.fourbar.import_gallery(robot="four_bar")
    root = blender.robots.roots(bpy.context.scene)[0]
    shape = next(o for o in blender.robots.parts_of(root, "visual") if o.material_slots[0].material)
    shader = shape.material_slots[0].material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (0.0, 1.0, 0.0, 1.0)
    changed = _text(blender, root, tmp_path).decode()
    new = [line for line in changed.splitlines() if line not in source.splitlines()]
    assert len(new) == 1
    assert 'rgba="0 1 0 1"' in new[0]


def test_a_check_in_a_thread_gives_the_same_findings(blender) -> None:
    bpy = blender.bpy
    bpy.ops.fourbar.import_gallery(robot="ur20")
    root = blender.robots.roots(bpy.context.scene)[0]
    thread = blender.checking.start(root, bpy.context.scene)
    thread.join(60)
    assert blender.checking.collect() is None
    wanted = blender.checking.check_now(root)
    state = bpy.context.scene.fourbar
    assert state.checked == root.name
    assert [f.message for f in state.findings] == [f.message for f in wanted.findings]


def test_of_several_checks_the_last_counts_and_is_about_its_robot(blender) -> None:
    bpy, checking = blender.bpy, blender.checking
    for name in ("ur20", "four_bar"):
        bpy.ops.fourbar.import_gallery(robot=name)
    first, last = blender.robots.roots(bpy.context.scene)
    for root in (first, last):
        checking.start(root, bpy.context.scene).join(60)
    assert checking.collect() == 0.0  # the first is out of date
    assert checking.collect() is None
    assert bpy.context.scene.fourbar.checked == last.name
    # One that is still under way when the extension goes away is nobody's.
    checking.start(first, bpy.context.scene).join(60)
    bpy.context.scene.fourbar.live = True
    checking.after_change(last, bpy.context.scene)
    assert bpy.app.timers.is_registered(checking.settle)
    checking.unregister()
    try:
        assert not bpy.app.timers.is_registered(checking.collect)
        assert not bpy.app.timers.is_registered(checking.settle)
    finally:
        checking.register()


def test_a_duplicate_name_is_said_kept_and_fixed(blender, tmp_path: Path) -> None:
    bpy = blender.bpy
    text = BROKEN.replace("revolut", "revolute").replace(
        '<link name="base"/>',
        '<link name="base"/>\n  <link name="base"><visual><geometry><sphere radius="1"/>'
        "</geometry></visual></link>",
    )
    (tmp_path / "twice.urdf").write_text(text)
    bpy.ops.fourbar.import_robot(filepath=str(tmp_path / "twice.urdf"))
    root = blender.robots.roots(bpy.context.scene)[0]
    assert _text(blender, root, tmp_path).decode() == text
    bpy.ops.fourbar.check()
    assert any("duplicate link name" in f.message for f in bpy.context.scene.fourbar.findings)
    bpy.ops.fourbar.apply_fix(unsafe=True)
    root = blender.robots.roots(bpy.context.scene)[0]
    assert "base_duplicate_1" in blender.robots.scene_robot(root).robot.links
