import numpy as np
import pytest

from fourbar.assets.srgb import linear_channel

from .mesh_files import POINTS, corners, obj, read

SQUARE = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
LIBRARY = b"""
newmtl red
Kd 1 0 0
d 0.5
newmtl image
Kd 0.5 0.5 0.5
map_Kd -s 1 1 1 -o 0 0 my image.png
"""


def test_indices_from_the_end():
    mesh, codes = read(SQUARE + b"f -4 -3 -2 -1\n", "a.obj")
    assert codes == []
    assert mesh.triangle_count == 2


def test_every_way_to_write_a_corner():
    data = (
        SQUARE
        + b"vt 0 0\nvn 0 0 1\nf 1 2 3\nf 1/1 2/1 3/1\nf 1//1 2//1 3//1\nf 1/1/1 3/1/1 4/1/1\n"
    )
    mesh, codes = read(data, "a.obj")
    assert codes == []
    assert mesh.triangle_count == 4


def test_normals_and_texture_coordinates():
    data = SQUARE + b"vt 0 0\nvt 1 0.25\nvn 0 0 2\nf 1/1/1 2/2/1 3/2/1\n"
    mesh, _ = read(data, "a.obj")
    (p,) = mesh.primitives
    np.testing.assert_array_equal(p.normals, [[0, 0, 1]] * 3)
    np.testing.assert_array_equal(p.texcoords, [[0, 1], [1, 0.75], [1, 0.75]])


def test_a_seam_splits_a_vertex():
    data = SQUARE + b"vt 0 0\nvt 1 0\nf 1/1 2/1 3/1\nf 1/2 3/1 4/1\n"
    mesh, _ = read(data, "a.obj")
    assert mesh.vertex_count == 5


def test_lines_may_be_continued():
    assert read(SQUARE + b"f 1 2 \\\n 3 4\n", "a.obj")[0].triangle_count == 2


def test_comments_after_values():
    mesh, codes = read(b"v 0 0 0 # origin\n" + SQUARE + b"f 1 3 4 # face\n", "a.obj")
    assert codes == []
    assert mesh.triangle_count == 1


def test_vertex_colours():
    data = b"v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 0.5\nf 1 2 3\n"
    mesh, _ = read(data, "a.obj")
    blue = linear_channel(0.5)
    wanted = [[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, blue, 1]]
    np.testing.assert_allclose(mesh.primitives[0].colors, wanted, rtol=1e-6)


def test_materials_split_primitives():
    faces = b"mtllib a.mtl\nusemtl red\nf 1 2 3\nusemtl image\nf 1 3 4\nusemtl red\nf 1 2 4\n"
    files = {"a.mtl": LIBRARY, "my image.png": b"pixels"}
    mesh, codes = read(SQUARE + faces, "a.obj", files=files)
    assert codes == []
    red, image = (p.material for p in mesh.primitives)
    assert [len(p.triangles) for p in mesh.primitives] == [2, 1]
    assert (red.name, red.base_color, red.alpha_mode) == ("red", (1, 0, 0, 0.5), "BLEND")
    assert image.texture.data == b"pixels"
    assert image.base_color[0] == pytest.approx(0.21404, abs=1e-5)  # IEC 61966-2-1 of 0.5


def test_a_missing_library_is_reported_and_the_mesh_read():
    mesh, codes = read(SQUARE + b"mtllib no.mtl\nusemtl red\nf 1 2 3\n", "a.obj")
    assert codes == ["A541"]
    assert mesh.primitives[0].material is None


def test_an_undefined_material_is_reported():
    data = SQUARE + b"mtllib a.mtl\nusemtl rad\nf 1 2 3\n"
    mesh, codes = read(data, "a.obj", files={"a.mtl": b"newmtl red\nKd 1 0 0\n"})
    assert codes == ["A542"]
    assert mesh.triangle_count == 1


def test_a_missing_texture_is_reported_once():
    data = SQUARE + b"mtllib a.mtl\nusemtl image\nf 1 2 3\n"
    mesh, codes = read(data, "a.obj", files={"a.mtl": LIBRARY + LIBRARY})
    assert codes == ["A544"]
    assert mesh.primitives[0].material.texture is None


def test_a_value_that_is_no_colour_is_reported():
    data = SQUARE + b"mtllib a.mtl\nusemtl red\nf 1 2 3\n"
    mesh, codes = read(data, "a.obj", files={"a.mtl": b"newmtl red\nKd 1 nan 0\n"})
    assert codes == ["A543"]
    assert mesh.primitives[0].material.name == "red"


def test_a_concave_polygon_is_cut_inside():
    # An L: a fan about the first corner would cover the notch.
    data = b"v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nf 2 3 4 5 6 1\n"
    mesh, _ = read(data, "a.obj")
    t = corners(mesh).astype(float)
    areas = np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0])[:, 2] / 2
    assert mesh.triangle_count == 4
    assert areas.min() > 0
    assert areas.sum() == pytest.approx(3.0)


def test_a_crossed_polygon_still_ends():
    data = b"v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\nv 2 2 0\nf 1 2 3 4 5\n"
    assert read(data, "a.obj")[0].triangle_count == 3


def test_lines_are_left_out_and_reported():
    mesh, codes = read(SQUARE + b"l 1 2\nf 1 2 3\n", "a.obj")
    assert codes == ["A535"]
    assert mesh.triangle_count == 1


@pytest.mark.parametrize("line", [b"v 1 two 3\n", b"v 1 2\n", b"f 1 2 x\n", b"f 1/2/3/4 1 1\n"])
def test_malformed_lines_are_reported(line):
    assert read(SQUARE + line, "a.obj") == (None, ["A520"])


def test_binary_data_is_no_obj():
    assert read(bytes(range(256)) * 8, "a.obj")[0] is None


def test_points_without_faces():
    assert read(obj(POINTS, []), "a.obj") == (None, ["A521"])
