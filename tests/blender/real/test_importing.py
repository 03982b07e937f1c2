"""What an import takes a short way to: it must lead to the same place as the long one."""

from __future__ import annotations

import numpy as np
import pytest

import fourbar as fb
from fourbar.blender.mesh_arrays import MeshArrays
from fourbar.blender.posing import Poser

GALLERY = [name for name in fb.gallery.names() if name != "faulty"]


def triangles(normals: np.ndarray | None) -> MeshArrays:
    """Two triangles that share an edge, each with a material of its own."""
    positions = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0.5]], np.float32)
    corners = np.array([[0, 1, 2], [1, 3, 2]], np.int32)
    return MeshArrays(positions, corners, normals, None, np.array([0, 1], np.int32), (None, None))


def test_a_mesh_is_what_its_arrays_are(blender) -> None:
    normals = np.array([[0, 0, 1], [0.6, 0, 0.8], [0, 0.6, 0.8], [1, 0, 0]], np.float32)
    arrays = triangles(normals)
    mesh = blender.make_objects.make_mesh("two", arrays)
    assert [tuple(v.co) for v in mesh.vertices] == [tuple(p) for p in arrays.positions.tolist()]
    assert [list(p.vertices) for p in mesh.polygons] == arrays.triangles.tolist()
    assert [p.material_index for p in mesh.polygons] == [0, 1]
    assert len(mesh.edges) == 5
    assert all(p.use_smooth for p in mesh.polygons)
    shown = np.array([tuple(n.vector) for n in mesh.corner_normals])
    # Before Blender 4.5, normals are kept as angles of 16 bits.
    exact = blender.bpy.app.version >= (4, 5)
    assert np.abs(shown - normals[arrays.triangles.ravel()]).max() < (1e-6 if exact else 1e-3)
    assert not mesh.validate()


def test_a_mesh_without_normals_is_flat(blender) -> None:
    mesh = blender.make_objects.make_mesh("two", triangles(None))
    assert not any(p.use_smooth for p in mesh.polygons)
    shown = np.array([tuple(n.vector) for n in mesh.corner_normals])
    assert np.abs(shown[:3] - [0, 0, 1]).max() < 1e-6
    assert not mesh.validate()


def test_the_digest_of_an_import_is_that_of_the_mesh_it_made(blender) -> None:
    bpy, read = blender.bpy, blender.read_objects
    blender.files.import_file(bpy.context, "gallery:humanoid")
    meshes = list(bpy.data.meshes)
    assert len(meshes) > 1
    for mesh in meshes:
        assert mesh[read.DIGEST] == read.mesh_digest(mesh)
    obj = next(o for o in bpy.data.objects if o.type == "MESH" and o.visible_get())
    bpy.context.view_layer.objects.active = obj
    bpy.ops.object.mode_set(mode="EDIT")
    assert not read.is_edited(obj)
    bpy.ops.object.mode_set(mode="OBJECT")
    obj.data.vertices[0].co.x += 0.125
    assert read.is_edited(obj)


@pytest.mark.parametrize("name", GALLERY)
def test_an_import_runs_as_the_scene_that_it_made_would(blender, name: str) -> None:
    root, _ = blender.files.import_file(blender.bpy.context, f"gallery:{name}")
    started = blender.running.is_running(root)
    blender.running.forget()
    read = blender.running.running(root)
    assert started is not None
    assert (started.links, started.keys) == (read.links, read.keys)
    assert started.places == read.places
    assert started.poser.robot.joints == read.poser.robot.joints
    assert started.poser.robot.loops == read.poser.robot.loops
    assert np.abs(started.poser.q - read.poser.q).max(initial=0.0) < 1e-9
    again = Poser(fb.load(f"gallery:{name}"))
    assert np.abs(started.poser.q - again.q).max(initial=0.0) < 1e-9
