"""Every mesh of the real robots, next to what trimesh makes of it.

Tolerances: triangle counts are equal; bounds agree to 1e-5 of the largest extent and signed
volumes to 1e-5 of its cube (positions are float32 here, float64 there).
"""

import io

import numpy as np
import pytest

from fourbar.assets import load_mesh, measure_mass, with_normals
from fourbar.diagnostics import Report
from fourbar.packages import PackageFinder

pytestmark = pytest.mark.corpus
FORMATS = (".stl", ".obj", ".dae", ".glb", ".gltf", ".ply")


@pytest.fixture(scope="module")
def meshes(corpus):
    """(file, mesh, report) of every mesh file."""
    found = []
    for file in sorted(p for p in corpus.rglob("*") if p.suffix.lower() in FORMATS):
        report = Report()
        finder = PackageFinder(near=file, environ={})
        name = file.relative_to(corpus).as_posix()
        found.append((file, load_mesh(file, report=report, finder=finder, name=name), report))
    assert found
    return found


def test_every_mesh_is_read_or_reported(meshes):
    for file, mesh, report in meshes:
        assert mesh is not None or not report.ok, file
        assert mesh is None or mesh.triangle_count > 0, file


def test_what_leaves_is_sound(meshes):
    for file, mesh, _ in meshes:
        if mesh is None:
            continue
        for p in with_normals(mesh).primitives:
            assert np.isfinite(p.positions).all(), file
            assert p.triangles.max() < len(p.positions), file
            np.testing.assert_allclose(
                np.linalg.norm(p.normals, axis=1), 1, atol=5e-4, err_msg=file.name
            )


def signed_volume(positions, triangles):
    positions = np.asarray(positions, np.float64)
    a, b, c = np.moveaxis(positions[np.asarray(triangles)], 1, 0)
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)


@pytest.mark.peer
@pytest.mark.filterwarnings("ignore")
def test_every_mesh_agrees_with_trimesh(meshes):
    trimesh = pytest.importorskip("trimesh")
    pytest.importorskip("collada")
    for file, mesh, _ in meshes:
        scene = trimesh.load_scene(
            io.BytesIO(file.read_bytes()), file_type=file.suffix.lower()[1:], process=False
        )
        peer = scene.to_mesh()
        vertices = np.asarray(peer.vertices)
        if file.suffix.lower() in (".glb", ".gltf"):  # which trimesh leaves y up
            vertices = np.stack([vertices[:, 0], -vertices[:, 2], vertices[:, 1]], axis=1)
        used = vertices[peer.faces.ravel()]
        bounds = np.array([used.min(axis=0), used.max(axis=0)])
        extent = np.ptp(bounds, axis=0).max()
        assert mesh is not None, file
        assert mesh.triangle_count == len(peer.faces), file
        np.testing.assert_allclose(mesh.bounds, bounds, atol=1e-5 * extent, err_msg=file.name)
        joined = mesh.joined()
        ours = signed_volume(joined.positions, joined.triangles)
        theirs = signed_volume(vertices, peer.faces)
        assert abs(ours - theirs) <= 1e-5 * extent**3, file


@pytest.mark.peer
@pytest.mark.filterwarnings("ignore")
def test_mass_properties_of_closed_meshes_agree_with_trimesh(meshes):
    """To 1e-9: trimesh sums about the origin, so it gets the mesh about its middle."""
    trimesh = pytest.importorskip("trimesh")
    compared = 0
    for file, mesh, _ in meshes:
        result = mesh and measure_mass(mesh, file=file.name, report=Report())
        if result is None:
            continue
        joined = mesh.joined()
        middle = mesh.bounds.mean(axis=0)
        extent = np.ptp(mesh.bounds, axis=0).max()
        peer = trimesh.Trimesh(joined.positions - middle, joined.triangles, process=False)
        sign = np.sign(peer.volume)
        # Of thin shells little is left of the sums, and less of trimesh's digits.
        lost = 1e-9 * max(1.0, 1e-5 * extent**3 / result.volume)
        assert result.volume == pytest.approx(abs(peer.volume), rel=lost), file
        center = peer.center_mass + middle
        np.testing.assert_allclose(result.center_of_mass, center, atol=lost * extent)
        scale = np.abs(result.inertia).max()
        np.testing.assert_allclose(result.inertia, sign * peer.moment_inertia, atol=lost * scale)
        compared += 1
    assert compared > 50
