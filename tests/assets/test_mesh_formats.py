"""What holds for every format."""

import sys

import numpy as np
import pytest

from fourbar.assets import read_mesh
from fourbar.diagnostics import PartPath, Report

from .mesh_files import FACES, POINTS, binary_stl, corners, every_format, glb, obj, ply, read

FILES = every_format()


@pytest.mark.parametrize("file", FILES)
def test_the_same_tetrahedron_comes_out(file):
    mesh, codes = read(FILES[file], file)
    assert codes == []
    np.testing.assert_array_equal(corners(mesh), POINTS[FACES].astype(np.float32))
    np.testing.assert_array_equal(mesh.bounds, [[0, 0, 0], [1, 2, 3]])


@pytest.mark.parametrize("file", FILES)
def test_vertices_are_shared(file):
    mesh, _ = read(FILES[file], file)
    assert mesh.vertex_count == 4


@pytest.mark.parametrize("file", FILES)
def test_arrays_cannot_be_changed(file):
    mesh, _ = read(FILES[file], file)
    with pytest.raises(ValueError, match="read-only"):
        mesh.primitives[0].positions[0, 0] = 1


@pytest.mark.parametrize("file", FILES)
def test_a_file_cut_in_half_is_reported(file):
    data = FILES[file]
    mesh, codes = read(data[: len(data) // 2], file)
    assert mesh is None
    assert codes in (["A520"], ["A521"], ["A523"])


@pytest.mark.parametrize("file", FILES)
def test_an_empty_file_is_reported(file):
    assert read(b"", file) == (None, ["A521"])


@pytest.mark.parametrize("file", FILES)
def test_a_git_lfs_pointer_is_reported_with_a_way_out(file):
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12345\n"
    report = Report()
    assert read_mesh(pointer, file=file, report=report) is None
    (finding,) = report
    assert finding.code == "A522"
    assert "git lfs pull" in finding.notes[0]


def test_a_web_page_is_reported():
    assert read(b"<!DOCTYPE html>\n<html><body>404</body></html>", "part.stl") == (None, ["A526"])


@pytest.mark.parametrize(("file", "data"), list(FILES.items()), ids=FILES)
def test_content_wins_over_the_name(file, data):
    wrong = "part.dae" if not file.endswith(".dae") else "part.stl"
    mesh, codes = read(data, wrong)
    assert codes == ["A525"]
    assert mesh.triangle_count == 4


def test_the_extension_is_read_in_any_case():
    assert read(binary_stl(), "PART.STL")[1] == []


@pytest.mark.parametrize("file", ["part.blend", "part", "part.step"])
def test_unknown_formats_name_the_ones_that_are_read(file):
    report = Report()
    assert read_mesh(b"\x01\x02 something else", file=file, report=report) is None
    (finding,) = report
    assert finding.code == "A524"
    assert "COLLADA" in finding.notes[0]


def test_other_formats_are_read_with_trimesh():
    pytest.importorskip("trimesh")
    rows = ["{:g} {:g} {:g}".format(*p) for p in POINTS] + ["3 {} {} {}".format(*f) for f in FACES]
    off = "\n".join(["OFF", f"{len(POINTS)} {len(FACES)} 0", *rows, ""]).encode()
    mesh, codes = read(off, "part.off")
    assert codes == []
    np.testing.assert_array_equal(mesh.bounds, [[0, 0, 0], [1, 2, 3]])


def test_without_trimesh_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "trimesh", None)
    report = Report()
    assert read_mesh(b"OFF\n", file="part.off", report=report) is None
    (finding,) = report
    assert finding.code == "A524"
    assert "pip install trimesh" in finding.notes[1]


NAN = np.where(POINTS == 3, np.nan, POINTS)


@pytest.mark.parametrize(
    ("file", "data"),
    [
        ("part.stl", binary_stl(NAN)),
        ("part.obj", obj(NAN)),
        ("part.ply", ply(NAN)),
        ("part.glb", glb(points=NAN)),
    ],
)
def test_triangles_with_nan_are_left_out_and_reported(file, data):
    mesh, codes = read(data, file)
    assert codes == ["A530"]
    assert mesh.triangle_count == 1
    assert np.isfinite(mesh.primitives[0].positions).all()


OUTSIDE = np.array([[0, 2, 1], [0, 1, 9]])


@pytest.mark.parametrize(
    ("file", "data"),
    [
        ("part.obj", obj(faces=OUTSIDE)),
        ("part.ply", ply(faces=OUTSIDE)),
        ("part.glb", glb(faces=OUTSIDE)),
    ],
)
def test_triangles_of_missing_vertices_are_left_out_and_reported(file, data):
    mesh, codes = read(data, file)
    assert codes == ["A531"]
    assert mesh.triangle_count == 1


def test_findings_name_the_part_of_the_robot():
    report = Report()
    read_mesh(b"", file="a.stl", report=report, path=PartPath("link", "arm").item("visual", 0))
    assert [str(finding.path) for finding in report] == ["link[arm].visual[0]"]


def test_the_same_bytes_give_the_same_mesh():
    first, _ = read(FILES["part.dae"], "a.dae")
    second, _ = read(FILES["part.dae"], "a.dae")
    for a, b in zip(first.primitives, second.primitives, strict=True):
        np.testing.assert_array_equal(a.positions, b.positions)
        np.testing.assert_array_equal(a.triangles, b.triangles)
