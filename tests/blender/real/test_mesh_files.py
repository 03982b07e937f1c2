"""The files of meshes that were edited in Blender."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
from fourbar.assets import TriangleMesh, load_mesh
from fourbar.diagnostics import Report
from fourbar.packages import PackageFinder


@pytest.fixture
def edited(blender):
    """A robot of one link whose visual is a cube with a corner pulled out; its object."""
    bpy = blender.bpy
    bpy.ops.fourbar.new_robot()
    bpy.ops.mesh.primitive_cube_add(size=0.25)
    obj = bpy.context.object
    obj.name = "part"
    bpy.ops.fourbar.link_from_mesh()
    obj = next(o for o in bpy.data.objects if o.type == "MESH")
    obj.data.vertices[7].co.x += 0.5
    return obj


def loaded(file: Path) -> TriangleMesh:
    """A mesh file as fourbar reads it."""
    mesh = load_mesh(file, report=Report(), finder=PackageFinder({}))
    assert mesh is not None
    return mesh


def triangles_of(file: Path) -> np.ndarray:
    """All corners of a mesh file's triangles, sorted, [m]."""
    mesh = loaded(file).joined()
    corners = np.asarray(mesh.positions)[np.asarray(mesh.triangles)].reshape(-1, 9)
    return corners[np.lexsort(corners.T)]


def test_stl_and_obj_have_the_same_triangles(blender, edited, tmp_path: Path) -> None:
    ops = blender.bpy.ops.fourbar
    for suffix in ("stl", "obj"):
        target = tmp_path / suffix / "r.urdf"
        target.parent.mkdir()
        assert ops.export_urdf(filepath=str(target), meshes=suffix, force=True) == {"FINISHED"}
    (stl,), (obj,) = (list((tmp_path / s / "meshes").iterdir()) for s in ("stl", "obj"))
    assert (stl.suffix, obj.suffix) == (".stl", ".obj")
    assert len(triangles_of(stl)) == 12
    assert np.abs(triangles_of(stl) - triangles_of(obj)).max() < 1e-7
    (part,) = loaded(obj).primitives
    shown = edited.data.uv_layers.active.uv
    coordinates = np.asarray(part.texcoords) * (1, -1) + (0, 1)  # glTF's begin above
    assert rounded(coordinates) == rounded([tuple(uv.vector) for uv in shown])
    normals = [tuple(n.vector) for n in edited.data.corner_normals]
    assert rounded(part.normals) == rounded(normals)


def rounded(rows) -> set[tuple[int, ...]]:
    """Distinct rows, to four digits."""
    return {tuple(row) for row in np.round(1e4 * np.asarray(rows)).astype(int).tolist()}


def test_a_package_is_where_its_manifest_is(blender, edited, tmp_path: Path) -> None:
    ops = blender.bpy.ops.fourbar
    target = tmp_path / "my_robot" / "urdf" / "r.urdf"
    target.parent.mkdir(parents=True)
    with pytest.raises(RuntimeError, match=r"no package\.xml"):
        ops.export_urdf(filepath=str(target), package=True, force=True)
    (tmp_path / "my_robot" / "package.xml").write_text(
        "<package format='3'><name>my_robot_description</name></package>"
    )
    assert ops.export_urdf(filepath=str(target), package=True, force=True) == {"FINISHED"}
    (file,) = (tmp_path / "my_robot" / "meshes").iterdir()
    assert f"package://my_robot_description/meshes/{file.name}" in target.read_text()
    assert not [d for d in fb.check(target) if d.rule.code.startswith("A1")]
