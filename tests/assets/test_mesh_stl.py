import numpy as np
import pytest

from fourbar.assets import read_mesh
from fourbar.diagnostics import Report

from .mesh_files import FACES, POINTS, ascii_stl, binary_stl, corners, read


def test_a_binary_file_may_begin_with_solid():
    mesh, codes = read(binary_stl(header=b"solid exported by a tool"), "part.stl")
    assert codes == []
    assert mesh.triangle_count == 4


def test_a_binary_file_may_begin_with_solid_and_have_bytes_after_it():
    mesh, codes = read(binary_stl(header=b"solid facet normal") + b"xy", "part.stl")
    assert codes == ["A527"]
    assert mesh.triangle_count == 4


def test_more_triangles_announced_than_there_are():
    report = Report()
    assert read_mesh(binary_stl(count=9), file="part.stl", report=report) is None
    (finding,) = report
    assert finding.code == "A523"
    assert "declares 9 triangles, but the file ends after 4" in finding.message


def test_a_huge_count_is_not_believed():
    assert read(binary_stl(count=0xFFFFFFFF), "part.stl") == (None, ["A523"])


def test_no_triangles():
    assert read(binary_stl(faces=FACES[:0]), "part.stl") == (None, ["A521"])


def test_zero_has_no_sign():
    points = POINTS.copy()
    points[points == 0] = -0.0
    faces = np.concatenate([FACES, FACES + 4])
    mesh, _ = read(binary_stl(np.concatenate([POINTS, points]), faces), "part.stl")
    assert mesh.vertex_count == 4


@pytest.mark.parametrize("text", [ascii_stl().upper(), ascii_stl().replace(b"\n", b"\r\n")])
def test_text_in_capitals_or_with_other_line_ends(text):
    mesh, codes = read(text, "part.stl")
    assert codes == []
    np.testing.assert_array_equal(corners(mesh), POINTS[FACES])


def test_names_may_be_any_text():
    data = ascii_stl(name="facet normal vertex 3 \xe9")
    assert read(data, "part.stl")[1] == []


def test_several_solids():
    mesh, codes = read(ascii_stl(name="a") + ascii_stl(POINTS + 1, name="b"), "part.stl")
    assert codes == []
    assert mesh.triangle_count == 8


def test_a_missing_endsolid_is_a_warning():
    data = ascii_stl().replace(b"endsolid part\n", b"")
    mesh, codes = read(data, "part.stl")
    assert codes == ["A523"]
    assert mesh.triangle_count == 4


def test_a_finding_in_text_has_line_and_column():
    data = ascii_stl().replace(b"vertex 1 0 0", b"vertex 1 O 0")
    report = Report()
    assert read_mesh(data, file="part.stl", report=report) is None
    (finding,) = report
    assert (finding.code, str(finding.span)) == ("A520", "part.stl:6:10")


def test_four_corners_are_no_facet():
    data = ascii_stl().replace(b"endloop", b"vertex 1 1 1\nendloop", 1)
    assert read(data, "part.stl") == (None, ["A520"])


def test_numbers_are_rounded_as_python_does():
    rng = np.random.default_rng(1)
    points = rng.normal(size=(4, 3)) * 10.0 ** rng.integers(-8, 8, (4, 1))
    text = ascii_stl(points)
    mesh, _ = read(text, "part.stl")
    wanted = [
        [float(w) for w in line.split()[1:]]
        for line in text.decode().splitlines()
        if line.startswith("vertex")
    ]
    np.testing.assert_array_equal(corners(mesh).reshape(-1, 3), np.float32(wanted))
