"""Damaged files of every format: findings only, and no more memory than the file deserves."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fourbar.assets import with_normals

from .mesh_files import every_format, glb, gltf_parts, obj, read

FILES = every_format()
NAMES = st.sampled_from(sorted(FILES))


def survives(data, file):
    mesh, codes = read(data, file)
    assert all(code.startswith("A5") for code in codes)
    if mesh is None:
        assert codes
        return
    for p in mesh.primitives:
        assert np.isfinite(p.positions).all()
        assert int(p.triangles.max()) < len(p.positions)
    for p in with_normals(mesh).primitives:
        np.testing.assert_allclose(np.linalg.norm(p.normals, axis=1), 1, atol=1e-4)


@given(NAMES, st.data())
def test_truncated(name, data):
    content = FILES[name]
    survives(content[: data.draw(st.integers(0, len(content)))], name)


@given(NAMES, st.data())
def test_changed_bytes(name, data):
    content = bytearray(FILES[name])
    places = st.tuples(st.integers(0, len(content) - 1), st.integers(0, 255))
    for place, value in data.draw(st.lists(places, min_size=1, max_size=8)):
        content[place] = value
    survives(bytes(content), name)


@given(NAMES, st.data())
def test_huge_numbers(name, data):
    """Four bytes of ones anywhere: counts, lengths, offsets and indices among them."""
    content = FILES[name]
    at = data.draw(st.integers(0, max(len(content) - 4, 0)))
    huge = data.draw(st.sampled_from([b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", b"9999"]))
    survives(content[:at] + huge + content[at + 4 :], name)


@given(NAMES, st.data())
def test_a_piece_repeated_or_lost(name, data):
    content = FILES[name]
    start = data.draw(st.integers(0, len(content)))
    end = data.draw(st.integers(start, len(content)))
    times = data.draw(st.sampled_from([0, 2, 3]))
    survives(content[:start] + content[start:end] * times + content[end:], name)


@given(st.binary(max_size=400), st.sampled_from(["a.stl", "a.obj", "a.ply", "a.dae", "a.gltf"]))
@example(b"\xff\xfe", "a.dae")
@example(b"\xff\xfe<\0C\0O\0L\0L\0A\0D\0A\0", "a.dae")
@example(b"solid", "a.stl")
@example(b"ply\n", "a.ply")
def test_noise(content, name):
    survives(content, name)


def glb_of_many_vertices():
    document, buffer = gltf_parts()
    document["accessors"][0]["count"] = 29_999_999
    return glb(document, buffer)


HUGE = {
    "part.stl": FILES["part.stl"].replace(b"\x04\0\0\0", b"\xff\xff\xff\x7f", 1),
    "part.ply": FILES["part.ply"].replace(b"vertex 4", b"vertex 29999999"),
    "little.ply": FILES["little.ply"].replace(b"face 4", b"face 9999999"),
    "part.dae": FILES["part.dae"].replace(b'count="12"', b'count="999999999"'),
    "part.glb": glb_of_many_vertices(),
}


@pytest.mark.parametrize("name", HUGE)
def test_what_a_file_announces_takes_no_memory(name):
    assert HUGE[name] != FILES[name]
    read(FILES[name], name)  # imports and caches
    (mesh, codes), peak = peak_memory(HUGE[name], name)
    assert (mesh, codes) == (None, ["A523"])
    assert peak < 1_000_000


def peak_memory(data, name):
    tracemalloc.start()
    try:
        result = read(data, name)
        return result, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_primitives_that_share_bytes_do_not_multiply():
    """Two thousand primitives over one buffer of 600 kB would take more than a gigabyte."""
    count = 50_000
    document, _ = gltf_parts()
    document["accessors"][0]["count"] = count
    document["bufferViews"][0]["byteLength"] = 12 * count
    document["bufferViews"][1]["byteOffset"] = 0
    document["buffers"][0]["byteLength"] = 12 * count
    document["meshes"][0]["primitives"] *= 2000
    (mesh, codes), peak = peak_memory(glb(document, bytes(12 * count)), "a.glb")
    assert (mesh, codes) == (None, ["A528"])
    assert peak < 500_000_000


def test_an_accessor_of_nothing_but_zeros_is_small():
    document, buffer = gltf_parts()
    del document["accessors"][0]["bufferView"]
    document["accessors"][0]["count"] = 20_000_000
    (mesh, codes), peak = peak_memory(glb(document, buffer), "a.glb")
    assert (mesh, codes) == (None, ["A528"])
    assert peak < 1_000_000


def test_thousands_of_materials_take_no_longer_than_their_faces():
    lines = [f"usemtl m{i}\nf 1 2 3" for i in range(5000)]
    mesh, codes = read("\n".join(["v 0 0 0\nv 1 0 0\nv 0 1 0", *lines]).encode(), "a.obj")
    assert codes == []
    assert mesh.triangle_count == 5000


def test_too_many_materials_are_refused():
    lines = [f"usemtl m{i}\nf 1 2 3" for i in range(20_001)]
    data = "\n".join(["v 0 0 0\nv 1 0 0\nv 0 1 0", *lines]).encode()
    assert read(data, "a.obj") == (None, ["A528"])


def test_too_many_other_files_are_refused():
    lines = [f"mtllib m{i}.mtl" for i in range(300)]
    mesh, codes = read("\n".join(["v 0 0 0", *lines]).encode(), "a.obj")
    assert mesh is None
    assert codes.count("A541") == 20  # further ones are not listed
    assert "A528" in codes


def test_a_polygon_of_many_corners_that_bend_inwards_ends():
    angles = np.linspace(0, 2 * np.pi, 100_000, endpoint=False)
    radii = np.where(np.arange(len(angles)) % 2, 1.0, 0.01)
    points = np.stack([radii * np.cos(angles), radii * np.sin(angles), 0 * angles], axis=1)
    mesh, codes = read(obj(points, [np.arange(len(points))]), "a.obj")
    assert codes == ["A534"]
    assert mesh.triangle_count == len(points) - 2
