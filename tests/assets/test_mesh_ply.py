import struct

import numpy as np
import pytest

from .mesh_files import FACES, POINTS, corners, ply, read

FORMS = ["ascii", "binary_little_endian", "binary_big_endian"]


@pytest.mark.parametrize("form", FORMS)
def test_polygons_of_different_sizes(form):
    points = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]
    mesh, codes = read(ply(points, [[0, 1, 2, 3], [0, 2, 1]], form=form), "a.ply")
    assert codes == []
    wanted = np.array(points)[[[0, 1, 2], [0, 2, 3], [0, 2, 1]]]
    np.testing.assert_array_equal(corners(mesh), wanted)


def header(*lines):
    return "\n".join(["ply", "format ascii 1.0", *lines, "end_header", ""]).encode()


def test_colours_normals_and_texture():
    vertices = ["x", "y", "z", "nx", "ny", "nz", "s", "t"]
    data = header(
        "comment TextureFile skin.png",
        "element vertex 3",
        *(f"property float {name}" for name in vertices),
        *(f"property uchar {name}" for name in ("red", "green", "blue", "alpha")),
        "element face 1",
        "property list uchar int vertex_index",
    )
    data += (
        b"0 0 0 0 0 1 0 0 255 0 0 255\n1 0 0 0 0 1 1 0 255 0 0 255\n0 1 0 0 0 1 0 1 255 0 0 51\n"
    )
    mesh, codes = read(data + b"3 0 1 2\n", "a.ply", files={"skin.png": b"pixels"})
    assert codes == []
    (p,) = mesh.primitives
    np.testing.assert_array_equal(p.normals, [[0, 0, 1]] * 3)
    np.testing.assert_array_equal(p.texcoords, [[0, 1], [1, 1], [0, 0]])
    np.testing.assert_allclose(p.colors[:, 3], [1, 1, 0.2], rtol=1e-6)
    assert p.material.texture.data == b"pixels"


def test_faces_with_other_properties():
    data = header(
        "element vertex 3",
        *(f"property double {name}" for name in "xyz"),
        "element face 1",
        "property uchar flags",
        "property list uchar uint vertex_indices",
        "property list uchar float weights",
    )
    mesh, codes = read(data + b"0 0 0 1 0 0 0 1 0\n7 3 0 1 2 2 0.5 0.5\n", "a.ply")
    assert codes == []
    assert mesh.triangle_count == 1


def test_binary_faces_with_other_properties():
    head = header(
        "element vertex 3",
        *(f"property float {name}" for name in "xyz"),
        "element face 1",
        "property list ushort float weights",
        "property list uchar ushort vertex_indices",
    ).replace(b"ascii", b"binary_big_endian")
    body = np.array(POINTS[:3], ">f4").tobytes() + struct.pack(">HffB3H", 2, 0.5, 0.5, 3, 0, 1, 2)
    mesh, codes = read(head + body, "a.ply")
    assert codes == []
    np.testing.assert_array_equal(corners(mesh)[0], POINTS[:3])


def test_other_elements_are_left_out_and_reported():
    data = ply().replace(b"element face", b"element edge 1\nproperty int a\nelement face", 1)
    rows = data.split(b"\n")
    at = rows.index(b"end_header") + 1 + len(POINTS)
    mesh, codes = read(b"\n".join([*rows[:at], b"5", *rows[at:]]), "a.ply")
    assert codes == ["A535"]
    np.testing.assert_array_equal(corners(mesh), POINTS[FACES])


def test_points_only():
    data = header("element vertex 1", *(f"property float {c}" for c in "xyz")) + b"0 0 0\n"
    assert read(data, "a.ply") == (None, ["A521"])


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("element", [b"vertex 4", b"face 4"])
def test_huge_counts_are_not_believed(form, element):
    name = element.split()[0]
    for count in (b"5000000", b"4000000000", b"999999999999999999"):
        data = ply(form=form).replace(element, name + b" " + count)
        mesh, codes = read(data, "a.ply")
        assert mesh is None
        assert codes in (["A523"], ["A528"])


def test_a_list_longer_than_the_file():
    data = ply(form="binary_little_endian")
    at = len(data) - 13  # the last face: its count, then three integers
    mesh, codes = read(data[:at] + b"\xff" + data[at + 1 :], "a.ply")
    assert (mesh, codes) == (None, ["A523"])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"float x", b"float q"),
        (b"float x", b"quad x"),
        (b"float y", b"float x"),
        (b"uchar int", b"float int"),
        (b"vertex_indices", b"corners"),
        (b"format ascii", b"format morse"),
        (b"element vertex 4", b"element vertex many"),
        (b"1 0 0\n", b"1 O 0\n"),
    ],
)
def test_malformed_files_are_reported(old, new):
    assert read(ply().replace(old, new, 1), "a.ply") == (None, ["A520"])
