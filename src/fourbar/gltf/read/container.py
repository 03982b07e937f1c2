"""The bytes of a `.glb` or `.gltf` file to JSON and buffers; nothing in them is trusted."""

from __future__ import annotations

import base64
import binascii
import json
import struct
from collections.abc import Callable
from typing import Any, NoReturn
from urllib.parse import unquote

from ... import rules
from ..findings import GltfFindings, short_repr
from .document import GltfDocument
from .json_value import as_list, as_object

Resolve = Callable[[str], bytes | None]
"""From the name of a file beside this one to its bytes, or None."""

MAX_BYTES = 1 << 30
MAX_JSON = 1 << 28
MAX_ITEMS = 10_000_000
"""Of lists and objects: each takes many times the memory of its characters."""

_MAGIC = b"glTF"
_JSON, _BIN = 0x4E4F534A, 0x004E4942


def is_gltf(data: bytes, file: str = "") -> bool:
    """Whether bytes look like glTF: by their first four, or by the file's extension."""
    return data.startswith(_MAGIC) or file.lower().endswith((".glb", ".gltf"))


def read_container(
    data: bytes, findings: GltfFindings, *, resolve: Resolve | None = None
) -> GltfDocument | None:
    """The JSON object and the first buffer; None, with an error, where there is no object."""
    if len(data) > MAX_BYTES:
        message = f"{len(data)} bytes are more than the {MAX_BYTES} accepted"
        findings.add(rules.gltf.GLTF_TOO_LARGE, "", message)
        return None
    chunks = _chunks(data, findings)
    if chunks is None:
        return None
    text, binary = chunks
    root = _parse(text, findings)
    if root is None or not _check_version(root, findings):
        return None
    buffer = _first_buffer(root, binary, findings, resolve)
    return GltfDocument(root, b"" if buffer is None else buffer)


def _chunks(data: bytes, findings: GltfFindings) -> tuple[bytes, bytes | None] | None:
    if not data.startswith(_MAGIC):
        return data, None
    if len(data) < 20:
        findings.add(
            rules.gltf.GLTF_TRUNCATED, "", f"a GLB file has at least 20 bytes, this one {len(data)}"
        )
        return None
    _, version, length, size, kind = struct.unpack_from("<4sIIII", data)
    if version != 2:
        findings.add(
            rules.gltf.GLTF_UNREADABLE, "", f"GLB version {version} is not read; export glTF 2.0"
        )
        return None
    if length > len(data):
        message = f"the file announces {length} bytes and has {len(data)}"
        findings.add(rules.gltf.GLTF_TRUNCATED, "", message)
        return None
    if length < len(data):
        findings.add(
            rules.gltf.GLTF_TRAILING_DATA, "", f"{len(data) - length} bytes follow the GLB"
        )
    if kind != _JSON:
        findings.add(rules.gltf.GLTF_UNREADABLE, "", "the first chunk is not JSON")
        return None
    if 20 + size > length:
        findings.add(rules.gltf.GLTF_TRUNCATED, "", "the JSON chunk ends after the file")
        return None
    at = 20 + size
    binary = None
    if length - at >= 8:
        size_binary, kind = struct.unpack_from("<II", data, at)
        if at + 8 + size_binary > length:
            findings.add(
                rules.gltf.GLTF_TRUNCATED, "/buffers/0", "the binary chunk ends after the file"
            )
        elif kind == _BIN:
            binary = data[at + 8 : at + 8 + size_binary]
    return data[20 : 20 + size], binary


def _parse(text: bytes, findings: GltfFindings) -> dict[str, Any] | None:
    if len(text) > MAX_JSON:
        findings.add(
            rules.gltf.GLTF_TOO_LARGE, "", f"{len(text)} bytes of JSON are more than {MAX_JSON}"
        )
        return None
    try:
        if sum(map(text.count, b"[{,")) > MAX_ITEMS:
            findings.add(rules.gltf.GLTF_TOO_LARGE, "", f"the JSON has more than {MAX_ITEMS} items")
            return None
        root = json.loads(text.decode("utf-8-sig", "replace"), parse_constant=_refuse_constant)
        if b"\\ud" in text.lower():
            _refuse_halves(root)
    except RecursionError:
        findings.add(rules.gltf.GLTF_TOO_LARGE, "", "the JSON is nested too deeply")
        return None
    except ValueError as error:
        reason = str(error)[:200] or "malformed"
        findings.add(rules.gltf.GLTF_UNREADABLE, "", f"the JSON cannot be read: {reason}")
        return None
    found = as_object(root)
    if found is None:
        findings.add(rules.gltf.GLTF_UNREADABLE, "", "the JSON is no object")
    return found


def _refuse_halves(root: object) -> None:
    """An escaped half of a surrogate pair is no character: no file could name it."""
    try:
        json.dumps(root, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError("a text holds half of a surrogate pair") from None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number in JSON")


def _check_version(root: dict[str, Any], findings: GltfFindings) -> bool:
    version = (as_object(root.get("asset")) or {}).get("version")
    if isinstance(version, str) and version.startswith("2."):
        return True
    findings.add(
        rules.gltf.GLTF_UNREADABLE,
        "/asset/version",
        f"glTF version {short_repr(version)} is not read; use 2.0",
    )
    return False


def _first_buffer(
    root: dict[str, Any], binary: bytes | None, findings: GltfFindings, resolve: Resolve | None
) -> bytes | None:
    buffers = as_list(root.get("buffers"))
    buffer = as_object(buffers[0]) if buffers else None
    if buffer is None:
        return binary
    uri, length = buffer.get("uri"), buffer.get("byteLength")
    found = binary
    if isinstance(uri, str):
        found = _fetch(uri, resolve)
        if found is None:
            name = uri if len(uri) < 80 else f"{uri[:77]}..."
            findings.add(
                rules.gltf.GLTF_TRUNCATED, "/buffers/0/uri", f"the buffer '{name}' is not there"
            )
            return None
    if type(length) is int and length > len(found or b""):
        message = f"the buffer announces {length} bytes, and {len(found or b'')} are there"
        findings.add(rules.gltf.GLTF_TRUNCATED, "/buffers/0/byteLength", message)
    return found


def _fetch(uri: str, resolve: Resolve | None) -> bytes | None:
    if not uri.startswith("data:"):
        return None if resolve is None else resolve(unquote(uri))
    head, _, body = uri.partition(",")
    if not head.endswith(";base64"):
        return None
    try:
        return base64.b64decode(body, validate=True)
    except (binascii.Error, ValueError):
        return None
