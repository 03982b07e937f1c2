"""Files that meshoptimizer compressed are read as its own decoder reads them."""

import base64
import json
import shutil
import subprocess
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from fourbar.assets import box, sphere
from fourbar.gltf.decompress import decompress
from fourbar.gltf.document import GltfDocument
from fourbar.gltf.meshopt_triangles import decode_triangles

HERE = Path(__file__).parent
TYPES = {"OCTAHEDRAL": "<i1", "QUATERNION": "<i2", "EXPONENTIAL": "<f4"}


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


def read(view, data):
    packed = {key: view[key] for key in ("count", "byteStride", "mode", "filter")}
    packed |= {"buffer": 0, "byteLength": len(data)}
    root = {"bufferViews": [{"extensions": {"EXT_meshopt_compression": packed}}]}
    return decompress(GltfDocument(root, data)).binary[: view["count"] * view["byteStride"]]


def test_every_mode_and_filter_is_there():
    assert {view["mode"] for view in views()} == {"ATTRIBUTES", "TRIANGLES", "INDICES"}
    assert {view["filter"] for view in views()} == {"NONE", *TYPES}


def test_what_meshoptimizer_wrote_is_what_it_reads():
    for view in views():
        found = read(view, base64.b64decode(view["encoded"]))
        expected = base64.b64decode(view["decoded"])
        if view["filter"] == "NONE" or view["filter"] == "EXPONENTIAL":
            assert found == expected, (view["mode"], view["count"])
            continue
        # The reference rounds in single precision: the last digit may differ.
        kind = "<i2" if view["byteStride"] == 8 else "<i1"
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
            except ValueError:
                continue
            assert len(found) == view["count"] * view["byteStride"]


def test_triangles_that_are_cut_off_are_refused():
    (view,) = [v for v in views() if v["mode"] == "TRIANGLES" and v["count"] == 36][:1]
    data = base64.b64decode(view["encoded"])
    assert len(decode_triangles(data, 36)) == 36
    for end in range(13 + 16):
        with pytest.raises(ValueError, match=r"cut off|version"):
            decode_triangles(data[:end], 36)
