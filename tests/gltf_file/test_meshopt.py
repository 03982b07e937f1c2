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
from fourbar._native import (
    decode_attributes,
    decode_indices,
    decode_triangles,
    encode_attributes,
    encode_indices,
)
from fourbar.assets import box, read_mesh, sphere
from fourbar.diagnostics import Report
from fourbar.gltf import write_glb
from fourbar.gltf_file.buffers import Buffers
from fourbar.gltf_file.error import GltfFileError

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
    root = {"bufferViews": views, "buffers": [{"byteLength": len(data)}]}
    return Buffers(root, data)


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
            except GltfFileError:
                continue
            assert len(found) == view["count"] * view["byteStride"]


def test_triangles_that_are_truncated_are_refused():
    (view,) = [v for v in views() if v["mode"] == "TRIANGLES" and v["count"] == 36][:1]
    data = base64.b64decode(view["encoded"])
    assert len(decode_triangles(data, 36, 2)) == 72
    for end in range(13 + 16):
        with pytest.raises(ValueError, match=r"truncated|version|too short"):
            decode_triangles(data[:end], 36, 2)


def test_bytes_that_nothing_reads_are_refused():
    for view in views():
        data = base64.b64decode(view["encoded"])
        with pytest.raises(GltfFileError, match=r"longer|truncated|mode"):
            read(view, data[:-1] + b"\0" + data[-1:] if view["mode"] == "INDICES" else data + data)


def test_an_unknown_way_to_take_differences_is_refused():
    view = next(v for v in views() if base64.b64decode(v["encoded"])[0] == 0xA1)
    data = base64.b64decode(view["encoded"])
    for mode in (3, 15, 0x10, 0x11):
        with pytest.raises(GltfFileError, match="unknown mode"):
            read(view, data[:-1] + bytes([mode]))


def test_views_that_share_their_bytes_are_bounded_together(monkeypatch):
    monkeypatch.setattr("fourbar.gltf_file.buffers.MAX_BYTES", 1 << 20)
    # A block of version 1 where nothing changes: two bytes for 256 elements of 8.
    data = b"\xa1" + b"\xaa\xaa" * 200 + bytes(24)
    packed = {"buffer": 0, "byteLength": len(data), "byteStride": 8, "mode": "ATTRIBUTES"}
    view = {"extensions": {NAMES[1]: {**packed, "count": 256 * 200}}}
    file = document([view] * 3, data)
    for number in (0, 1, 0):
        assert file.view(number, "a test")[0] == bytes(256 * 200 * 8)
    with pytest.raises(GltfFileError, match="larger than the limit"):
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


def test_what_was_encoded_is_decoded():
    generator = np.random.default_rng(2)
    for count in (1, 16, 17, 256, 300, 1000):
        for stride in (4, 12, 16, 32):
            table = generator.integers(0, 256, (count, stride), dtype=np.uint8)
            table[: count // 2] //= 60
            data = table.tobytes()
            assert decode_attributes(encode_attributes(data, stride), count, stride) == data
    for kind in ("<u2", "<u4"):
        data = generator.integers(0, 60_000, 999).astype(kind).tobytes()
        width = len(data) // 999
        assert decode_indices(encode_indices(data, width), 999, width) == data


def test_indices_as_far_apart_as_can_be_are_decoded():
    far = np.array([2**30 - 1, 0, 2**30 - 1, 2**31 - 2, 2**30 - 2], "<u4").tobytes()
    assert decode_indices(encode_indices(far, 4), 5, 4) == far


def test_indices_that_do_not_fit_their_width_are_refused():
    coded = encode_indices(np.array([65_535, 65_536], "<u4").tobytes(), 4)
    assert decode_indices(coded, 2, 4) == np.array([65_535, 65_536], "<u4").tobytes()
    with pytest.raises(ValueError, match="does not fit in two bytes"):
        decode_indices(coded, 2, 2)


def test_every_truncation_is_refused():
    table = np.random.default_rng(3).integers(0, 256, (300, 12), dtype=np.uint8)
    whole = encode_attributes(table.tobytes(), 12)
    for end in range(0, len(whole) - 1, 7):
        with pytest.raises(ValueError, match=r"truncated|version|too short"):
            decode_attributes(whole[:end], 300, 12)
    coded = encode_indices(np.arange(50, dtype="<u4").tobytes(), 4)
    for end in range(len(coded) - 1):
        with pytest.raises(ValueError, match=r"truncated|version|too short"):
            decode_indices(coded[:end], 50, 4)


def test_mutated_streams_never_leave_their_memory():
    """Meaningful under AddressSanitizer: lengths and counts that do not belong together."""
    rng = np.random.default_rng(8)
    table = np.cumsum(rng.integers(0, 3, (700, 16)), axis=0).astype(np.uint8)
    streams = [
        (decode_attributes, encode_attributes(table.tobytes(), 16)),
        (decode_indices, encode_indices(rng.integers(0, 9000, 600).astype("<u2").tobytes(), 2)),
    ]
    streams += [
        (
            {
                "ATTRIBUTES": decode_attributes,
                "TRIANGLES": decode_triangles,
                "INDICES": decode_indices,
            }[view["mode"]],
            base64.b64decode(view["encoded"]),
        )
        for view in views()
    ]
    outcomes = set()
    for decode, data in streams:
        for _ in range(40):
            broken = bytearray(data[: rng.integers(1, len(data) + 1)])
            for at in rng.integers(0, len(broken), 4):
                broken[at] = rng.integers(0, 256)
            broken[0] = data[0]
            count, width = int(rng.integers(0, 3000)), int(rng.choice([2, 4, 8, 12, 256]))
            try:
                found = decode(bytes(broken), count, width)
            except ValueError:
                outcomes.add("refused")
            else:
                outcomes.add("decoded")
                assert len(found) == count * width
    assert "refused" in outcomes


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: decode_attributes(b"\xa0" + bytes(60), 2**62, 4), "too short"),
        (lambda: decode_attributes(b"\xa0" + bytes(60), 2**63, 256), "too short"),
        (lambda: decode_attributes(b"", 0, 4), "version"),
        (lambda: decode_attributes(b"\xa0" + bytes(60), 1, 6), "4, 8"),
        (lambda: decode_attributes(b"\xa0" + bytes(60), 1, 260), "4, 8"),
        (lambda: decode_indices(b"\xd1" + bytes(60), 1, 3), "2 or 4"),
        (lambda: decode_triangles(b"\xe1" + bytes(60), 4, 2), "three corners"),
        (lambda: encode_attributes(b"", 4), "no elements"),
        (lambda: encode_attributes(bytes(5), 4), "incomplete"),
        (lambda: encode_attributes(bytes(36), 36), "4, 8"),
        (lambda: encode_indices(bytes(3), 2), "incomplete"),
        (lambda: encode_indices(np.array([0, 2**30], "<u4").tobytes(), 4), "too far apart"),
        (lambda: encode_indices(np.array([2**32 - 1, 0], "<u4").tobytes(), 4), "too far apart"),
    ],
)
def test_sizes_that_cannot_be_are_refused(call, match):
    with pytest.raises(ValueError, match=match):
        call()
