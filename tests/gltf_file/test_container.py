"""The one container: chunks, JSON, version, buffers; for meshes and robots alike."""

import base64
import json
import struct

import pytest

from fourbar.gltf_file import container as module
from fourbar.gltf_file.buffers import Buffers
from fourbar.gltf_file.container import read_container
from fourbar.gltf_file.document import GltfDocument
from fourbar.gltf_file.error import GltfFileError, Problem

ASSET = {"asset": {"version": "2.0"}}


def glb(text, binary=b"", *, version=2, length=None, kind=0x4E4F534A):
    text += b" " * (-len(text) % 4)
    body = struct.pack("<II", len(text), kind) + text
    if binary:
        body += struct.pack("<II", len(binary), 0x004E4942) + binary
    size = 12 + len(body) if length is None else length
    return struct.pack("<4sII", b"glTF", version, size) + body


def test_both_forms_give_the_same_json():
    document = GltfDocument({**ASSET, "nodes": [{"name": "é"}]}, b"abcd")
    found = read_container(document.to_glb())
    assert found.binary == b"abcd"
    assert found.root["nodes"] == document.root["nodes"]
    text = read_container(document.to_gltf())
    assert text.binary is None
    assert Buffers(text.root).buffer(0, "") == b"abcd"


def test_bytes_after_the_end_are_counted():
    assert read_container(glb(json.dumps(ASSET).encode()) + b"123").trailing == 3


GOOD = json.dumps(ASSET).encode()


@pytest.mark.parametrize(
    ("data", "problem", "words"),
    [
        (b"glTF", Problem.TRUNCATED, "at least 20 bytes"),
        (glb(GOOD, version=1), Problem.UNSUPPORTED, "GLB version 1"),
        (glb(GOOD, length=9999), Problem.TRUNCATED, "a length of 9999 bytes"),
        (glb(GOOD, kind=7), Problem.UNREADABLE, "not JSON"),
        (glb(GOOD, b"abcd")[:-1], Problem.TRUNCATED, "header gives a length"),
        (b"{", Problem.UNREADABLE, "invalid JSON"),
        (b"[]", Problem.UNREADABLE, "not an object"),
        (b'{"asset": {"version": "1.0"}}', Problem.UNSUPPORTED, "version '1.0'"),
        (b'{"asset": {"version": "2.0"}, "x": NaN}', Problem.UNREADABLE, "NaN"),
        (b'{"asset": {"version": "2.0"}, "x": "\\ud800"}', Problem.UNREADABLE, "surrogate"),
        (b"[" * 100_000, Problem.TOO_LARGE, "nested"),
    ],
)
def test_a_fault_has_a_kind(data, problem, words):
    with pytest.raises(GltfFileError, match=words) as caught:
        read_container(data)
    assert caught.value.problem is problem


def test_items_are_counted_for_every_reader(monkeypatch):
    monkeypatch.setattr(module, "MAX_ITEMS", 10)
    with pytest.raises(GltfFileError, match="more than 10 items"):
        read_container(json.dumps({**ASSET, "x": [0] * 20}).encode())


@pytest.mark.parametrize(
    ("buffer", "problem"),
    [
        ({"byteLength": 9, "uri": "data:;base64," + base64.b64encode(b"abc").decode()}, "short"),
        ({"byteLength": 3, "uri": "data:;base64,#"}, "missing"),
        ({"byteLength": 3, "uri": "gone.bin"}, "missing"),
        ({"byteLength": -3, "uri": "there.bin"}, "wrong"),
        ({"byteLength": 3}, "empty"),
    ],
)
def test_a_buffer_that_cannot_be_had_is_refused(buffer, problem):
    buffers = Buffers({"buffers": [buffer]}, resolve={"there.bin": b"abc"}.get)
    kinds = {
        "short": Problem.TRUNCATED,
        "missing": Problem.MISSING_FILE,
        "wrong": Problem.UNREADABLE,
        "empty": Problem.UNREADABLE,
    }
    with pytest.raises(GltfFileError) as caught:
        buffers.buffer(0, "/bufferViews/0")
    assert caught.value.problem is kinds[problem]


def test_options_and_keywords_have_the_same_names():
    from fourbar.gltf.options import GlbKeywords, GlbOptions
    from fourbar.record import field_names

    assert field_names(GlbOptions) == tuple(GlbKeywords.__annotations__)
