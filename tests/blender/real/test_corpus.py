"""G0, G1, G4 and G6 on every real robot of the corpus that can be read."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.blender.real.test_moving import largest_error
from tests.blender.real.test_round_trip import exported, imported

import fourbar as fb

SIZE = 1e-6
"""Of the largest coordinate: single precision is 6e-8 in each of a chain's transforms."""


def readable(files: list[Path]) -> list[Path]:
    return [file for file in files if fb.read(file).robot is not None]


def extent(scene) -> float:
    """The largest coordinate of an object, at least 1 [m]."""
    places = [c for obj in scene.objects for c in obj.matrix_world.translation]
    return max(1.0, *map(abs, places))


@pytest.mark.corpus
def test_real_robots_come_back_byte_for_byte_and_move(blender, corpus_files, tmp_path) -> None:
    """As imported, and after two random poses; links are where forward kinematics has them."""
    bpy = blender.bpy
    files, meshes, moved, wrong = readable(corpus_files), 0, 0, {}
    for number, file in enumerate(files):
        bpy.ops.wm.read_factory_settings(use_empty=True)
        folder = tmp_path / str(number)
        folder.mkdir()
        root = imported(blender, str(file))
        meshes += len(bpy.data.meshes)
        if exported(blender, root, folder, force=True) != file.read_bytes():
            wrong[file] = "export"
        run = blender.running.try_running(root)
        for seed in range(2 if run is not None else 0):
            run.poser.randomise(seed)
            if run.poser.problem:
                break
            blender.running.show_pose(root, run)
            bpy.context.view_layer.update()
            if largest_error(blender, root, run) > SIZE * extent(bpy.context.scene):
                wrong[file] = f"pose {seed}"
            moved += seed
        if exported(blender, root, folder, force=True) != file.read_bytes():
            wrong[file] = "export after poses"
    assert not wrong
    assert len(files) > 150
    assert meshes > 500
    assert moved > 100


@pytest.mark.corpus
def test_real_robots_go_through_blenders_gltf_exporter(blender, corpus_files, tmp_path) -> None:
    """The file has the robot of the scene, where the scene is one."""
    bpy = blender.bpy
    written, wrong = 0, {}
    for file in readable(corpus_files):
        bpy.ops.wm.read_factory_settings(use_empty=True)
        bpy.context.preferences.addons.new().module = "fourbar_extension"
        root = imported(blender, str(file))
        bpy.ops.export_scene.gltf(filepath=str(tmp_path / "out.glb"), export_animations=False)
        if not blender.gltf_hook.exported:
            continue
        written += 1
        report = fb.check(tmp_path / "out.glb")
        if report.errors or fb.load(tmp_path / "out.glb") != blender.robots.scene_robot(root).robot:
            wrong[file] = [d.message for d in report.errors] or "another robot"
    assert not wrong
    assert written > 100
