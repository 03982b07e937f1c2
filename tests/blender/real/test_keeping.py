"""Copies, deletions, other scenes and fixes: nothing that is a user's is lost."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.blender.real.test_building import select
from tests.blender.real.test_moving import imported, largest_error
from tests.blender.real.test_panels import draw_with_each_object
from tests.blender.real.test_round_trip import exported

import fourbar as fb


def test_a_copied_robot_is_a_robot_of_its_own(blender, tmp_path: Path) -> None:
    bpy = blender.bpy
    source = fb.gallery.path("four_bar").read_bytes()
    root, _ = imported(blender, "four_bar")
    bpy.context.scene.fourbar.collisions = True
    select(blender, *blender.robots.objects_of(root).values(), root)
    bpy.ops.object.duplicate()
    draw_with_each_object(blender)
    first, second = blender.robots.roots(bpy.context.scene)
    assert not set(blender.robots.objects_of(first)) & set(blender.robots.objects_of(second))
    assert exported(blender, first, tmp_path) == exported(blender, second, tmp_path) == source
    # Each moves alone.
    second["crank"] = 0.6
    second.update_tag()
    bpy.context.view_layer.update()
    assert blender.running.running(first).poser.values()["crank"] == (0.0,)
    run = blender.running.running(second)
    assert run.poser.values()["crank"] == (0.6,)
    assert largest_error(blender, second, run) < 2e-6
    # One that is deleted takes nothing of the other along.
    bpy.data.batch_remove(list(blender.robots.objects_of(first).values()))
    draw_with_each_object(blender)
    assert exported(blender, second, tmp_path) == source


def test_a_deleted_joint_is_a_problem_and_undo_brings_it_back(blender, tmp_path: Path) -> None:
    bpy = blender.bpy
    source = fb.gallery.path("four_bar").read_bytes()
    imported(blender, "four_bar")
    bpy.ops.ed.undo_push(message="import")
    select(blender, bpy.data.objects["crank"])
    bpy.ops.object.delete()
    bpy.ops.ed.undo_push(message="delete")
    draw_with_each_object(blender)
    with pytest.raises(RuntimeError, match="not connected"):
        bpy.ops.fourbar.export_urdf(filepath=str(tmp_path / "x.urdf"))
    bpy.ops.ed.undo()
    draw_with_each_object(blender)
    root = blender.robots.roots(bpy.context.scene)[0]
    assert exported(blender, root, tmp_path) == source
    bpy.ops.ed.redo()
    draw_with_each_object(blender)
    assert "crank" not in bpy.data.objects


def test_a_robot_in_two_scenes_moves_in_both(blender, tmp_path: Path) -> None:
    bpy = blender.bpy
    root, run = imported(blender, "four_bar")
    other = bpy.data.scenes.new("other")
    other.collection.children.link(blender.robots.collection_of(root))
    for scene in (other, bpy.data.scenes[0]):
        bpy.context.window.scene = scene
        draw_with_each_object(blender)
        root["crank"] += 0.3
        root.update_tag()
        bpy.context.view_layer.update()
        assert run.poser.values()["crank"] == (root["crank"],)
        assert largest_error(blender, root, run) < 2e-6
    assert exported(blender, root, tmp_path) == fb.gallery.path("four_bar").read_bytes()


def test_a_fix_keeps_keyframes_configurations_rig_and_own_objects(blender, tmp_path: Path) -> None:
    """A fix makes the robot again from the changed text; what the text does not have stays."""
    bpy = blender.bpy
    text = fb.gallery.path("four_bar").read_text().replace("upper=", "uper=", 1)
    text = text if "uper=" in text else text.replace("<mass value=", "<mass valu=", 1)
    (tmp_path / "linkage.urdf").write_text(text)
    bpy.ops.fourbar.import_robot(filepath=str(tmp_path / "linkage.urdf"))
    root = blender.robots.roots(bpy.context.scene)[0]
    bpy.ops.fourbar.create_rig()
    bpy.ops.fourbar.trace(joint="crank", frames=12)
    bpy.context.scene.frame_set(5)
    bpy.ops.fourbar.save_configuration(name="five")
    other = bpy.data.collections.new("shelf")
    bpy.context.scene.collection.children.link(other)
    other.children.link(blender.robots.collection_of(root))
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.parent, camera.location = bpy.data.objects["coupler_link"], (0.0, -1.0, 0.0)
    blender.robots.collection_of(root).objects.link(camera)
    bpy.context.view_layer.update()
    place, value = camera.matrix_world.copy(), root["crank"]
    bpy.ops.fourbar.apply_fix(unsafe=True)
    bpy.context.view_layer.update()
    (root,) = blender.robots.roots(bpy.context.scene)
    camera = bpy.data.objects["camera"]
    assert camera.parent == bpy.data.objects["coupler_link"]
    assert np.abs(np.array(camera.matrix_world) - np.array(place)).max() < 1e-5
    assert blender.robots.collection_of(root).name in bpy.data.collections["shelf"].children
    assert blender.rigs.armature_of(root) is not None
    bpy.context.scene.frame_set(9)
    bpy.context.scene.frame_set(5)
    assert root["crank"] == pytest.approx(value, abs=1e-6)
    bpy.context.scene.frame_set(1)
    root.animation_data_clear()
    bpy.ops.fourbar.take_configuration(name="five")
    assert root["crank"] == pytest.approx(value, abs=1e-6)


def test_axis_type_and_elements_of_a_joint(blender, tmp_path: Path) -> None:
    """The buttons X, Y and Z write exact vectors; elements can be added and removed."""
    bpy = blender.bpy
    source = fb.gallery.path("ur20").read_text()
    root, _ = imported(blender, "ur20")
    select(blender, bpy.data.objects["elbow_joint"])
    bpy.ops.fourbar.set_axis(axis="X")
    bpy.ops.fourbar.add_element(element="calibration")
    changed = exported(blender, root, tmp_path).decode()
    joint = fb.loads(changed).joints["elbow_joint"]
    assert joint.axis == (1.0, 0.0, 0.0)
    assert joint.calibration == fb.Calibration(rising=0.0)
    new = [line for line in changed.splitlines() if line not in source.splitlines()]
    assert len(new) <= 2, new
    bpy.ops.fourbar.remove_element(element="calibration")
    bpy.ops.fourbar.remove_element(element="limit")
    bpy.ops.fourbar.set_joint_type(type="continuous")
    joint = blender.robots.scene_robot(root).robot.joints["elbow_joint"]
    assert (joint.type, joint.limit, joint.calibration) == ("continuous", None, None)
    bpy.ops.fourbar.set_joint_type(type="prismatic")
    assert blender.robots.scene_robot(root).robot.joints["elbow_joint"].bounds == (-1.0, 1.0)


def test_a_flipped_axis_moves_nothing(blender) -> None:
    bpy = blender.bpy
    root, _ = imported(blender, "ur20")
    bpy.ops.fourbar.random_pose(seed=2)
    bpy.context.view_layer.update()
    before = {o.name: np.array(o.matrix_world) for o in blender.robots.parts_of(root, "link")}
    select(blender, bpy.data.objects["elbow_joint"])
    value = root["elbow_joint"]
    bpy.ops.fourbar.flip_axis()
    bpy.context.view_layer.update()
    assert root["elbow_joint"] == -value
    for name, world in before.items():
        assert np.abs(np.array(bpy.data.objects[name].matrix_world) - world).max() < 2e-6


def test_new_parts_get_names_that_are_free(blender, tmp_path: Path) -> None:
    bpy = blender.bpy
    root, _ = imported(blender, "ur20")
    for _ in range(2):
        select(blender, bpy.data.objects["tool0"])
        bpy.ops.fourbar.add_frame(name="frame")
    robot = fb.loads(exported(blender, root, tmp_path))
    assert {"frame", "frame_1"} <= {link.name for link in robot.links}
    frame = bpy.data.objects["frame"]
    select(blender, bpy.data.objects["wrist_3_link"], frame)
    with pytest.raises(RuntimeError, match="carries 'frame' already"):
        bpy.ops.fourbar.add_joint()


def test_a_dropped_file_is_imported_without_asking_for_one(blender, tmp_path: Path) -> None:
    """The handler is for the 3D view and the outliner; its operator takes the dropped path."""
    bpy = blender.bpy
    handler = bpy.types.FOURBAR_FH_robot
    operator = getattr(bpy.ops.fourbar, handler.bl_import_operator.partition(".")[2])
    assert handler.bl_file_extensions == ".urdf;.xacro;.glb;.gltf"
    for kind, wanted in (("VIEW_3D", True), ("OUTLINER", True), ("TEXT_EDITOR", False)):
        area = type("Area", (), {"type": kind})()
        assert handler.poll_drop(type("Context", (), {"area": area})()) == wanted
    asked = []
    manager = type("Manager", (), {"invoke_props_dialog": lambda _, op: asked.append(op) or {"X"}})
    context = type("Context", (), {"window_manager": manager()})()
    file = tmp_path / "arm.urdf"
    file.write_text('<robot name="arm"><link name="base"/></robot>')
    given = type("Given", (), {"is_property_set": staticmethod(lambda name: name == "filepath")})
    dropped = type("Dropped", (), {"properties": given})()
    cls = blender.files.FOURBAR_OT_import_robot
    assert cls.invoke(dropped, context, None) == {"X"}
    assert asked == [dropped]
    assert operator("EXEC_DEFAULT", filepath=str(file)) == {"FINISHED"}
    assert "base" in bpy.data.objects


def test_times_of_a_motion_are_those_of_its_file(blender, tmp_path: Path) -> None:
    """Not equally far apart; NPZ as `fourbar simulate` writes it; NPZ out again."""
    bpy = blender.bpy
    from fourbar.mechanics.tables import as_npz

    root, run = imported(blender, "ur20")
    model = run.poser.model
    times = np.array([0.0, 0.25, 1.0])
    q = np.linspace(0.0, 0.6, 3)[:, None] * np.ones(model.nq)
    (tmp_path / "m.npz").write_bytes(as_npz(model, q, times))
    bpy.context.scene.render.fps = 24
    bpy.ops.fourbar.import_motion(filepath=str(tmp_path / "m.npz"))
    for frame, row in ((1, 0), (7, 1), (25, 2)):
        bpy.context.scene.frame_set(frame)
        np.testing.assert_allclose(run.poser.q, q[row], atol=1e-6)
    bpy.context.scene.frame_end = 25
    bpy.ops.fourbar.export_motion(filepath=str(tmp_path / "out.npz"))
    with np.load(tmp_path / "out.npz") as found:
        assert list(found["joints"]) == list(model.column_names)
        np.testing.assert_allclose(found["t"], np.arange(25) / 24.0, atol=1e-12)
        np.testing.assert_allclose(found["q"][[0, 6, 24]], q, atol=1e-6)
    assert root.animation_data is not None


@pytest.mark.parametrize("name", ["four_bar", "stewart", "ur20"])
def test_an_animation_goes_out_and_comes_in_as_glb(blender, name: str, tmp_path: Path) -> None:
    bpy = blender.bpy
    root, run = imported(blender, name)
    joint = min(run.poser.leading)
    bpy.ops.fourbar.trace(joint=joint, frames=25)
    bpy.context.scene.frame_end = 25
    wanted = {}
    for frame in (1, 9, 25):
        bpy.context.scene.frame_set(frame)
        wanted[frame] = run.poser.q.copy()
    file = tmp_path / "moving.glb"
    bpy.ops.fourbar.export_glb(filepath=str(file))
    assert fb.check(file).ok
    root.animation_data_clear()
    bpy.ops.fourbar.reset_pose()
    bpy.ops.fourbar.import_motion(filepath=str(file))
    for frame, q in wanted.items():
        bpy.context.scene.frame_set(frame)
        column = run.poser.model.joints[joint].q
        np.testing.assert_allclose(run.poser.q[column], q[column], atol=2e-5)
        assert largest_error(blender, root, run) < 2e-6
    with pytest.raises(RuntimeError, match="unknown animation 'walk'; expected one of: 'motion'"):
        bpy.ops.fourbar.import_motion(filepath=str(file), animation="walk")


def test_a_simulated_motion_is_played(blender, tmp_path: Path) -> None:
    """`fourbar simulate` of a falling four-bar, as NPZ and as GLB: frames are its samples."""
    from fourbar.mechanics.tables import as_npz

    bpy = blender.bpy
    root, run = imported(blender, "four_bar")
    model = run.poser.model
    motion = fb.simulate(model, run.poser.q, duration=1.0, dt=1.0 / 240.0, every=10)
    assert np.ptp(motion.q) > 0.1
    (tmp_path / "fall.npz").write_bytes(as_npz(model, motion.q, motion.t))
    fb.save(model.robot, tmp_path / "fall.glb", motions=[motion], animations=False)
    for file, allowed in (("fall.npz", 1e-6), ("fall.glb", 1e-4)):
        bpy.ops.fourbar.reset_pose()
        bpy.ops.fourbar.import_motion(filepath=str(tmp_path / file))
        for frame, row in ((1, 0), (13, 12), (25, 24)):
            bpy.context.scene.frame_set(frame)
            np.testing.assert_allclose(run.poser.q, motion.q[row], atol=allowed)
        root.animation_data_clear()
