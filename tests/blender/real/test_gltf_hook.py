"""G6 through Blender's own glTF exporter: its file carries joints and loops, where they are."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from tests.blender.real.test_moving import imported
from tests.gltf.node_graph import worlds

import fourbar as fb
from fourbar.gltf import RobotScene, read_robots

EVERY = [name for name in fb.gallery.names() if fb.load(f"gallery:{name}").joints]


def exported(blender, file: Path, **options) -> dict:
    """The JSON of what File > Export > glTF writes."""
    blender.bpy.ops.export_scene.gltf(filepath=str(file), **options)
    return json_of(file)


def json_of(file: Path) -> dict:
    data = file.read_bytes()
    length = int.from_bytes(data[12:16], "little")
    return json.loads(data[20 : 20 + length])


def corners(root: dict) -> dict[tuple[float, ...], int]:
    """How often each box of a mesh is in the world, rounded to 0.1 mm: what a viewer shows."""
    found: dict[tuple[float, ...], int] = {}
    placed = worlds(root)
    for number, node in enumerate(root["nodes"]):
        if "mesh" not in node:
            continue
        for primitive in root["meshes"][node["mesh"]]["primitives"]:
            accessor = root["accessors"][primitive["attributes"]["POSITION"]]
            low, high = np.array(accessor["min"]), np.array(accessor["max"])
            ends = np.array([[(low, high)[(k >> a) & 1][a] for a in range(3)] for k in range(8)])
            box = ends @ placed[number][:3, :3].T + placed[number][:3, 3]
            key = tuple(np.round([*box.min(axis=0), *box.max(axis=0)], 4) + 0.0)
            found[key] = found.get(key, 0) + 1
    return found


@pytest.mark.parametrize("name", EVERY)
def test_the_file_of_blenders_exporter_reads_back_as_the_robot(
    blender, name: str, tmp_path: Path
) -> None:
    root, run = imported(blender, name)
    blender.bpy.ops.fourbar.random_pose(seed=4)
    root.location, root.rotation_euler = (0.5, 0.25, 0.125), (0.1, 0.2, 0.3)
    blender.bpy.context.view_layer.update()
    file = tmp_path / "out.glb"
    written = exported(blender, file)
    assert written["extensionsUsed"].count("EXT_robot_kinematics") == 1
    assert not list(fb.check(file))
    assert fb.load(file) == blender.robots.scene_robot(root).robot
    # Every link is where Blender has it: y up, as Blender's exporter turns, is x, z, -y.
    scene = RobotScene.load(file)
    turn = np.array([[1, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1]], float)
    model = written["extensions"]["EXT_robot_kinematics"]["models"][0]
    names = blender.robots.scene_robot(root).objects
    for link in model["links"]:
        place = np.array(blender.bpy.data.objects[names["link", link["name"]]].matrix_world)
        assert np.abs(scene.world(link["node"]) - turn @ place).max() < 5e-6
    if run.poser.model.has_loops:
        assert scene.gap < 1e-6


def test_everything_else_is_where_blender_puts_it(blender, tmp_path: Path) -> None:
    """Meshes, cameras and animated objects beside a robot: as without the hook."""
    bpy = blender.bpy
    imported(blender, "ur20")
    bpy.ops.mesh.primitive_cube_add(location=(1, 2, 3), rotation=(0.3, 0.2, 0.1))
    cube = bpy.context.object
    cube.parent = bpy.data.objects["tool0"]
    bpy.ops.mesh.primitive_cube_add(location=(-1, 2, 3), scale=(1, 2, 3))
    moving = bpy.context.object
    for frame in (1, 10):
        moving.location.x += frame
        moving.keyframe_insert("location", frame=frame)
    bpy.ops.object.camera_add(location=(3, 3, 3), rotation=(1.1, 0, 2.3))
    for obj in blender.robots.parts_of(blender.robots.roots(bpy.context.scene)[0], "collision"):
        obj.hide_set(False)
    with_joints = exported(blender, tmp_path / "a.glb", export_cameras=True, use_visible=True)
    for obj in list(bpy.data.objects):
        if blender.robots.kind_of(obj) == "collision":
            bpy.data.objects.remove(obj)  # the extension shows none
    bpy.context.preferences.addons.remove(bpy.context.preferences.addons["fourbar_extension"])
    plain = exported(blender, tmp_path / "b.glb", export_cameras=True, use_visible=True)
    assert "extensions" not in plain
    assert corners(with_joints) == corners(plain)
    looks = [
        worlds(file)[next(n for n, node in enumerate(file["nodes"]) if "camera" in node)]
        for file in (with_joints, plain)
    ]
    np.testing.assert_allclose(*looks, atol=1e-6)
    assert len(with_joints["animations"]) == len(plain["animations"]) == 1


def test_collisions_point_to_their_meshes_and_show_none(blender, tmp_path: Path) -> None:
    from fourbar.assets import TriangleMesh, box
    from fourbar.assets.write_stl import write_stl

    (tmp_path / "part.stl").write_bytes(write_stl(TriangleMesh((box((1.0, 2.0, 3.0)),))))
    part = fb.Mesh("part.stl", (0.5, 0.5, 0.5))
    link = fb.Link("base", visuals=(fb.Visual(part),), collisions=(fb.Collision(part),))
    joint = fb.Joint("turn", "continuous", "base", "arm")
    fb.save(fb.Robot("r", [link, fb.Link("arm")], [joint]), tmp_path / "r.urdf")
    root, _ = blender.files.import_file(blender.bpy.context, str(tmp_path / "r.urdf"))
    written = exported(blender, tmp_path / "r.glb")
    found, _ = written["extensions"]["EXT_robot_kinematics"]["models"][0]["links"]
    (collision,) = found["collisions"]
    assert "mesh" not in written["nodes"][collision["node"]]
    assert collision["mesh"] < len(written["meshes"])
    assert not list(fb.check(tmp_path / "r.glb"))
    assert fb.load(tmp_path / "r.glb") == blender.robots.scene_robot(root).robot
    again, _ = blender.files.import_file(blender.bpy.context, str(tmp_path / "r.glb"))
    for shape in (*blender.robots.parts_of(again, "visual"),):
        assert list(shape.dimensions) == pytest.approx([0.5, 1.0, 1.5], rel=1e-6)


@pytest.mark.parametrize("name", ["four_bar", "stewart"])
def test_a_motion_moves_the_nodes_of_joints(blender, name: str, tmp_path: Path) -> None:
    """Keyframes of sliders, which Blender's exporter knows nothing of; a rig is left out."""
    bpy = blender.bpy
    _, run = imported(blender, name)
    bpy.ops.fourbar.create_rig()
    bpy.ops.fourbar.trace(joint=min(run.poser.leading), frames=20)
    bpy.context.scene.frame_end = 20
    written = exported(blender, tmp_path / "out.glb")
    assert not list(fb.check(tmp_path / "out.glb"))  # animations keep loops closed, too
    (animation,) = written["animations"]
    joints = written["extensions"]["EXT_robot_kinematics"]["models"][0]["joints"]
    carrying = {node for joint in joints for node in joint.get("dofNodes", ())}
    assert {c["target"]["node"] for c in animation["channels"]} <= carrying
    assert "skins" not in written


def test_several_robots_a_choice_and_the_switch(blender, tmp_path: Path) -> None:
    bpy = blender.bpy
    imported(blender, "four_bar")
    root, _ = imported(blender, "ur20")
    exported(blender, tmp_path / "two.glb")
    report = fb.Report()
    both = read_robots((tmp_path / "two.glb").read_bytes(), file="two.glb", report=report)
    assert [robot.name for robot in both] == ["four_bar", root["fourbar_source"]]
    for obj in bpy.context.selected_objects:
        obj.select_set(False)
    for obj in blender.robots.objects_of(root).values():
        obj.hide_set(False)
        obj.select_set(True)
    exported(blender, tmp_path / "one.glb", use_selection=True)
    assert fb.load(tmp_path / "one.glb") == blender.robots.scene_robot(root).robot
    preferences = blender.preferences._preferences
    blender.preferences._preferences = lambda: type("Off", (), {"gltf": False})()
    try:
        assert "extensions" not in exported(blender, tmp_path / "plain.glb")
    finally:
        blender.preferences._preferences = preferences


def test_a_scene_that_is_no_robot_yet_is_exported_as_shapes(blender, tmp_path: Path) -> None:
    bpy = blender.bpy
    imported(blender, "four_bar")
    bpy.data.objects.remove(next(o for o in bpy.data.objects if o.get("fourbar_kind") == "joint"))
    written = exported(blender, tmp_path / "open.glb")
    assert "extensions" not in written
    assert written["meshes"]
    with pytest.raises(RuntimeError, match="not connected"):
        bpy.ops.fourbar.export_glb(filepath=str(tmp_path / "no.glb"))


@pytest.mark.parametrize("writer", ["BLENDER", "FOURBAR"])
def test_the_operator_writes_one_robot_alone(blender, writer: str, tmp_path: Path) -> None:
    bpy = blender.bpy
    imported(blender, "four_bar")
    root, _ = imported(blender, "stewart")
    shelf = bpy.data.objects.new("shelf", None)
    bpy.context.scene.collection.objects.link(shelf)
    root.parent, shelf.location = shelf, (0, 0, 2)
    bpy.ops.fourbar.export_glb(filepath=str(tmp_path / "out.glb"), writer=writer)
    assert fb.load(tmp_path / "out.glb") == blender.robots.scene_robot(root).robot
    assert len(json_of(tmp_path / "out.glb")["extensions"]["EXT_robot_kinematics"]["models"]) == 1
    assert not list(fb.check(tmp_path / "out.glb"))


def test_a_robot_without_joints_is_written_by_fourbar(blender, tmp_path: Path) -> None:
    bpy = blender.bpy
    bpy.ops.fourbar.new_robot(name="stone")
    bpy.ops.fourbar.export_glb(filepath=str(tmp_path / "out.glb"))
    assert [link.name for link in fb.load(tmp_path / "out.glb").links] == ["base_link"]


@pytest.mark.parametrize("holder", ["AAA", "zzz"])
def test_a_robot_whose_collection_is_shown_twice_is_itself(
    blender, holder: str, tmp_path: Path
) -> None:
    """An instance of the collection, before or behind it, shows shapes and takes no node away."""
    bpy = blender.bpy
    root, _ = imported(blender, "four_bar")
    bpy.ops.fourbar.set_joint(joint="crank", value=0.5)
    bpy.context.view_layer.update()
    shown = bpy.data.objects.new(holder, None)
    shown.instance_type, shown.instance_collection = "COLLECTION", root.users_collection[0]
    shown.location = (5.0, 0.0, 0.0)
    bpy.context.scene.collection.objects.link(shown)
    file = tmp_path / "out.glb"
    written = exported(blender, file)
    assert fb.load(file) == blender.robots.scene_robot(root).robot
    scene = RobotScene.load(file)
    model = written["extensions"]["EXT_robot_kinematics"]["models"][0]
    for link in model["links"]:
        assert abs(scene.world(link["node"])[0, 3]) < 2.0
    visuals = sum(len(link.get("visualNodes", ())) for link in model["links"])
    boxes = corners(written)
    assert sum(boxes.values()) >= 2 * visuals
    assert sum(count for box, count in boxes.items() if box[0] > 3.0) >= visuals


def test_a_joint_that_was_just_renamed_keeps_its_position(blender, tmp_path: Path) -> None:
    bpy = blender.bpy
    imported(blender, "four_bar")
    bpy.ops.fourbar.set_joint(joint="crank", value=0.5)
    bpy.data.objects["crank"].name = "motor"
    written = exported(blender, tmp_path / "out.glb")
    (model,) = written["extensions"]["EXT_robot_kinematics"]["models"]
    joint = next(j for j in model["joints"] if j["name"] == "motor")
    x, y, z, w = written["nodes"][joint["dofNodes"][0]]["rotation"]
    assert 2 * np.arctan2(np.hypot(np.hypot(x, y), z), w) == pytest.approx(0.5, abs=1e-6)


def test_animations_of_materials_stay(blender, tmp_path: Path) -> None:
    bpy = blender.bpy
    imported(blender, "four_bar")
    bpy.ops.mesh.primitive_cube_add(location=(2, 0, 0))
    material = bpy.data.materials.new("blinking")
    if bpy.app.version < (5, 0):
        material.use_nodes = True
    bpy.context.object.data.materials.append(material)
    color = material.node_tree.nodes["Principled BSDF"].inputs["Base Color"]
    for frame, red in ((1, 0.0), (10, 1.0)):
        color.default_value = (red, 0.0, 0.0, 1.0)
        color.keyframe_insert("default_value", frame=frame)
    options = {"export_pointer_animation": True, "export_animation_mode": "SCENE"}
    written = exported(blender, tmp_path / "out.glb", **options)
    assert "EXT_robot_kinematics" in written["extensionsUsed"]
    pointers = [
        channel["target"]["extensions"]["KHR_animation_pointer"]["pointer"]
        for animation in written.get("animations", ())
        for channel in animation["channels"]
        if "extensions" in channel["target"]
    ]
    assert any("baseColorFactor" in pointer for pointer in pointers)


def test_what_fails_in_between_still_stands_upright(blender, tmp_path: Path, monkeypatch) -> None:
    bpy = blender.bpy
    imported(blender, "four_bar")
    bpy.ops.mesh.primitive_cube_add(location=(2, 0, 3))
    bpy.context.scene.fourbar.collisions = True
    monkeypatch.setattr(blender.gltf_hook, "is_gltf_wanted", lambda: False)
    without = corners(exported(blender, tmp_path / "without.glb"))
    monkeypatch.undo()

    def fail(*_: object) -> None:
        raise KeyError("unforeseen")

    monkeypatch.setattr(blender.gltf_hook, "robot_nodes", fail)
    written = exported(blender, tmp_path / "out.glb")
    assert "EXT_robot_kinematics" not in written.get("extensionsUsed", ())
    assert corners(written) == without
