"""The bytes of a `.glb` or `.gltf` file to JSON and a binary chunk; nothing in them is trusted."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from typing import Any, NoReturn

from ..record import record
from .error import GltfFileError, Problem
from .json_value import as_object
from .limits import MAX_BYTES, MAX_ITEMS, MAX_JSON
from .suffixes import is_gltf_name

Resolve = Callable[[str], bytes | None]
"""From the name of a file beside this one to its bytes, or None."""

MAGIC = b"glTF"
JSON_CHUNK, BINARY_CHUNK = 0x4E4F534A, 0x004E4942
_HEADER = 20
"""Bytes before the JSON of a GLB: the file's header and the chunk's."""


@record
class Container:
    """The JSON of a file, and the binary chunk of a GLB.

    `trailing` is how many bytes follow the end of a GLB.
    """

    root: dict[str, Any]
    binary: bytes | None = None
    trailing: int = 0


def is_gltf(data: bytes, file: str = "") -> bool:
    """Whether bytes look like glTF: by their first four, or by the file's extension."""
    return data.startswith(MAGIC) or is_gltf_name(file)


def read_container(data: bytes) -> Container:
    """The JSON object and the binary chunk; GltfFileError where they cannot be read."""
    if len(data) > MAX_BYTES:
        message = f"the file has {len(data)} bytes; at most {MAX_BYTES} are accepted"
        raise GltfFileError(Problem.TOO_LARGE, message)
    if not data.startswith(MAGIC):
        return Container(_parsed(data, 0))
    text, binary, trailing = _chunks(data)
    return Container(_parsed(text, _HEADER), binary, trailing)


def _chunks(data: bytes) -> tuple[bytes, bytes | None, int]:
    """The JSON text, the binary chunk, and how many bytes follow the file."""
    if len(data) < _HEADER:
        message = f"a GLB file must have at least {_HEADER} bytes, got {len(data)}"
        raise GltfFileError(Problem.TRUNCATED, message, at=len(data))
    _, version, length, size, kind = struct.unpack_from("<4sIIII", data)
    if version != 2:
        message = f"GLB version {version} is not supported; export glTF 2.0"
        raise GltfFileError(Problem.UNSUPPORTED, message, at=4)
    if length > len(data):
        message = f"the header gives a length of {length} bytes, but the file has {len(data)}"
        raise GltfFileError(Problem.TRUNCATED, message, at=len(data))
    if kind != JSON_CHUNK:
        raise GltfFileError(Problem.UNREADABLE, "the first chunk of the GLB is not JSON", at=16)
    if _HEADER + size > length:
        message = "the JSON chunk extends beyond the end of the file"
        raise GltfFileError(Problem.TRUNCATED, message, at=12)
    at = _HEADER + size
    text, binary = data[_HEADER:at], None
    if length - at >= 8:
        size, kind = struct.unpack_from("<II", data, at)
        if at + 8 + size > length:
            message = "the binary chunk extends beyond the end of the file"
            raise GltfFileError(Problem.TRUNCATED, message, pointer="/buffers/0", at=at)
        if kind == BINARY_CHUNK:
            binary = data[at + 8 : at + 8 + size]
    return text, binary, len(data) - length


def _parsed(text: bytes, start: int) -> dict[str, Any]:
    """The JSON object of a text that starts at a byte of the file, of a version that is read."""
    if len(text) > MAX_JSON:
        message = f"the JSON has {len(text)} bytes; at most {MAX_JSON} are accepted"
        raise GltfFileError(Problem.TOO_LARGE, message)
    if sum(map(text.count, b"[{,")) > MAX_ITEMS:
        raise GltfFileError(Problem.TOO_LARGE, f"the JSON has more than {MAX_ITEMS} items")
    try:
        parsed = json.loads(text.decode("utf-8-sig", "replace"), parse_constant=_refuse_constant)
        if b"\\ud" in text.lower():
            _refuse_halves(parsed)
    except RecursionError:
        raise GltfFileError(Problem.TOO_LARGE, "the JSON is nested too deeply") from None
    except ValueError as error:
        at = start + getattr(error, "pos", 0)
        reason = str(error)[:200] or "malformed"
        raise GltfFileError(Problem.UNREADABLE, f"invalid JSON: {reason}", at=at) from None
    root = as_object(parsed)
    if root is None:
        raise GltfFileError(Problem.UNREADABLE, "the JSON is not an object")
    version = (as_object(root.get("asset")) or {}).get("version")
    if not (isinstance(version, str) and version.startswith("2.")):
        message = f"glTF version {version!r:.40} is not supported; export glTF 2.0"
        raise GltfFileError(Problem.UNSUPPORTED, message, pointer="/asset/version")
    return root


def _refuse_halves(root: object) -> None:
    """An escaped half of a surrogate pair is not a character: no file could hold it."""
    try:
        json.dumps(root, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError("a string contains an unpaired surrogate") from None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number in JSON")
