"""Compressed files, decoded by meshoptimizer's own decoder."""

import base64
import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
from fourbar.diagnostics import Report
from fourbar.gltf import read_robot, validate, write_glb
from fourbar.gltf_file.codecs.meshopt import encode_attributes, encode_indices

from ..node_graph import binary_of, root_of

HERE = Path(__file__).parent


def decoded(path):
    """The bytes of each compressed view, None for others."""
    node = shutil.which("node")
    if node is None or not (HERE.parents[2] / "web/node_modules/meshoptimizer").is_dir():
        pytest.skip("the decoder needs Node.js and the packages of web/")
    done = subprocess.run(
        [node, str(HERE / "decode.mjs"), str(path)], capture_output=True, text=True, check=True
    )
    return [None if text is None else base64.b64decode(text) for text in json.loads(done.stdout)]


def pack(folder, *parts):
    """A GLB file of nothing but compressed views."""
    from fourbar.gltf import GltfDocument

    views, data = [], b""
    for mode, stride, count, encoded in parts:
        views.append(
            {
                "extensions": {
                    "EXT_meshopt_compression": {
                        "byteOffset": len(data),
                        "byteLength": len(encoded),
                        "byteStride": stride,
                        "count": count,
                        "mode": mode,
                    }
                }
            }
        )
        data += encoded
    path = folder / "packed.glb"
    path.write_bytes(GltfDocument({"bufferViews": views}, data).to_glb())
    return path


def test_attributes_of_every_kind_decode_to_the_same_bytes(tmp_path):
    generator = np.random.default_rng(0)
    tables = [
        generator.integers(0, 256, (count, stride), dtype=np.uint8)
        for count in (1, 15, 16, 17, 255, 256, 257, 1000)
        for stride in (4, 8, 12, 16)
    ]
    smooth = np.linspace(0, 3, 3000).reshape(-1, 3).astype(np.float32)
    tables += [smooth.view(np.uint8).reshape(-1, 12), np.zeros((40, 4), np.uint8)]
    tables.append((np.arange(4000) // 7 % 5).astype(np.uint8).reshape(-1, 4))
    path = pack(
        tmp_path,
        *(
            ("ATTRIBUTES", t.shape[1], len(t), encode_attributes(t.tobytes(), t.shape[1]))
            for t in tables
        ),
    )
    for table, found in zip(tables, decoded(path), strict=True):
        assert found == table.tobytes()


def test_indices_decode_to_the_same_numbers(tmp_path):
    generator = np.random.default_rng(1)
    lists = [
        np.arange(3, dtype=np.uint16),
        generator.integers(0, 65535, 3000).astype(np.uint16),
        generator.integers(0, 2**28, 3000).astype(np.uint32),
        np.array([0, 2**29 - 1, 0], np.uint32),
    ]
    path = pack(
        tmp_path,
        *(
            ("INDICES", each.itemsize, len(each), encode_indices(each.tobytes(), each.itemsize))
            for each in lists
        ),
    )
    for each, found in zip(lists, decoded(path), strict=True):
        assert found == each.tobytes()


def positions(root, views, binary):
    for mesh in root["meshes"]:
        for primitive in mesh["primitives"]:
            accessor = root["accessors"][primitive["attributes"]["POSITION"]]
            number = accessor["bufferView"]
            view = root["bufferViews"][number]
            data = views[number] if views else None
            if data is None:
                data = binary[view["byteOffset"] : view["byteOffset"] + view["byteLength"]]
            yield np.frombuffer(data, "<f4").reshape(-1, 3)


@pytest.mark.parametrize("name", ["humanoid", "ur20", "iiwa14"])
def test_a_compressed_robot_is_smaller_and_has_the_same_shape(name, tmp_path, khronos):
    robot = fb.load(f"gallery:{name}")
    plain, small = write_glb(robot), write_glb(robot, compress=True)
    assert len(small) < 0.8 * len(plain)
    path = tmp_path / "small.glb"
    path.write_bytes(small)
    views = decoded(path)
    before = positions(root_of(plain), None, binary_of(plain))
    after = positions(root_of(small), views, binary_of(small))
    for a, b in zip(before, after, strict=True):
        assert np.abs(a - b).max() <= np.abs(a).max() * 2.0**-15
    assert khronos([path])[str(path)] == []
    report = Report()
    validate(small, file="small.glb", report=report)
    assert not list(report)
    assert read_robot(small, file="small.glb", report=Report()) == robot


def test_a_compressed_file_gives_its_meshes_back(tmp_path):
    from fourbar.assets import read_mesh
    from fourbar.gltf import extract_meshes

    from .test_geometry import CORNER, robot_with, volume, write_stl

    shape = np.concatenate([CORNER + np.array([3.0 * k, 0, 0]) for k in range(40)])
    write_stl(tmp_path / "a.stl", shape)
    robot = robot_with(tmp_path, fb.Visual(fb.Mesh("a.stl")))
    again = read_robot(write_glb(robot, compress=True), file="r.glb", report=Report())
    report = Report()
    extract_meshes(again, tmp_path / "out", name="out", report=report)
    mesh = read_mesh((tmp_path / "out/a.glb").read_bytes(), file="a.glb", report=report)
    assert not list(report)
    (primitive,) = mesh.primitives
    assert volume(primitive.positions[primitive.triangles]) == pytest.approx(40 / 6, rel=1e-3)
