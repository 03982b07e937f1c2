"""G0 to G3: what comes out of Blender is what went in, and one edit changes one element."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

import fourbar as fb
from fourbar.blender.description import open_description

GALLERY = fb.gallery.names()


def imported(blender, source: str):
    root, _ = blender.files.import_file(blender.bpy.context, source)
    return root


def exported(blender, root, folder: Path, *, force: bool = False) -> bytes:
    target = folder / "out.urdf"
    assert blender.exports.export_urdf(root, target, force=force).is_patched
    return target.read_bytes()


@pytest.mark.parametrize("name", GALLERY)
def test_the_gallery_comes_back_byte_for_byte(blender, name: str, tmp_path: Path) -> None:
    source = fb.gallery.path(name).read_bytes()
    root = imported(blender, f"gallery:{name}")
    assert exported(blender, root, tmp_path) == source
    assert [p.name for p in tmp_path.iterdir()] == ["out.urdf"]


def test_nothing_is_lost_by_saving_posing_undoing_and_renaming_back(blender, tmp_path) -> None:
    bpy = blender.bpy
    source = fb.gallery.path("stewart").read_bytes()
    bpy.ops.fourbar.import_gallery(robot="stewart")
    bpy.ops.ed.undo_push(message="import")
    bpy.ops.fourbar.random_pose(seed=3)
    bpy.ops.ed.undo_push(message="pose")
    bpy.ops.ed.undo()
    bpy.ops.ed.redo()
    root = blender.robots.roots(bpy.context.scene)[0]
    assert exported(blender, root, tmp_path) == source
    link = bpy.data.objects["platform"]
    link.name = "other"
    assert exported(blender, root, tmp_path) != source
    link.name = "platform"
    assert exported(blender, root, tmp_path) == source
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "a.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "a.blend"))
    root = blender.robots.roots(bpy.context.scene)[0]
    assert exported(blender, root, tmp_path) == source


def changed_lines(before: bytes, after: bytes) -> list[str]:
    lines = difflib.ndiff(before.decode().splitlines(), after.decode().splitlines())
    return [line for line in lines if line[0] in "+-"]


def test_one_edit_changes_one_element(blender, tmp_path: Path) -> None:
    bpy = blender.bpy
    source = fb.gallery.path("four_bar").read_bytes()
    root = imported(blender, "gallery:four_bar")
    joint = next(blender.robots.parts_of(root, "joint"))
    before = joint.location.copy()
    joint.location.z += 0.125
    text = exported(blender, root, tmp_path)
    assert len(changed_lines(source, text)) == 2
    assert 'origin xyz="' in changed_lines(source, text)[1]
    joint.location = before
    assert exported(blender, root, tmp_path) == source
    link = next(blender.robots.parts_of(root, "link"))
    link["mass"] = 0.1234567890123456789
    assert len(changed_lines(source, exported(blender, root, tmp_path))) <= 8
    assert b"0.12345678901234568" in exported(blender, root, tmp_path)
    assert bpy.data.objects


def test_what_is_exported_is_the_robot_of_the_scene(blender, tmp_path: Path) -> None:
    """G3: also after edits of every kind; a second export is the same."""
    bpy = blender.bpy
    root = imported(blender, "gallery:ur20")
    objects = {o.name: o for o in blender.robots.objects_of(root).values()}
    objects["elbow_joint"].location.x = 0.25
    objects["elbow_joint"]["upper"] = 2.5
    objects["tool0"].name = "flange tip!"
    shape = next(blender.robots.parts_of(root, "collision"))
    bpy.data.objects.remove(shape)
    first = exported(blender, root, tmp_path)
    wanted = blender.robots.scene_robot(root).robot
    assert fb.loads(first) == wanted
    assert "flange_tip" in wanted.links
    again, _ = blender.files.import_file(bpy.context, str(tmp_path / "out.urdf"))
    assert exported(blender, again, tmp_path) == first


def test_an_edited_mesh_is_written_and_read_back(blender, tmp_path: Path) -> None:
    root = imported(blender, "gallery:four_bar")
    shape = next(blender.robots.parts_of(root, "visual"))
    shape.data = shape.data.copy()
    shape.data.vertices[0].co.z += 0.25
    exported(blender, root, tmp_path)
    (mesh,) = (tmp_path / "meshes").iterdir()
    assert mesh.name == f"{shape.name}.stl"
    assert not fb.read(tmp_path / "out.urdf").report.errors
    assert fb.check(tmp_path / "out.urdf", select=["A5"]).ok


def test_disconnected_links_block_the_export(blender, tmp_path: Path) -> None:
    bpy = blender.bpy
    imported(blender, "gallery:four_bar")
    bpy.data.objects.remove(next(o for o in bpy.data.objects if o.get("fourbar_kind") == "joint"))
    with pytest.raises(RuntimeError, match="not connected"):
        bpy.ops.fourbar.export_urdf(filepath=str(tmp_path / "x.urdf"))
    assert not (tmp_path / "x.urdf").exists()


def test_xacro_with_arguments_and_two_robots_in_one_scene(blender, tmp_path: Path) -> None:
    (tmp_path / "arm.urdf.xacro").write_text(
        '<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">'
        '<xacro:arg name="size" default="1"/><link name="base"><visual><geometry>'
        '<box size="$(arg size) 1 1"/></geometry></visual></link></robot>'
    )
    bpy = blender.bpy
    bpy.ops.fourbar.import_robot(filepath=str(tmp_path / "arm.urdf.xacro"), arguments="size:=0.25")
    assert bpy.data.objects["base_visual"].scale.x == 0.25
    bpy.ops.fourbar.import_gallery(robot="four_bar")
    assert len(blender.robots.roots(bpy.context.scene)) == 2
    with pytest.raises(RuntimeError, match="NAME:=VALUE"):
        bpy.ops.fourbar.import_robot(filepath=str(tmp_path / "arm.urdf.xacro"), arguments="x")


def test_a_missing_file_is_said_in_a_sentence(blender, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="nothing"):
        blender.bpy.ops.fourbar.import_robot(filepath=str(tmp_path / "nothing.urdf"))


def test_shared_meshes_are_stored_once(blender) -> None:
    root = imported(blender, "gallery:stewart")
    shapes = [o for o in blender.robots.objects_of(root).values() if o.type == "MESH"]
    files = {o.data.name for o in shapes}
    assert len(files) < len(shapes)
    robot = open_description("gallery:stewart").robot
    assert len(shapes) == sum(len(k.visuals) + len(k.collisions) for k in robot.links)


@pytest.mark.parametrize("name", ["four_bar", "stewart", "gripper", "humanoid"])
def test_glb_reads_back_as_the_same_robot(blender, name: str, tmp_path: Path) -> None:
    """G6."""
    root = imported(blender, f"gallery:{name}")
    target = tmp_path / "out.glb"
    blender.exports.export_glb(root, target)
    assert fb.check(target).ok
    assert fb.load(target) == blender.robots.scene_robot(root).robot
    again, _ = blender.files.import_file(blender.bpy.context, str(target))
    assert len(blender.robots.objects_of(again)) == len(blender.robots.objects_of(root))


def test_meshes_of_a_glb_file_become_files_of_a_urdf(blender, tmp_path: Path) -> None:
    """A GLB has its meshes inside; URDF names files, which are written beside it."""
    from fourbar.assets import TriangleMesh, box
    from fourbar.assets.write_stl import write_stl

    (tmp_path / "part.stl").write_bytes(write_stl(TriangleMesh((box((1.0, 2.0, 3.0)),))))
    part = fb.Visual(fb.Mesh("part.stl", (0.5, 0.5, 0.5)))
    fb.save(fb.Robot("r", [fb.Link("base", visuals=(part,))]), tmp_path / "r.urdf")
    fb.save(fb.load(tmp_path / "r.urdf"), tmp_path / "r.glb")
    root = imported(blender, str(tmp_path / "r.glb"))
    out = tmp_path / "out"
    out.mkdir()
    assert blender.exports.export_urdf(root, out / "r.urdf").is_patched
    (visual,) = fb.load(out / "r.urdf").links["base"].visuals
    assert (out / visual.geometry.filename).is_file()
    again = imported(blender, str(out / "r.urdf"))
    shape = next(blender.robots.parts_of(again, "visual"))
    assert list(shape.dimensions) == pytest.approx([0.5, 1.0, 1.5], rel=1e-6)
