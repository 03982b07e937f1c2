"""G4 and G5: poses in Blender are those of forward kinematics, in the viewport and in renders."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import fourbar as fb


def imported(blender, name: str):
    root, _ = blender.files.import_file(blender.bpy.context, f"gallery:{name}")
    return root, blender.running.running(root)


def largest_error(blender, root, run) -> float:
    """Between evaluated world matrices and forward kinematics [m, or entries of a rotation]."""
    bpy = blender.bpy
    depsgraph = bpy.context.evaluated_depsgraph_get()
    objects = blender.robots.objects_of(root)
    worst = 0.0
    for joint, name in run.links.items():
        world = np.array(objects[name].evaluated_get(depsgraph).matrix_world)
        link = run.poser.robot.joints[joint].child
        exact = fb.kinematics(run.poser.model, run.poser.q, link).pose
        worst = max(worst, float(np.abs(world - exact).max()))
    return worst


@pytest.mark.parametrize("name", fb.gallery.names())
def test_world_matrices_are_those_of_forward_kinematics(blender, name: str) -> None:
    root, run = imported(blender, name)
    for seed in range(3):
        blender.bpy.ops.fourbar.random_pose(seed=seed)
        blender.bpy.context.view_layer.update()
        assert largest_error(blender, root, run) < 2e-6
        assert max(run.poser.gaps().values(), default=0.0) <= run.poser.model.tolerance


def test_a_slider_moves_the_loops(blender) -> None:
    root, run = imported(blender, "stewart")
    leg = min(run.poser.leading)
    before = {name: list(root[k]) for name, k in run.keys.items() if hasattr(root[k], "to_list")}
    root[run.keys[leg]] += 0.02
    root.update_tag()
    blender.bpy.context.view_layer.update()
    assert run.poser.values()[leg] == (root[run.keys[leg]],)
    assert max(run.poser.gaps().values()) < 1e-9
    assert all(list(root[run.keys[name]]) != value for name, value in before.items())
    assert largest_error(blender, root, run) < 2e-6


def test_a_pose_that_does_not_close_goes_back_with_the_reason(blender) -> None:
    root, _ = imported(blender, "slider_crank")
    before = root["slider"]
    root["slider"] = 50.0
    root.update_tag()
    blender.bpy.context.view_layer.update()
    assert root["slider"] == before
    assert "slider" in root[blender.running.PROBLEM]


def test_a_moved_joint_is_followed_at_once(blender) -> None:
    root, _ = imported(blender, "ur20")
    blender.bpy.data.objects["elbow_joint"].location.x += 0.25
    blender.bpy.context.view_layer.update()
    root["shoulder_lift_joint"] = -0.5
    root.update_tag()
    blender.bpy.context.view_layer.update()
    run = blender.running.running(root)
    assert largest_error(blender, root, run) < 2e-6


def test_keyframes_play_with_loops_closed(blender) -> None:
    bpy = blender.bpy
    root, run = imported(blender, "four_bar")
    bpy.ops.fourbar.trace(joint="crank", frames=24)
    for frame in (1, 7, 12, 20):
        bpy.context.scene.frame_set(frame)
        assert abs(run.poser.values()["crank"][0] - root["crank"]) < 1e-6
        assert max(run.poser.gaps().values()) < 1e-9
        assert largest_error(blender, root, run) < 2e-6
    values = [run.poser.values()["crank"][0]]
    bpy.context.scene.frame_set(2)
    assert run.poser.values()["crank"][0] != values[0]


def test_rendered_frames_are_those_of_the_pose(blender, tmp_path: Path) -> None:
    """G5: a frame of an animation and the same pose set by hand are the same, pixel for pixel."""
    bpy = blender.bpy
    root, run = imported(blender, "four_bar")
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.samples, scene.cycles.seed, scene.cycles.device = 4, 1, "CPU"
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.resolution_x, scene.render.resolution_y = 96, 72
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.location, camera.rotation_euler = (0.2, -1.6, 0.3), (1.45, 0.0, 0.0)
    scene.collection.objects.link(camera)
    scene.camera = camera
    light = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    light.rotation_euler = (0.7, 0.2, 0.0)
    scene.collection.objects.link(light)

    def picture(name: str) -> np.ndarray:
        scene.render.filepath = str(tmp_path / name)
        bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(str(tmp_path / f"{name}.png"))
        return np.array(image.pixels[:])

    bpy.ops.fourbar.trace(joint="crank", frames=40)
    scene.render.filepath = str(tmp_path / "played_")
    scene.frame_start, scene.frame_end = 10, 30
    scene.frame_step = 20
    bpy.ops.render.render(animation=True)
    played = [
        np.array(bpy.data.images.load(str(tmp_path / f"played_{frame:04}.png")).pixels[:])
        for frame in (10, 30)
    ]
    assert not np.array_equal(*played)
    values = []
    for frame in (10, 30):
        scene.frame_set(frame)
        values.append(run.poser.values())
    root.animation_data_clear()
    for still, value in zip(played, values, strict=True):
        run.poser.move({"crank": value["crank"]})
        blender.running.show_pose(root, run)
        bpy.context.view_layer.update()
        assert np.array_equal(picture("still"), still)


def test_a_bake_plays_without_the_extension(blender) -> None:
    """G8, its motion: the links have keyframes of their own."""
    bpy = blender.bpy
    _, run = imported(blender, "four_bar")
    bpy.ops.fourbar.trace(joint="crank", frames=12)
    bpy.context.scene.frame_start, bpy.context.scene.frame_end = 1, 12
    bpy.ops.fourbar.bake()
    bpy.context.scene.frame_set(5)
    wanted = {n: np.array(bpy.data.objects[n].matrix_world) for n in run.links.values()}
    blender.handlers.unregister()
    try:
        bpy.context.scene.frame_set(1)
        bpy.context.scene.frame_set(5)
        for name, matrix in wanted.items():
            world = np.array(bpy.data.objects[name].matrix_world)
            assert np.abs(world - matrix).max() < 1e-6
    finally:
        blender.handlers.register()


@pytest.mark.parametrize("suffix", [".csv", ".json", ".yaml"])
def test_motions_go_out_and_come_in(blender, suffix: str, tmp_path: Path) -> None:
    bpy = blender.bpy
    root, run = imported(blender, "four_bar")
    bpy.ops.fourbar.trace(joint="crank", frames=10)
    bpy.context.scene.frame_end = 10
    file = str(tmp_path / f"motion{suffix}")
    bpy.ops.fourbar.export_motion(filepath=file)
    bpy.context.scene.frame_set(6)
    wanted = run.poser.values()
    root.animation_data_clear()
    bpy.ops.fourbar.reset_pose()
    bpy.ops.fourbar.import_motion(filepath=file)
    bpy.context.scene.frame_set(6)
    for joint, value in run.poser.values().items():
        np.testing.assert_allclose(value, wanted[joint], atol=1e-5)


def test_configurations_and_pulling(blender) -> None:
    bpy = blender.bpy
    root, run = imported(blender, "delta")
    arm = min(run.poser.leading)
    run.poser.move({arm: (0.3,)})
    blender.running.show_pose(root, run)
    bpy.ops.fourbar.save_configuration(name="up")
    bpy.ops.fourbar.reset_pose()
    bpy.ops.fourbar.take_configuration(name="up")
    assert abs(run.poser.values()[arm][0] - 0.3) < 1e-9
    link = next(o for o in blender.robots.parts_of(root, "link") if o.name == "effector")
    target = bpy.data.objects.new("target", None)
    bpy.context.scene.collection.objects.link(target)
    bpy.context.view_layer.update()
    target.location = link.matrix_world.translation
    target.location.z += 0.02
    bpy.context.view_layer.update()
    for obj in bpy.context.selected_objects:
        obj.select_set(False)
    link.select_set(True)
    bpy.context.view_layer.objects.active = target
    bpy.ops.fourbar.pull()
    bpy.context.view_layer.update()
    assert (link.matrix_world.translation - target.matrix_world.translation).length < 1e-5


def test_drivers_move_a_tree_without_the_extension(blender) -> None:
    bpy = blender.bpy
    root, run = imported(blender, "ur20")
    bpy.ops.fourbar.add_drivers()
    blender.handlers.unregister()
    try:
        for joint, key in run.keys.items():
            root[key] = 0.3
            run.poser.move({joint: (0.3,)})
        root.update_tag()
        bpy.context.view_layer.update()
        assert largest_error(blender, root, run) < 2e-6
    finally:
        blender.handlers.register()
    imported(blender, "four_bar")
    with pytest.raises(RuntimeError, match="loops cannot be closed by drivers"):
        bpy.ops.fourbar.add_drivers()
