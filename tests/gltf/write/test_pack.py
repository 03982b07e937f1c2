"""Meshes as rows of a buffer."""

import struct
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fourbar as fb
from fourbar.assets import Primitive
from fourbar.diagnostics import Report
from fourbar.gltf import convert
from fourbar.gltf.write.pack import pack_primitive
from fourbar.gltf.write.parallel import ENOUGH, run_parallel
from fourbar.spatial.symmetric import eigen_symmetric


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


ONE = [(0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0)]


@settings(deadline=None)
@given(
    st.lists(st.tuples(*[st.floats(-2, 2, width=32)] * 3), min_size=3, max_size=20),
    st.permutations([0, 1, 2]),
)
def test_rows_hold_what_the_mesh_holds(points, order):
    positions = np.float32(points)
    count = len(positions)
    rng = np.random.default_rng(count)
    triangles = rng.integers(0, count, (5, 3))
    normals, texcoords, colors = (rng.random((count, k), np.float32) for k in (3, 2, 4))
    primitive = Primitive.from_arrays(positions, triangles, normals, texcoords, colors)
    packed = pack_primitive(primitive, tuple(order))

    def array(rows):
        return np.frombuffer(rows.data, rows.component).reshape(-1, rows.width)

    np.testing.assert_array_equal(array(packed.positions), positions[:, order])
    np.testing.assert_array_equal(array(packed.normals), normals[:, order])
    np.testing.assert_array_equal(array(packed.texcoords), texcoords)
    np.testing.assert_allclose(array(packed.colors) / 65535, colors, atol=0.5 / 65535 + 1e-7)
    np.testing.assert_array_equal(array(packed.indices).ravel(), triangles.ravel())
    np.testing.assert_array_equal(packed.positions.low, positions[:, order].min(axis=0))
    np.testing.assert_array_equal(packed.positions.high, positions[:, order].max(axis=0))


@pytest.mark.parametrize(("vertices", "component"), [(65_534, "uint16"), (65_535, "uint32")])
def test_numbers_are_as_wide_as_they_need_to_be(vertices, component):
    positions = np.zeros((vertices, 3))
    packed = pack_primitive(Primitive.from_arrays(positions, [[0, 1, vertices - 1]]), (0, 1, 2))
    assert packed.indices.component == component
    np.testing.assert_array_equal(
        np.frombuffer(packed.indices.data, component), [0, 1, vertices - 1]
    )


COLLADA = b"""<COLLADA version="1.4.1"><asset><unit meter="0.01"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
  <source id="p"><float_array count="9">0 0 0 1 0 0 0 1 0</float_array></source>
  <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
  <polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/>
    <vcount>3</vcount><p>0 1 2</p></polylist></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><rotate>0 0 1 90</rotate>
  <instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>"""
OBJ = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nf 1/1 2/1 3/1 4/1\n"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("part.stl", binary(ONE)),
        ("part.stl", binary(ONE) + b"and more"),
        ("part.STL", text(ONE)),
        ("part.obj", OBJ),
        ("part.dae", COLLADA),
    ],
)
def test_meshes_need_no_numpy(name, content, tmp_path):
    (tmp_path / name).write_bytes(content)
    (tmp_path / "r.urdf").write_text(
        f"""<robot name="r">
        <link name="a"><inertial><mass value="1"/>
          <inertia ixx="2" iyy="3" izz="4" ixy="0.1" ixz="0.2" iyz="0.3"/></inertial>
          <visual><geometry><mesh filename="{name}"/></geometry></visual></link>
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
    monkeypatch.setattr("fourbar.gltf.write.parallel.ENOUGH", 1 << 60)
    assert convert(robot, report=Report()).to_glb() == together.to_glb()


def test_every_job_is_done_once(monkeypatch):
    monkeypatch.setattr("fourbar.gltf.write.parallel.available_cores", lambda: 4)
    done = []
    jobs = dict.fromkeys(range(50), ENOUGH)
    told = []
    results = run_parallel(
        jobs, lambda job: done.append(job) or job * job, progress=lambda *each: told.append(each)
    )
    assert told[-1] == (50, 50)
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
