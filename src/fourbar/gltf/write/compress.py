"""Smaller files: vertices rounded to what the eye can tell, buffers compressed.

Normals become bytes (`KHR_mesh_quantization`). Positions stay single precision, rounded to 1/65536
of the mesh's size: no node has to undo a quantisation, and every pose stays where it is. Views of
vertices and indices are then compressed (`EXT_meshopt_compression`) where that makes them shorter.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...gltf_file.codecs.meshopt import encode_attributes, encode_indices
from ...gltf_file.component import COMPONENTS, WIDTHS
from ...gltf_file.document import GltfDocument

MESHOPT = "EXT_meshopt_compression"
QUANTIZATION = "KHR_mesh_quantization"
POSITION_BITS = 16

_VERTICES, _INDICES = 34962, 34963

Record = dict[str, Any]


def compress(document: GltfDocument) -> GltfDocument:
    """The same file, smaller; viewers need a decoder of `EXT_meshopt_compression`."""
    root = document.root
    roles = _roles(root)
    if not roles:
        return document
    packed = _Packed()
    accessors = [dict(accessor) for accessor in root["accessors"]]
    owner = {accessor["bufferView"]: number for number, accessor in enumerate(accessors)}
    views: list[Record] = []
    for number, view in enumerate(root["bufferViews"]):
        start = view["byteOffset"]
        data = document.binary[start : start + view["byteLength"]]
        accessor = owner.get(number)
        role = None if accessor is None else roles.get(accessor)
        if accessor is None or role is None:
            views.append(packed.plain(view, data))
            continue
        rows = _rows(accessors[accessor], view, data)
        if role == "POSITION":
            rows = _rounded(rows)
            accessors[accessor]["min"] = rows.min(axis=0).tolist()
            accessors[accessor]["max"] = rows.max(axis=0).tolist()
        elif role == "NORMAL":
            rows = _bytes(rows)
            accessors[accessor].update(componentType=5120, normalized=True)
        views.append(packed.add(view, rows))
    needed = [QUANTIZATION]
    buffers: list[Record] = [{"byteLength": len(packed.data)}]
    if packed.length:
        needed.append(MESHOPT)
        # Where the data would be for those who cannot decode it: nowhere.
        buffers.append({"byteLength": packed.length, "extensions": {MESHOPT: {"fallback": True}}})
    changed = {
        **root,
        "extensionsUsed": [*root["extensionsUsed"], *needed],
        "extensionsRequired": needed,
        "accessors": accessors,
        "bufferViews": views,
        "buffers": buffers,
    }
    return GltfDocument(changed, bytes(packed.data))


class _Packed:
    """Buffer 0 with what is stored, and the lengths of buffer 1, which is not."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.length = 0

    def plain(self, view: Record, data: bytes) -> Record:
        record = {**view, "buffer": 0, "byteOffset": len(self.data), "byteLength": len(data)}
        self._append(data)
        return record

    def add(self, view: Record, rows: NDArray[Any]) -> Record:
        """The shorter of the compressed and the plain view."""
        width = rows.shape[1] * rows.itemsize
        is_indices = view.get("target") == _INDICES
        if not is_indices and width % 4:
            stride = -(-width // 4) * 4
            padded = np.zeros((len(rows), stride // rows.itemsize), rows.dtype)
            padded[:, : rows.shape[1]] = rows
            rows, width = padded, stride
        data = rows.tobytes()
        encoded = encode_indices(data, width) if is_indices else encode_attributes(data, width)
        record: Record = {"buffer": 0, "byteOffset": 0, "byteLength": len(data)}
        if not is_indices:
            record["byteStride"] = width
        record["target"] = view["target"]
        if len(encoded) >= len(data):
            return self.plain(record, data)
        record.update(buffer=1, byteOffset=self.length)
        self.length += -(-len(data) // 4) * 4
        record["extensions"] = {
            MESHOPT: {
                "buffer": 0,
                "byteOffset": len(self.data),
                "byteLength": len(encoded),
                "byteStride": width,
                "count": len(rows),
                "mode": "INDICES" if is_indices else "ATTRIBUTES",
            }
        }
        self._append(encoded)
        return record

    def _append(self, data: bytes) -> None:
        self.data += data
        self.data += bytes(-len(self.data) % 4)


def _roles(root: Record) -> dict[int, str]:
    """What each accessor of the meshes is for; one with two uses is left as it is."""
    roles: dict[int, str] = {}
    for mesh in root.get("meshes", []):
        for primitive in mesh["primitives"]:
            uses = [*((number, name) for name, number in primitive["attributes"].items())]
            if "indices" in primitive:  # points have none
                uses.append((primitive["indices"], "indices"))
            for number, role in uses:
                roles[number] = role if roles.get(number, role) == role else "other"
    return roles


def _rows(accessor: Record, view: Record, data: bytes) -> NDArray[Any]:
    """The values of an accessor, (count, width)."""
    dtype = np.dtype(f"<{COMPONENTS[accessor['componentType']].letter}")
    width = WIDTHS[accessor["type"]]
    stride = view.get("byteStride", dtype.itemsize * width)
    shape = (accessor["count"], stride // dtype.itemsize)
    return np.frombuffer(data, dtype).reshape(shape)[:, :width]


def _rounded(rows: NDArray[Any]) -> NDArray[np.float32]:
    """Rounded to a power of two, which leaves the last bits of every number zero."""
    size = float(np.abs(rows).max(initial=0.0))
    if not size > 0.0:
        return rows.astype(np.float32)
    step = 2.0 ** (np.ceil(np.log2(size)) + 1 - POSITION_BITS)
    return (np.rint(rows.astype(np.float64) / step) * step + 0.0).astype(np.float32)


def _bytes(normals: NDArray[Any]) -> NDArray[np.int8]:
    return np.rint(normals.astype(np.float64) * 127.0).astype(np.int8)
