import math

import numpy as np
import pytest

from fourbar.assets import Primitive, TriangleMesh, box, capsule, measure_mass, sphere
from fourbar.assets.mesh import transform
from fourbar.diagnostics import Report

from .mesh_files import FACES, POINTS, cube_grid


def measured(*primitives, **options):
    report = Report()
    mesh = TriangleMesh(primitives)
    return measure_mass(mesh, file="a.stl", report=report, **options), [f.code for f in report]


def moved(primitive, rotation=None, offset=(0, 0, 0)):
    T = np.eye(4)
    T[:3, :3] = np.eye(3) if rotation is None else rotation
    T[:3, 3] = offset
    return transform(primitive, T)


def test_a_box():
    a, b, c = size = (1.0, 2.0, 3.0)
    result, codes = measured(moved(box(size), offset=(5, 6, 7)))
    assert codes == []
    assert result.volume == pytest.approx(6.0, rel=1e-6)
    np.testing.assert_allclose(result.center_of_mass, [5, 6, 7], rtol=1e-6)
    wanted = np.diag([b * b + c * c, a * a + c * c, a * a + b * b]) * 6 / 12
    np.testing.assert_allclose(result.inertia, wanted, rtol=1e-5, atol=1e-6)


def test_a_tetrahedron():
    """Corners at the origin and at a, b, c on the axes.

    Volume abc/6, centre (a, b, c)/4; second moments about the origin V a^2/10 and products
    V ab/20.
    """
    result, codes = measured(Primitive.from_arrays(np.float32(POINTS), np.uint32(FACES)))
    edges = np.array([1.0, 2.0, 3.0])
    assert codes == []
    assert result.volume == pytest.approx(1.0)
    np.testing.assert_allclose(result.center_of_mass, edges / 4)
    second = np.outer(edges, edges) / 20 + np.diag(edges**2) / 20
    second -= np.outer(edges, edges) / 16
    np.testing.assert_allclose(result.inertia, np.trace(second) * np.eye(3) - second, atol=1e-12)


def test_a_fine_sphere_approaches_the_closed_form():
    """The error of an inscribed sphere falls with the square of the segments."""
    errors = []
    for segments in (64, 128):
        result, _ = measured(sphere(0.7, segments=segments))
        volume = 4 / 3 * math.pi * 0.7**3
        inertia = 2 / 5 * volume * 0.7**2
        errors.append(abs(result.inertia[0][0] / inertia - 1))
        assert result.volume == pytest.approx(volume, rel=5e-3)
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.05)


def test_rotation_turns_the_inertia():
    rng = np.random.default_rng(3)
    R, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    R *= np.sign(np.linalg.det(R))
    straight, _ = measured(box((1, 2, 3)))
    turned, _ = measured(moved(box((1, 2, 3)), R))
    np.testing.assert_allclose(turned.inertia, R @ np.array(straight.inertia) @ R.T, atol=1e-5)


def test_far_from_the_origin_nothing_cancels():
    points, faces = cube_grid(4)
    near, _ = measured(Primitive.from_arrays(np.float32(points), np.uint32(faces)))
    # Powers of two: the shift itself is exact in float32.
    far, _ = measured(Primitive.from_arrays(np.float32(points + 1024), np.uint32(faces)))
    np.testing.assert_allclose(far.inertia, near.inertia, rtol=1e-9, atol=1e-12)


def test_primitives_close_each_other():
    points, faces = cube_grid(2)
    halves = [
        Primitive.from_arrays(np.float32(points), np.uint32(part))
        for part in np.array_split(faces, 2)
    ]
    result, codes = measured(*halves)
    assert codes == []
    assert result.volume == pytest.approx(1.0)


def test_inside_out_is_reported_and_the_sign_turned():
    points, faces = cube_grid(1)
    result, codes = measured(Primitive.from_arrays(np.float32(points), np.uint32(faces[:, ::-1])))
    assert codes == ["A551"]
    assert result.volume == pytest.approx(1.0)
    assert np.linalg.eigvalsh(result.inertia).min() > 0


def test_a_missing_triangle_is_reported_with_its_edges():
    points, faces = cube_grid(1)
    report = Report()
    mesh = TriangleMesh((Primitive.from_arrays(np.float32(points), np.uint32(faces[1:])),))
    assert measure_mass(mesh, file="a.stl", report=report) is None
    (finding,) = report
    assert finding.code == "A550"
    assert "of 18 edges, 3 belong to one triangle" in finding.message


def test_one_turned_triangle_is_reported():
    points, faces = cube_grid(1)
    faces = faces.copy()
    faces[0] = faces[0, ::-1]
    assert measured(Primitive.from_arrays(np.float32(points), np.uint32(faces))) == (None, ["A550"])


def test_a_flat_sheet_encloses_nothing():
    faces = np.uint32([[0, 1, 2], [2, 1, 0]])
    assert measured(Primitive.from_arrays(np.float32(POINTS[:3]), faces)) == (None, ["A550"])


def test_the_hull_of_an_open_mesh():
    points, faces = cube_grid(2)
    result, codes = measured(
        Primitive.from_arrays(np.float32(points), np.uint32(faces[3:])), open_mesh="hull"
    )
    assert codes == ["A550"]
    assert result.of == "hull"
    assert result.volume == pytest.approx(1.0)
    np.testing.assert_allclose(result.center_of_mass, 0.5, atol=1e-12)
    np.testing.assert_allclose(result.inertia, np.eye(3) / 6, atol=1e-12)


def test_no_hull_of_a_flat_sheet():
    sheet = Primitive.from_arrays(np.float32(POINTS[:3]), np.uint32([[0, 1, 2]]))
    assert measured(sheet, open_mesh="hull") == (None, ["A550", "A552"])


def test_inertia_for_a_mass():
    result, _ = measured(box((1, 1, 1)))
    np.testing.assert_allclose(result.inertia_for(3.0), np.eye(3) / 2, atol=1e-6)


@pytest.mark.peer
def test_agrees_with_trimesh():
    trimesh = pytest.importorskip("trimesh")
    shape = moved(capsule(0.3, 0.8), offset=(1, -2, 3))
    result, _ = measured(shape)
    peer = trimesh.Trimesh(shape.positions.astype(float), shape.triangles, process=True)
    assert result.volume == pytest.approx(peer.volume, rel=1e-9)
    np.testing.assert_allclose(result.center_of_mass, peer.center_mass, rtol=1e-9)
    np.testing.assert_allclose(result.inertia, peer.moment_inertia, rtol=1e-6, atol=1e-9)
