"""The camera that goes around a robot."""

from __future__ import annotations

from math import radians, tau

import pytest


def seen(bpy, camera, points) -> list[tuple[float, float]]:
    """Where points are in a camera's picture, from 0 to 1."""
    from bpy_extras.object_utils import world_to_camera_view

    places = [world_to_camera_view(bpy.context.scene, camera, p) for p in points]
    assert all(p.z > camera.data.clip_start for p in places)
    return [(p.x, p.y) for p in places]


@pytest.mark.parametrize("size", [(1920, 1080), (600, 900)])
def test_the_robot_is_in_the_picture_all_the_way_round(blender, size) -> None:
    bpy = blender.bpy
    scene = bpy.context.scene
    from mathutils import Vector

    scene.render.resolution_x, scene.render.resolution_y = size
    bpy.ops.fourbar.import_gallery(robot="humanoid")
    root = bpy.context.object
    root.location = (3.0, -2.0, 0.5)
    assert bpy.ops.fourbar.turntable(frames=60) == {"FINISHED"}
    assert (scene.frame_start, scene.frame_end) == (1, 60)
    camera = scene.camera
    shapes = [o for o in bpy.data.objects if o.get("fourbar_kind") == "visual"]
    places = []
    for frame in (1, 16, 31, 46, 60):
        scene.frame_set(frame)
        points = [o.matrix_world @ Vector(c) for o in shapes for c in o.bound_box]
        inside = seen(bpy, camera, points)
        assert all(0.0 < x < 1.0 and 0.0 < y < 1.0 for x, y in inside)
        # It fills the picture: no less than half of the smaller side.
        assert max(max(x) - min(x) for x in zip(*inside, strict=True)) > 0.5
        places.append(camera.matrix_world.translation.copy())
    # Frame 61 would be frame 1 again.
    pivot = camera.parent
    scene.frame_set(1)
    first = pivot.rotation_euler.z
    scene.frame_set(61)
    assert pivot.rotation_euler.z - first == pytest.approx(tau, abs=1e-5)
    assert len({tuple(round(c, 3) for c in p) for p in places}) == 5


def test_it_is_made_once_and_is_no_part_of_the_robot(blender, tmp_path) -> None:
    bpy = blender.bpy
    bpy.ops.fourbar.import_gallery(robot="four_bar")
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 11, 50
    before = blender.robots.scene_robot(bpy.context.object).robot
    bpy.ops.fourbar.turntable(frames=0, elevation=radians(45))
    assert (scene.frame_start, scene.frame_end) == (11, 50)
    count = len(bpy.data.objects)
    assert sum(o.type == "LIGHT" for o in scene.objects) == 1
    bpy.ops.fourbar.turntable(frames=10)
    assert len(bpy.data.objects) == count
    assert (scene.frame_start, scene.frame_end) == (11, 20)
    assert blender.robots.scene_robot(bpy.context.object).robot == before
