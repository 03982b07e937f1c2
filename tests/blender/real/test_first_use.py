"""What people try first, and what they must be told."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.blender.real.test_building import a_box, select
from tests.blender.real.test_moving import imported, largest_error
from tests.blender.real.test_round_trip import exported

import fourbar as fb


def test_limits_hold_for_operators_and_sliders(blender) -> None:
    bpy = blender.bpy
    root, run = imported(blender, "ur20")
    _, upper = run.poser.limits("elbow_joint")
    with pytest.raises(RuntimeError, match="'elbow_joint' goes from"):
        bpy.ops.fourbar.set_joint(joint="elbow_joint", value=100.0)
    assert root["elbow_joint"] == 0.0
    bpy.ops.fourbar.set_joint(joint="elbow_joint", value=0.7)
    assert root["elbow_joint"] == 0.7  # not 0.699999988
    root["elbow_joint"] = 50.0
    root.update_tag()
    bpy.context.view_layer.update()
    assert root["elbow_joint"] == upper
    assert "'elbow_joint' goes from" in root[blender.running.PROBLEM]
    bpy.ops.fourbar.save_configuration(name="home")
    with pytest.raises(RuntimeError, match=r"no configuration named 'nix'.*home"):
        bpy.ops.fourbar.take_configuration(name="nix")


def test_positions_that_a_script_sets_are_taken_by_the_next_step(blender) -> None:
    """Blender is told of them by update_tag; frames and operators look by themselves."""
    bpy = blender.bpy
    root, run = imported(blender, "four_bar")
    root["crank"] = 0.9
    bpy.context.scene.frame_set(2)
    bpy.context.view_layer.update()
    assert run.poser.values()["crank"] == (0.9,)
    assert largest_error(blender, root, run) < 2e-6
    root["crank"] = 0.5
    bpy.ops.fourbar.save_configuration(name="half")
    assert run.poser.values()["crank"] == (0.5,)
    assert max(run.poser.gaps().values()) < 1e-9


def test_a_mimic_is_driven_by_its_own_slider(blender) -> None:
    root, run = imported(blender, "gripper")
    blender.bpy.ops.fourbar.set_joint(joint="left_finger", value=0.01)
    assert root["left_finger"] == pytest.approx(0.01, abs=1e-12)
    assert run.poser.values()["screw"][0] > 0.0


def test_imported_collisions_are_kept_unless_they_may_go(blender) -> None:
    bpy = blender.bpy
    root, _ = imported(blender, "ur20")
    link = next(o for o in blender.robots.parts_of(root, "collision")).parent
    count = sum(blender.robots.kind_of(o) == "collision" for o in link.children)
    select(blender, link)
    with pytest.raises(RuntimeError, match="Replace imported ones"):
        bpy.ops.fourbar.collide(method="box")
    assert sum(blender.robots.kind_of(o) == "collision" for o in link.children) == count
    bpy.ops.fourbar.collide(method="box", replace=True)
    bpy.ops.fourbar.collide(method="hull")  # those are ours
    assert sum(blender.robots.kind_of(o) == "collision" for o in link.children) == 1


def test_what_an_export_leaves_out_is_a_finding(blender) -> None:
    bpy = blender.bpy
    root, _ = imported(blender, "four_bar")
    cube = a_box(blender, "Cube", (0, 0, 0), (1, 1, 1))
    cube.parent = bpy.data.objects["coupler_link"]
    bpy.data.objects["coupler"].scale = (2, 2, 2)
    bpy.data.objects["crank_link"].name = "my crank"
    select(blender, root)
    bpy.ops.fourbar.check()
    found = {f.object: f.message for f in bpy.context.scene.fourbar.findings if f.code == "scene"}
    assert found.keys() == {"Cube", "coupler", "my crank"}
    assert "'my_crank'" in found["my crank"]


def test_a_finding_without_an_object_leads_to_its_line(blender, tmp_path: Path) -> None:
    bpy = blender.bpy
    (tmp_path / "arm.urdf").write_text(
        '<robot name="arm">\n  <link name="base"/>\n  <link name="hand"/>\n'
        '  <joint name="wrist" type="hinge">\n    <parent link="base"/><child link="hand"/>\n'
        "  </joint>\n</robot>\n"
    )
    bpy.ops.fourbar.import_robot(filepath=str(tmp_path / "arm.urdf"))
    bpy.ops.fourbar.check()
    state = bpy.context.scene.fourbar
    state.active = next(n for n, f in enumerate(state.findings) if f.line and not f.object)
    bpy.ops.fourbar.select_finding()
    root = bpy.data.objects[state.checked]
    text = root[blender.robots.TEXT]
    assert text.current_line_index == state.findings[state.active].line - 1
    # Nothing was edited: the file comes back, with all that is wrong in it.
    bpy.ops.fourbar.export_urdf(filepath=str(tmp_path / "out.urdf"))
    assert (tmp_path / "out.urdf").read_bytes() == (tmp_path / "arm.urdf").read_bytes()


def test_the_base_stays_the_base(blender) -> None:
    bpy = blender.bpy
    bpy.ops.fourbar.new_robot(name="arm")
    root = blender.robots.roots(bpy.context.scene)[0]
    select(
        blender, a_box(blender, "upper", (0, 0, 0.5), (0.1, 0.1, 1)), bpy.data.objects["base_link"]
    )
    bpy.ops.fourbar.link_from_mesh()
    select(blender, bpy.data.objects["upper"], bpy.data.objects["base_link"])
    bpy.ops.fourbar.add_joint(type="revolute")
    (joint,) = blender.robots.scene_robot(root).robot.joints
    assert (joint.parent, joint.child) == ("base_link", "upper")


def test_a_loop_between_two_frames_is_closed_by_moving(blender, tmp_path: Path) -> None:
    """Three bars in a chain and a fourth side: the ends of the loop are apart until it closes."""
    bpy = blender.bpy
    links = [fb.Link(name) for name in ("base", "a", "b", "c", "end", "far")]
    joints = [
        fb.Joint("j1", "continuous", "base", "a", axis=(0, 1, 0)),
        fb.Joint("j2", "continuous", "a", "b", fb.Pose((0, 0, 0.2)), axis=(0, 1, 0)),
        fb.Joint("j3", "continuous", "b", "c", fb.Pose((0.3, 0, 0)), axis=(0, 1, 0)),
        fb.Joint("tip", "fixed", "c", "end", fb.Pose((0, 0, -0.25))),
        fb.Joint("stay", "fixed", "base", "far", fb.Pose((0.35, 0, 0))),
    ]
    fb.save(fb.Robot("bars", links, joints), tmp_path / "bars.urdf")
    root, _ = blender.files.import_file(bpy.context, str(tmp_path / "bars.urdf"))
    select(blender, bpy.data.objects["far"], bpy.data.objects["end"])
    bpy.ops.fourbar.add_loop(type="revolute", axis="Y", place="FRAMES")
    bpy.context.view_layer.update()
    bpy.ops.fourbar.close_loops()
    bpy.context.view_layer.update()
    ends = [bpy.data.objects[n].matrix_world.translation for n in ("far", "end")]
    assert (ends[0] - ends[1]).length < 1e-6
    robot = fb.loads(exported(blender, root, tmp_path))
    assert [loop.type for loop in robot.loops] == ["revolute"]
    # Which joint leads is a choice that is exported.
    select(blender, bpy.data.objects["j2"])
    bpy.ops.fourbar.set_independent(lead="LEADS")
    assert fb.loads(exported(blender, root, tmp_path)).joints["j2"].independent is True
    assert "j2" in blender.running.running(root).poser.leading


def test_a_trace_sets_the_range_where_nothing_else_moves(blender) -> None:
    bpy = blender.bpy
    imported(blender, "four_bar")
    bpy.ops.fourbar.trace(joint="crank", frames=40)
    scene = bpy.context.scene
    assert (scene.frame_start, scene.frame_end) == (1, 40)


def test_scale_and_rig_of_an_import(blender, tmp_path: Path) -> None:
    bpy = blender.bpy
    source = fb.gallery.path("four_bar")
    bpy.ops.fourbar.import_robot(filepath=str(source), scale=10.0, rig=True)
    root = blender.robots.roots(bpy.context.scene)[0]
    assert blender.rigs.armature_of(root) is not None
    root["crank"] = 0.4
    root.update_tag()
    bpy.context.view_layer.update()
    run = blender.running.running(root)
    worlds = {k: np.array(bpy.data.objects[n].matrix_world) for k, n in run.links.items()}
    for joint, world in worlds.items():
        link = run.poser.robot.joints[joint].child
        exact = fb.kinematics(run.poser.model, run.poser.q, link).pose
        assert np.abs(world[:3, 3] - 10.0 * exact[:3, 3]).max() < 2e-5
    assert exported(blender, root, tmp_path) == source.read_bytes()


def test_a_fix_of_a_copy_leaves_the_original_its_text(blender, tmp_path: Path) -> None:
    """Copies share the text of the description until one of them writes it."""
    bpy = blender.bpy
    source = fb.gallery.path("four_bar").read_bytes()
    root, _ = imported(blender, "four_bar")
    bpy.context.scene.fourbar.collisions = True
    select(blender, *blender.robots.objects_of(root).values(), root)
    bpy.ops.object.duplicate()
    first, copy = blender.robots.roots(bpy.context.scene)
    select(blender, copy)
    copied = next(o for o in blender.robots.parts_of(copy, "link"))
    copied["mass"] = 9.0
    bpy.ops.fourbar.to_text()
    bpy.ops.fourbar.apply_text()
    first = bpy.data.objects["four_bar"]
    assert first[blender.robots.TEXT].as_string().encode() == source
    assert exported(blender, first, tmp_path) == source
