"""Triangles as Blender takes them."""

from __future__ import annotations

import numpy as np

from fourbar.assets import Primitive, TriangleMesh
from fourbar.blender.mesh_arrays import arrays_of

POINTS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], np.float32)


def test_faces_that_use_a_vertex_twice_are_left_out() -> None:
    """Blender crashes on them, some of the time."""
    faces = np.array([[0, 1, 2], [1, 1, 3], [3, 1, 3], [0, 2, 3]], np.int32)
    mesh = TriangleMesh((Primitive.from_arrays(POINTS, faces),))
    found = arrays_of(mesh, seen=False)
    assert found is not None
    np.testing.assert_array_equal(found.positions[found.triangles], POINTS[faces[[0, 3]]])
    assert len(found.material_numbers) == 2
    found = arrays_of(mesh, seen=True)  # faces get vertices of their own with their normals
    assert found is not None
    assert all(len({*face}) == 3 for face in found.triangles.tolist())
    nothing = TriangleMesh((Primitive.from_arrays(POINTS, faces[1:3]),))
    assert arrays_of(nothing, seen=False) is None
