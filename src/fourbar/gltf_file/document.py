"""A glTF file in memory: its JSON and its one buffer."""

from __future__ import annotations

import json
import struct
from typing import Any

from ..record import record
from .container import BINARY_CHUNK, JSON_CHUNK, MAGIC
from .json_value import as_list, as_object

_VERSION = 2


@record
class GltfDocument:
    """The JSON of a file, and the bytes of buffer 0."""

    root: dict[str, Any]
    binary: bytes = b""

    def to_glb(self) -> bytes:
        """One binary file."""
        return b"".join(self.glb_parts())

    def glb_parts(self) -> list[bytes]:
        """The same in pieces, the buffer among them as it is: it may be large."""
        text = _json(self._with_buffer(None))
        text += b" " * (-len(text) % 4)
        binary = self.binary + bytes(-len(self.binary) % 4)
        length = 12 + 8 + len(text) + (8 + len(binary) if binary else 0)
        parts = [struct.pack("<4sII", MAGIC, _VERSION, length)]
        parts += [struct.pack("<II", len(text), JSON_CHUNK), text]
        if binary:
            parts += [struct.pack("<II", len(binary), BINARY_CHUNK), binary]
        return parts

    def to_gltf(self, *, buffer: str | None = None) -> bytes:
        """The JSON file; the buffer is the file named so, or else inside as base64."""
        uri = buffer
        if uri is None and self.binary:
            from base64 import b64encode

            encoded = b64encode(self.binary).decode()
            uri = f"data:application/octet-stream;base64,{encoded}"
        return _pretty(self._with_buffer(uri)).encode("utf-8", "replace")

    def _with_buffer(self, uri: str | None) -> dict[str, Any]:
        if not self.binary:
            return self.root
        first = {"byteLength": len(self.binary)}
        if uri is not None:
            first = {"uri": uri, **first}
        others = self.root.get("buffers", [{}])[1:]
        return {**self.root, "buffers": [first, *others]}


def _json(value: object) -> bytes:
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "replace")


def _pretty(value: Any, indent: str = "") -> str:
    """JSON to be read by people: vectors and other short lists in one line."""
    deeper = indent + "  "
    members_of, items_of = as_object(value), as_list(value)
    if members_of:
        members = (
            f"{deeper}{json.dumps(key, ensure_ascii=False)}: {_pretty(each, deeper)}"
            for key, each in members_of.items()
        )
        return "{\n" + ",\n".join(members) + f"\n{indent}}}"
    if items_of and any(isinstance(each, dict | list) for each in items_of):
        items = (f"{deeper}{_pretty(each, deeper)}" for each in items_of)
        return "[\n" + ",\n".join(items) + f"\n{indent}]"
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
