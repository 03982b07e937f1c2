"""What a user does from import to export, in one go."""

from __future__ import annotations

import difflib
from pathlib import Path

import numpy as np

import fourbar as fb


def test_from_import_to_export(blender, tmp_path: Path) -> None:
    """The difference of the files is the edits, and both files load as the robot of the scene."""
    bpy, robots = blender.bpy, blender.robots
    # A four-bar, with something to fix: an attribute that nobody reads.
    source = fb.gallery.path("four_bar").read_text().replace("upper=", "uper=", 1)
    source = source if "uper=" in source else source.replace("<mass value=", "<mass valu=", 1)
    (tmp_path / "linkage.urdf").write_text(source)
    bpy.ops.fourbar.import_robot(filepath=str(tmp_path / "linkage.urdf"))

    # Fix the finding.
    bpy.ops.fourbar.check()
    state = bpy.context.scene.fourbar
    wrong = [f for f in state.findings if f.fix and f.severity == "error"]
    assert wrong
    bpy.ops.fourbar.apply_fix(unsafe=True)
    assert not [f for f in bpy.context.scene.fourbar.findings if f.severity == "error"]
    root = robots.roots(bpy.context.scene)[0]
    blender.exports.export_urdf(root, tmp_path / "fixed.urdf")
    fixed = (tmp_path / "fixed.urdf").read_text()

    # Pose it: the loop stays closed.
    root["crank"] = 0.7
    root.update_tag()
    bpy.context.view_layer.update()
    run = blender.running.running(root)
    assert max(run.poser.gaps().values()) < 1e-9

    # Rename a link, move a joint, add a collision and an inertia.
    bpy.data.objects["coupler_link"].name = "connecting rod"
    joint = next(o for o in robots.parts_of(root, "joint") if o.name == "crank")
    joint.location.x -= 0.0078125
    link = bpy.data.objects["rocker_link"]
    for obj in bpy.context.selected_objects:
        obj.select_set(False)
    link.select_set(True)
    bpy.context.view_layer.objects.active = link
    bpy.ops.fourbar.collide(method="box", replace=True)
    bpy.ops.fourbar.lock_inertia(lock=False)
    bpy.ops.fourbar.compute_inertia(mass=0.25)

    # Keyframe and render.
    bpy.ops.fourbar.reset_pose()
    bpy.ops.fourbar.keyframe_pose()
    bpy.context.scene.frame_set(10)
    root["crank"] = 0.3
    root.update_tag()
    bpy.context.view_layer.update()
    bpy.ops.fourbar.keyframe_pose()
    pictures = _rendered(blender, tmp_path)
    assert np.abs(pictures[0] - pictures[1]).max() > 0.1

    # Export both, and load them back.
    bpy.ops.fourbar.export_urdf(filepath=str(tmp_path / "out.urdf"))
    bpy.ops.fourbar.export_glb(filepath=str(tmp_path / "out.glb"))
    robot = robots.scene_robot(root).robot
    assert fb.load(tmp_path / "out.urdf") == robot
    assert fb.load(tmp_path / "out.glb") == robot
    assert fb.check(tmp_path / "out.glb").ok
    written = (tmp_path / "out.urdf").read_text()
    changes = [
        line for line in difflib.ndiff(fixed.splitlines(), written.splitlines()) if line[0] in "+-"
    ]
    expected = (
        "connecting_rod",
        "coupler_link",
        "origin",
        "collision",
        "geometry",
        "box",
        "cylinder",
    )
    expected += ("inertial", "inertia", "mass")
    assert not [line for line in changes if not any(word in line for word in expected)]
    # The joint's and the inertia's, old and new; three collisions became one.
    assert sum("<origin" in line for line in changes) == 8


def _rendered(blender, folder: Path) -> list[np.ndarray]:
    """Frames 1 and 10, in Cycles."""
    bpy = blender.bpy
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 4
    scene.render.resolution_x, scene.render.resolution_y = 64, 48
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.location, camera.rotation_euler = (0.2, -1.6, 0.3), (1.45, 0.0, 0.0)
    scene.collection.objects.link(camera)
    scene.camera = camera
    scene.collection.objects.link(bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN")))
    found = []
    for frame in (1, 10):
        scene.frame_set(frame)
        scene.render.filepath = str(folder / f"frame{frame}.png")
        bpy.ops.render.render(write_still=True)
        found.append(np.array(bpy.data.images.load(scene.render.filepath).pixels[:]))
    return found
