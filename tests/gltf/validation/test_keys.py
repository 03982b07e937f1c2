"""Keys of animations are read from any view that the file may have them in."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from fourbar.gltf import GltfDocument
from fourbar.gltf.validation.keys import MAX_KEYS, Keys
from fourbar.gltf_file.codecs.meshopt import encode_attributes

TURNS = np.array([[0, 0, 0, 1], [0, 0, 0.6, 0.8], [0, 0, 1, 0]], np.float32)


def document(data: bytes, view: dict, accessor: dict) -> GltfDocument:
    root = {
        "buffers": [{"byteLength": len(data)}],
        "bufferViews": [{"buffer": 0, **view}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC4", **accessor}],
    }
    return GltfDocument(root, data)


def test_packed_and_strided() -> None:
    packed = document(TURNS.tobytes(), {"byteLength": 48}, {"count": 3})
    apart = b"".join(row.tobytes() + b"    " for row in TURNS)
    strided = document(apart, {"byteLength": 60, "byteStride": 20}, {"count": 3})
    for each in (packed, strided):
        rows = Keys(each).rows(0, "VEC4")
        assert rows is not None
        np.testing.assert_array_equal(list(rows.rows()), TURNS)


def test_compressed() -> None:
    encoded = encode_attributes(TURNS.tobytes(), 16)
    described = {
        "buffer": 0,
        "byteLength": len(encoded),
        "byteStride": 16,
        "count": 3,
        "mode": "ATTRIBUTES",
    }
    view = {"byteLength": 48, "extensions": {"EXT_meshopt_compression": described}}
    rows = Keys(document(encoded, view, {"count": 3})).rows(0, "VEC4")
    assert rows is not None
    np.testing.assert_array_equal(list(rows.rows()), TURNS)


def test_integers_are_normalised() -> None:
    data = struct.pack("<4h", -32768, 0, 16384, 32767)
    rows = Keys(document(data, {"byteLength": 8}, {"count": 1, "componentType": 5122})).rows(
        0, "VEC4"
    )
    assert rows is not None
    np.testing.assert_allclose(rows.row(0), [-1, 0, 16384 / 32767, 1], rtol=1e-15)


@pytest.mark.parametrize(
    ("view", "accessor"),
    [
        ({"byteLength": 48}, {"count": 4}),
        ({"byteLength": 49}, {"count": 3}),
        ({"byteLength": 48, "byteOffset": -1}, {"count": 3}),
        ({"byteLength": 48, "byteStride": 8}, {"count": 3}),
        ({"byteLength": 48}, {"count": 0}),
        ({"byteLength": 48}, {"count": MAX_KEYS + 1}),
        ({"byteLength": 48}, {"count": 3, "type": []}),
        ({"byteLength": 48}, {"count": 3, "type": "MAT4"}),
        ({"byteLength": 48}, {"count": 3, "componentType": 5999}),
        ({"byteLength": 48}, {"count": 3, "sparse": {}}),
        ({"byteLength": 48}, {"count": 3, "bufferView": 7}),
        ({"byteLength": 48, "buffer": 1}, {"count": 3}),
    ],
)
def test_what_cannot_be_read_is_none(view: dict, accessor: dict) -> None:
    assert Keys(document(TURNS.tobytes(), view, accessor)).rows(0, "VEC4") is None
