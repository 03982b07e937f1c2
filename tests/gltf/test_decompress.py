"""Files that meshoptimizer compressed are read as its own decoder reads them."""

import base64
import json
import shutil
import subprocess
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
from fourbar.assets import box, read_mesh, sphere
from fourbar.assets.readers.gltf_document import Document
from fourbar.assets.readers.meshopt.triangles import decode_triangles
from fourbar.assets.readers.reading import MeshReading, RefusedError
from fourbar.diagnostics import Report
from fourbar.gltf import write_glb
from fourbar.gltf.read.document import GltfDocument

HERE = Path(__file__).parent
FILTERS = {"OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"}
NAMES = ("EXT_meshopt_compression", "KHR_meshopt_compression")


def triangle_lists():
    rng = np.random.default_rng(5)
    ball = sphere(1.0, segments=48).triangles
    return [
        [0, 1, 2],
        box((1.0, 1.0, 1.0)).triangles.ravel().tolist(),
        ball.ravel().tolist(),
        rng.permutation(ball).ravel().tolist(),
        rng.integers(0, 65536, 900).tolist(),
        rng.integers(0, 2**28, 900).tolist(),
        [*range(300), *range(300)],
        [7, 6, 5, 5, 6, 4, 5000, 5001, 5002, 4999, 5003, 5001],
    ]


@cache
def views():
    node = shutil.which("node")
    if node is None or not (HERE.parents[1] / "web/node_modules/meshoptimizer").is_dir():
        pytest.skip("the encoder needs Node.js and the packages of web/")
    rng = np.random.default_rng(6)
    vectors = rng.normal(size=(300, 4))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors[:4] = np.eye(4)
    given = json.dumps({"triangles": triangle_lists(), "vectors": vectors.tolist()})
    command = [node, str(HERE / "encode.mjs")]
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def read(view, data, name=NAMES[0]):
    packed = {key: view[key] for key in ("count", "byteStride", "mode", "filter")}
    packed |= {"buffer": 0, "byteLength": len(data)}
    return bytes(document([{"extensions": {name: packed}}], data).view(0, "a test")[0])


def document(views, data):
    root = {"asset": {"version": "2.0"}, "bufferViews": views, "buffers": [{}]}
    glb = GltfDocument(root, data or b"\0").to_glb()
    return Document(MeshReading(glb, "test.glb", Report()))


def test_every_mode_and_filter_is_there():
    assert {view["mode"] for view in views()} == {"ATTRIBUTES", "TRIANGLES", "INDICES"}
    assert {view["filter"] for view in views()} == {"NONE", *FILTERS}


def test_both_versions_and_every_way_to_take_differences_are_there():
    streams = [v for v in views() if v["mode"] == "ATTRIBUTES"]
    data = [base64.b64decode(view["encoded"]) for view in streams]
    assert {each[0] for each in data} == {0xA0, 0xA1}
    sizes = (view["byteStride"] // 4 for view in streams)
    tails = [each[-size:] for each, size in zip(data, sizes, strict=True) if each[0] == 0xA1]
    modes = {mode for tail in tails for mode in tail}
    assert {mode & 15 for mode in modes} == {0, 1, 2}
    assert any(mode >> 4 for mode in modes)


@pytest.mark.parametrize("name", NAMES)
def test_what_meshoptimizer_wrote_is_what_it_reads(name):
    for view in views():
        found = read(view, base64.b64decode(view["encoded"]), name)
        expected = base64.b64decode(view["decoded"])
        if view["filter"] == "NONE" or view["filter"] == "EXPONENTIAL":
            assert found == expected, (view["mode"], view["count"])
            continue
        # The reference rounds in single precision: the last digit may differ.
        sign = "u" if view["filter"] == "COLOR" else "i"
        kind = f"<{sign}{view['byteStride'] // 4}"
        apart = np.frombuffer(found, kind).astype(int) - np.frombuffer(expected, kind)
        assert np.abs(apart).max() <= 1


def test_damaged_data_is_refused_or_gives_as_many_numbers():
    rng = np.random.default_rng(7)
    for view in views():
        data = base64.b64decode(view["encoded"])
        for _ in range(12):
            broken = bytearray(data[: rng.integers(0, len(data) + 1)])
            for at in rng.integers(0, max(len(broken), 1), 3):
                if at < len(broken):
                    broken[at] = rng.integers(0, 256)
            try:
                found = read(view, bytes(broken))
            except RefusedError:
                continue
            assert len(found) == view["count"] * view["byteStride"]


def test_triangles_that_are_cut_off_are_refused():
    (view,) = [v for v in views() if v["mode"] == "TRIANGLES" and v["count"] == 36][:1]
    data = base64.b64decode(view["encoded"])
    assert len(decode_triangles(data, 36)) == 36
    for end in range(13 + 16):
        with pytest.raises(ValueError, match=r"cut off|version"):
            decode_triangles(data[:end], 36)


def test_bytes_that_nothing_reads_are_refused():
    for view in views():
        data = base64.b64decode(view["encoded"])
        with pytest.raises(RefusedError, match=r"longer|cut off|mode"):
            read(view, data[:-1] + b"\0" + data[-1:] if view["mode"] == "INDICES" else data + data)


def test_an_unknown_way_to_take_differences_is_refused():
    view = next(v for v in views() if base64.b64decode(v["encoded"])[0] == 0xA1)
    data = base64.b64decode(view["encoded"])
    for mode in (3, 15, 0x10, 0x11):
        with pytest.raises(RefusedError, match="unknown mode"):
            read(view, data[:-1] + bytes([mode]))


def test_views_that_share_their_bytes_are_bounded_together(monkeypatch):
    monkeypatch.setattr("fourbar.assets.readers.gltf_document.MAX_BYTES", 1 << 20)
    # A block of version 1 where nothing changes: two bytes for 256 elements of 8.
    data = b"\xa1" + b"\xaa\xaa" * 200 + bytes(24)
    packed = {"buffer": 0, "byteLength": len(data), "byteStride": 8, "mode": "ATTRIBUTES"}
    view = {"extensions": {NAMES[1]: {**packed, "count": 256 * 200}}}
    file = document([view] * 3, data)
    for number in (0, 1, 0):
        assert file.view(number, "a test")[0] == bytes(256 * 200 * 8)
    with pytest.raises(RefusedError, match="more than"):
        file.view(2, "a test")


def test_a_compressed_file_is_a_mesh_like_any_other():
    robot = fb.Robot("r", [fb.Link("ball", visuals=(fb.Visual(fb.Sphere(1.0)),))])
    report = Report()
    mesh = read_mesh(write_glb(robot, compress=True), file="ball.glb", report=report)
    assert not list(report)
    (found,) = mesh.primitives
    assert found.data.count == sphere(1.0).data.count
    radii = np.linalg.norm(found.positions, axis=1)
    np.testing.assert_allclose(radii, 1.0, atol=2**-14)
