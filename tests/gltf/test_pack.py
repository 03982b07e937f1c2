"""Meshes as rows of a buffer: the quick way for STL files and the way through arrays agree."""

import math
import struct
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fourbar as fb
from fourbar.assets import TriangleMesh, read_mesh, with_normals
from fourbar.assets.mesh import transform
from fourbar.assets.pack_stl import pack_stl
from fourbar.diagnostics import Report
from fourbar.gltf import convert
from fourbar.gltf.eigen import eigen_symmetric
from fourbar.gltf.pack import pack_primitive, pack_triangles
from fourbar.gltf.read_ahead import ENOUGH, pack_together

# Few distinct numbers, so that corners meet; both zeros among them.
COORDINATES = st.sampled_from([-1.0, -0.25, -0.0, 0.0, 0.1, 0.5, 2.0])
TRIANGLES = st.lists(st.tuples(*[COORDINATES] * 9), min_size=1, max_size=40)
SCALES = st.tuples(*[st.sampled_from([1.0, 0.001, -1.0, 3.0])] * 3)


def binary(triangles):
    rows = [struct.pack("<12fH", 0, 0, 0, *triangle, 0) for triangle in triangles]
    return b"solid".ljust(80) + struct.pack("<I", len(rows)) + b"".join(rows)


def text(triangles):
    lines = ["solid part"]
    for t in triangles:
        lines += ["facet normal 0 0 0", "outer loop"]
        lines += [f"vertex {t[k]!r} {t[k + 1]!r} {t[k + 2]!r}" for k in (0, 3, 6)]
        lines += ["endloop", "endfacet"]
    return "\n".join([*lines, "endsolid part"]).encode()


def through_arrays(data, scale, order, normals):
    mesh = read_mesh(data, file="part.stl", report=Report())
    if scale != (1.0, 1.0, 1.0):
        mesh = TriangleMesh((transform(mesh.primitives[0], np.diag([*scale, 1.0])),))
    mesh = with_normals(mesh) if normals else TriangleMesh((mesh.joined(),))
    return pack_primitive(mesh.primitives[0], order)


@settings(max_examples=150, deadline=None)
@given(
    TRIANGLES,
    SCALES,
    st.sampled_from([(0, 1, 2), (1, 2, 0)]),
    st.booleans(),
    st.sampled_from([binary, text]),
)
def test_both_ways_give_the_same_bytes(triangles, scale, order, normals, form):
    data = form(triangles)
    quick = pack_stl(data, scale=scale, order=order, normals=normals)
    assert quick is not None
    slow = through_arrays(data, scale, order, normals)
    fast = pack_triangles(quick)
    assert fast.positions.data == slow.positions.data
    assert fast.indices == slow.indices
    assert fast.normals == slow.normals
    np.testing.assert_array_equal(fast.positions.low, slow.positions.low)
    np.testing.assert_array_equal(fast.positions.high, slow.positions.high)


ONE = [(0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0)]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"solid",
        binary(ONE)[:-1],
        binary(ONE) + b"x",
        binary([]),
        binary([(math.nan, *ONE[0][1:])]),
        binary([(math.inf, *ONE[0][1:])]),
        text(ONE).replace(b"endsolid", b""),
        text(ONE).replace(b"1.0", b"one"),
        b"version https://git-lfs.github.com/spec/v1\n",
        b"<html>" + bytes(200),
    ],
)
def test_what_needs_words_is_left_to_the_reader(data):
    assert pack_stl(data, scale=(1.0, 1.0, 1.0), order=(0, 1, 2), normals=True) is None


def test_a_scale_beyond_single_precision_is_left_to_the_reader():
    assert pack_stl(binary(ONE), scale=(1e300, 1.0, 1.0), order=(0, 1, 2), normals=True) is None


def test_more_than_65534_vertices_have_wide_numbers():
    triangles = [(float(k), 0.0, 0.0, k + 0.5, 0.0, 0.0, float(k), 1.0, 0.0) for k in range(22_000)]
    packed = pack_stl(binary(triangles), scale=(1.0, 1.0, 1.0), order=(0, 1, 2), normals=True)
    rows = pack_triangles(packed)
    assert rows.positions.height == 66_000
    assert rows.indices.component == "uint32"
    assert rows.indices.height == 66_000


def test_an_stl_robot_needs_no_numpy(tmp_path):
    (tmp_path / "part.stl").write_bytes(binary(ONE))
    (tmp_path / "r.urdf").write_text(
        """<robot name="r">
        <link name="a"><inertial><mass value="1"/>
          <inertia ixx="2" iyy="3" izz="4" ixy="0.1" ixz="0.2" iyz="0.3"/></inertial>
          <visual><geometry><mesh filename="part.stl"/></geometry></visual></link>
        <link name="b"><visual><geometry><cylinder radius="1" length="2"/></geometry></visual>
        </link>
        <joint name="j" type="revolute"><parent link="a"/><child link="b"/>
          <limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>"""
    )
    code = (
        "import sys; from fourbar.cli import main; main(['convert', 'r.urdf', 'r.glb']);"
        "sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=False).returncode == 0
    assert (tmp_path / "r.glb").stat().st_size > 1000


def test_files_of_equal_content_are_one_mesh(tmp_path):
    for name, triangles in (("a", ONE), ("b", ONE), ("c", [(*ONE[0][:8], 2.0)])):
        (tmp_path / f"{name}.stl").write_bytes(binary(triangles))
    visuals = tuple(fb.Visual(fb.Mesh(f"{name}.stl")) for name in "abc")
    fb.save(fb.Robot("r", [fb.Link("l", visuals=visuals)]), tmp_path / "r.urdf")
    report = Report()
    document = convert(fb.load(tmp_path / "r.urdf"), report=report)
    assert [finding.code for finding in report] == []
    numbers = [node.get("mesh") for node in document.root["nodes"]]
    assert [n for n in numbers if n is not None] == [0, 0, 1]


def test_large_files_together_are_the_same_as_one_by_one(tmp_path, monkeypatch):
    rng = np.random.default_rng(1)
    for name in ("a", "b", "c"):
        triangles = rng.uniform(-1, 1, (9000, 9)).tolist()
        (tmp_path / f"{name}.stl").write_bytes(binary(triangles))
    assert sum(f.stat().st_size for f in tmp_path.iterdir()) > ENOUGH
    visuals = tuple(fb.Visual(fb.Mesh(f"{name}.stl")) for name in "abc")
    fb.save(fb.Robot("r", [fb.Link("l", visuals=visuals)]), tmp_path / "r.urdf")
    robot = fb.load(tmp_path / "r.urdf")
    together = convert(robot, report=Report())
    monkeypatch.setattr("fourbar.gltf.read_ahead.ENOUGH", 1 << 60)
    assert convert(robot, report=Report()).to_glb() == together.to_glb()


def test_every_job_is_done_once(monkeypatch):
    monkeypatch.setattr("fourbar.gltf.read_ahead._processors", lambda: 4)
    done = []
    jobs = dict.fromkeys(range(50), ENOUGH)
    results = pack_together(jobs, lambda job: done.append(job) or job * job)
    assert results == {number: number * number for number in range(50)}
    assert sorted(done) == list(range(50))


@settings(deadline=None)
@given(st.lists(st.floats(-1.0, 1.0), min_size=6, max_size=6))
def test_eigenvalues_of_symmetric_matrices(numbers):
    a, b, c, d, e, f = numbers
    matrix = [[a, d, e], [d, b, f], [e, f, c]]
    values, vectors = eigen_symmetric(matrix)
    np.testing.assert_allclose(values, np.linalg.eigvalsh(matrix), atol=1e-14)
    V = np.array(vectors)
    np.testing.assert_allclose(V @ np.diag(values) @ V.T, matrix, atol=1e-14)
    assert np.linalg.det(V) == pytest.approx(1.0, abs=1e-14)


def test_small_moments_beside_large_ones_keep_their_digits():
    values, _ = eigen_symmetric([[1.0, 1e-9, 0.0], [1e-9, 1e-12, 0.0], [0.0, 0.0, 1.0]])
    assert values[0] == pytest.approx(1e-12 - 1e-18, rel=1e-6)
