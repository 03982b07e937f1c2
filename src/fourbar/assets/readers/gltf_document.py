"""A glTF file without trust: the JSON, its buffers, and typed access to both."""

from __future__ import annotations

import base64
import binascii
import json
import struct
from typing import Any, cast
from urllib.parse import unquote

from ... import rules
from ..limits import MAX_BYTES
from .reading import MeshReading, RefusedError

_MAGIC = b"glTF"
_JSON, _BIN = 0x4E4F534A, 0x004E4942

Object = dict[str, Any]

COMPRESSIONS = ("EXT_meshopt_compression", "KHR_meshopt_compression")
"""The names of the extension by which views are compressed."""


class Document:
    """The JSON of a file and its buffers, which are fetched when they are used."""

    def __init__(self, reading: MeshReading) -> None:
        self._reading = reading
        text, self._binary = _chunks(reading)
        self.root = _parse(text)
        self._buffers: dict[int, bytes] = {}
        self._decoded: dict[int, bytes] = {}
        self._check()

    def _check(self) -> None:
        version: object = held(self.root, "asset").get("version")
        if not (isinstance(version, str) and version.startswith("2.")):
            message = f"glTF version {version!r:.40} is not read; export glTF 2.0"
            raise RefusedError(rules.assets.MESH_FEATURE_UNSUPPORTED, message)

    def item(self, kind: str, index: object, where: str) -> Object:
        """`root[kind][index]`, or a refusal that says what names it."""
        items = listed(self.root, kind)
        if type(index) is not int or not 0 <= index < len(items):
            message = f"{where} names {kind}[{index!r:.40}], and there are {len(items)}"
            raise RefusedError(rules.assets.MESH_UNREADABLE, message)
        return as_object(items[index], f"/{kind}/{index}")

    def view(self, index: object, where: str) -> tuple[memoryview, int]:
        """The bytes of a buffer view, and its stride (0: packed)."""
        view = self.item("bufferViews", index, where)
        name = f"/bufferViews/{index}"
        stride = whole(view, "byteStride", name, default=0)
        extensions = held(view, "extensions")
        for extension in COMPRESSIONS:
            if described := held(extensions, extension):
                assert isinstance(index, int)
                return memoryview(self._decode(index, described, name)), stride
        return self._slice(view, name), stride

    def _slice(self, holder: Object, name: str) -> memoryview:
        data = self._buffer(holder.get("buffer"), name)
        start = whole(holder, "byteOffset", name, default=0)
        length = whole(holder, "byteLength", name)
        if start + length > len(data):
            message = f"{name} ends at byte {start + length} of a buffer of {len(data)}"
            raise RefusedError(rules.assets.MESH_TRUNCATED, message)
        return memoryview(data)[start : start + length]

    def _decode(self, index: int, described: Object, name: str) -> bytes:
        """A compressed view. Views may share bytes: what all of them hold is bounded together."""
        from .meshopt.view import decode_view

        if index not in self._decoded:
            room = MAX_BYTES - sum(map(len, self._decoded.values()))
            data = bytes(self._slice(described, name))
            try:
                self._decoded[index] = decode_view(data, described, room=room)
            except ValueError as error:
                raise RefusedError(rules.assets.MESH_UNREADABLE, f"{name}: {error}") from None
        return self._decoded[index]

    def _buffer(self, index: object, where: str) -> bytes:
        buffer = self.item("buffers", index, where)
        assert isinstance(index, int)
        if index not in self._buffers:
            name = f"/buffers/{index}"
            uri = buffer.get("uri")
            if uri is None and index == 0 and self._binary is not None:
                data = self._binary
            elif isinstance(uri, str):
                data = self.fetch(uri)
                if data is None:
                    message = f"the buffer '{_short(uri)}' cannot be found"
                    raise RefusedError(rules.assets.MESH_SIDE_FILE, message)
            else:
                raise RefusedError(rules.assets.MESH_UNREADABLE, f"{name} has no data")
            length = whole(buffer, "byteLength", name)
            if length > len(data):
                message = f"{name} announces {length} bytes, and {len(data)} are there"
                raise RefusedError(rules.assets.MESH_TRUNCATED, message)
            self._buffers[index] = data
        return self._buffers[index]

    def fetch(self, uri: str) -> bytes | None:
        """The bytes of a data URI or of a file beside this one."""
        if not uri.startswith("data:"):
            return self._reading.side_file(unquote(uri))
        head, _, body = uri.partition(",")
        if not head.endswith(";base64"):
            return None
        try:
            return base64.b64decode(body, validate=True)
        except (binascii.Error, ValueError):
            return None


def as_object(value: Any, where: str) -> Object:
    """The value, or a refusal if it is no object."""
    if not isinstance(value, dict):
        raise RefusedError(rules.assets.MESH_UNREADABLE, f"{where} is no object")
    return cast(Object, value)


def held(holder: Object, key: str) -> Object:
    """The object at a key; an empty one where there is none."""
    value: Any = holder.get(key)
    return cast(Object, value) if isinstance(value, dict) else {}


def listed(holder: Object, key: str) -> list[Any]:
    """The array at a key; an empty one where there is none."""
    value: Any = holder.get(key)
    return cast(list[Any], value) if isinstance(value, list) else []


def whole(holder: Object, key: str, where: str, *, default: int | None = None) -> int:
    """A number that counts something: an integer from 0."""
    value = holder.get(key, default)
    # Some writers put 12.0 for 12.
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if type(value) is not int or not 0 <= value < 2**53:
        raise RefusedError(
            rules.assets.MESH_UNREADABLE, f"{where}/{key} is {value!r:.40}, no count"
        )
    return value


def numbers(holder: Object, key: str, count: int, where: str) -> list[float] | None:
    """A list of so many finite numbers, or None where it is absent."""
    if holder.get(key) is None:
        return None
    values = listed(holder, key)
    if len(values) != count or not all(map(_is_number, values)):
        raise RefusedError(rules.assets.MESH_UNREADABLE, f"{where}/{key} is not {count} numbers")
    return [float(v) for v in values]


def _is_number(value: Any) -> bool:
    # Beyond 1e150 products of transforms leave the range of a double.
    return type(value) in (int, float) and -1e150 < value < 1e150


def _chunks(reading: MeshReading) -> tuple[bytes, bytes | None]:
    """The JSON text and the binary chunk of a GLB; a .gltf is all JSON."""
    data = reading.data
    if not data.startswith(_MAGIC):
        reading.text = True
        return data, None
    if len(data) < 20:
        raise RefusedError(
            rules.assets.MESH_TRUNCATED, "a GLB file has at least 20 bytes", at=len(data)
        )
    _, version, length, size, kind = struct.unpack_from("<4sIIII", data)
    if version != 2:
        message = f"GLB version {version} is not read; export glTF 2.0"
        raise RefusedError(rules.assets.MESH_FEATURE_UNSUPPORTED, message, at=4)
    if length > len(data):
        message = f"the file announces {length} bytes, and has {len(data)}"
        raise RefusedError(rules.assets.MESH_TRUNCATED, message, at=len(data))
    if length < len(data):
        reading.add(
            rules.assets.MESH_TRAILING_DATA, f"{len(data) - length} bytes follow the GLB", at=length
        )
    if kind != _JSON:
        raise RefusedError(rules.assets.MESH_UNREADABLE, "the first chunk is not JSON", at=16)
    if 20 + size > length:
        raise RefusedError(rules.assets.MESH_TRUNCATED, "the JSON chunk ends after the file", at=12)
    text, at = data[20 : 20 + size], 20 + size
    if length - at < 8:
        return text, None
    size, kind = struct.unpack_from("<II", data, at)
    if at + 8 + size > length:
        raise RefusedError(
            rules.assets.MESH_TRUNCATED, "the binary chunk ends after the file", at=at
        )
    return text, data[at + 8 : at + 8 + size] if kind == _BIN else None


def _parse(text: bytes) -> Object:
    try:
        root: Any = json.loads(text.decode("utf-8-sig", "replace"))
    except RecursionError:
        raise RefusedError(rules.assets.MESH_TOO_LARGE, "the JSON is nested too deeply") from None
    except ValueError as error:
        message = f"the JSON is malformed: {error}"
        raise RefusedError(
            rules.assets.MESH_UNREADABLE, message, at=getattr(error, "pos", None)
        ) from None
    return as_object(root, "the JSON")


def _short(text: str) -> str:
    return text if len(text) <= 80 else text[:77] + "..."
