"""The buffers of a file and typed access to its JSON; what is wrong raises GltfFileError."""

from __future__ import annotations

import base64
import binascii
from typing import Any
from urllib.parse import unquote

from .container import Resolve
from .error import GltfFileError, Problem
from .json_value import as_list, as_object
from .limits import MAX_BYTES

Object = dict[str, Any]

COMPRESSIONS = ("EXT_meshopt_compression", "KHR_meshopt_compression")
"""The names of the extension by which views are compressed."""


class Buffers:
    """The buffers of a file, which are fetched when they are used, and views into them.

    Parameters
    ----------
    root
        The JSON of the file.
    binary
        The binary chunk of a GLB, which is buffer 0 unless that has a URI.
    resolve
        From the name of a file beside this one to its bytes, or None where there is none.
    first
        The content of buffer 0, if that is known already.
    """

    def __init__(
        self,
        root: Object,
        binary: bytes | None = None,
        *,
        resolve: Resolve | None = None,
        first: bytes | None = None,
    ) -> None:
        self.root = root
        self._binary = binary
        self._resolve = resolve
        self._known: dict[int, bytes] = {} if first is None else {0: first}
        self._decoded: dict[int, bytes] = {}

    def item(self, kind: str, index: object, where: str) -> Object:
        """`root[kind][index]`, which the part at the pointer `where` refers to."""
        items = listed(self.root, kind)
        if type(index) is not int or not 0 <= index < len(items):
            message = (
                f"{where} refers to {kind}[{index!r:.40}], which does not exist: "
                f"the file has {len(items)}"
            )
            raise GltfFileError(Problem.UNREADABLE, message, pointer=where)
        return checked_object(items[index], f"/{kind}/{index}")

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
        data = self.buffer(holder.get("buffer"), name)
        start = whole(holder, "byteOffset", name, default=0)
        length = whole(holder, "byteLength", name)
        if start + length > len(data):
            message = f"{name} ends at byte {start + length} of a buffer of {len(data)}"
            raise GltfFileError(Problem.TRUNCATED, message, pointer=name)
        return memoryview(data)[start : start + length]

    def _decode(self, index: int, described: Object, name: str) -> bytes:
        """A compressed view. Views may share bytes: what all of them hold is bounded together."""
        from .codecs.meshopt import decode_view

        if index not in self._decoded:
            room = MAX_BYTES - sum(map(len, self._decoded.values()))
            data = bytes(self._slice(described, name))
            try:
                self._decoded[index] = decode_view(data, described, room=room)
            except ValueError as error:
                message = f"{name}: {error}"
                raise GltfFileError(Problem.UNREADABLE, message, pointer=name) from None
        return self._decoded[index]

    def buffer(self, index: object, where: str) -> bytes:
        """All bytes of a buffer, as many as it announces or more."""
        buffer = self.item("buffers", index, where)
        assert isinstance(index, int)
        if index not in self._known:
            name = f"/buffers/{index}"
            uri = buffer.get("uri")
            if isinstance(uri, str):
                data = self.fetch(uri)
                if data is None:
                    message = f"buffer '{_short(uri)}' does not exist"
                    raise GltfFileError(Problem.MISSING_FILE, message, pointer=f"{name}/uri")
            elif index == 0 and self._binary is not None:
                data = self._binary
            else:
                raise GltfFileError(Problem.UNREADABLE, f"{name} has no data", pointer=name)
            length = whole(buffer, "byteLength", name)
            if length > len(data):
                message = f"{name} has a byteLength of {length}, but only {len(data)} bytes"
                pointer = f"{name}/byteLength"
                raise GltfFileError(Problem.TRUNCATED, message, pointer=pointer)
            self._known[index] = data
        return self._known[index]

    def fetch(self, uri: str) -> bytes | None:
        """The bytes of a data URI or of a file beside this one."""
        if not uri.startswith("data:"):
            return None if self._resolve is None else self._resolve(unquote(uri))
        head, _, body = uri.partition(",")
        if not head.endswith(";base64"):
            return None
        try:
            return base64.b64decode(body, validate=True)
        except (binascii.Error, ValueError):
            return None


def checked_object(value: object, where: str) -> Object:
    """The value, which must be an object."""
    found = as_object(value)
    if found is None:
        raise GltfFileError(Problem.UNREADABLE, f"{where} is not an object", pointer=where)
    return found


def held(holder: Object, key: str) -> Object:
    """The object at a key; an empty one where there is none."""
    return as_object(holder.get(key)) or {}


def listed(holder: Object, key: str) -> list[Any]:
    """The list at a key; an empty one where there is none."""
    return as_list(holder.get(key)) or []


def whole(holder: Object, key: str, where: str, *, default: int | None = None) -> int:
    """A number that counts something: an integer from 0."""
    value = holder.get(key, default)
    # Some writers put 12.0 for 12.
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if type(value) is not int or not 0 <= value < 2**53:
        message = f"{where}/{key} must be a whole number, got {value!r:.40}"
        raise GltfFileError(Problem.UNREADABLE, message, pointer=f"{where}/{key}")
    return value


def numbers(holder: Object, key: str, count: int, where: str) -> list[float] | None:
    """A list of `count` finite numbers, or None where it is absent."""
    if holder.get(key) is None:
        return None
    values = listed(holder, key)
    if len(values) != count or not all(map(_is_number, values)):
        message = f"{where}/{key} must be a list of {count} numbers"
        raise GltfFileError(Problem.UNREADABLE, message, pointer=f"{where}/{key}")
    return [float(v) for v in values]


def _is_number(value: Any) -> bool:
    # Beyond 1e150 products of transforms leave the range of a double.
    return type(value) in (int, float) and -1e150 < value < 1e150


def _short(text: str) -> str:
    return text if len(text) <= 80 else text[:77] + "..."
