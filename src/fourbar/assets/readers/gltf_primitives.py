"""The primitives of a glTF file's meshes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ... import rules
from ...gltf_file.accessor import read_accessor
from ...gltf_file.buffers import Buffers, Object, checked_object, held, listed
from ...gltf_file.error import GltfFileError, Problem
from ...record import replace
from ..mesh import Primitive
from .gltf_material import GltfMaterials
from .reading import MeshReading, Tally

Floats = NDArray[np.float32]
Indices = NDArray[np.uint32]

_MODES = {4: "triangles", 5: "strip", 6: "fan"}


class GltfPrimitives:
    """Meshes by number, each read once, in the axes of the file."""

    def __init__(self, reading: MeshReading, buffers: Buffers) -> None:
        self._reading = reading
        self._buffers = buffers
        self._materials = GltfMaterials(reading, buffers)
        self._meshes: dict[int, list[Primitive]] = {}
        self._read_so_far = Tally()

    def of_mesh(self, index: object, where: str) -> list[Primitive]:
        """The primitives of `meshes[index]`, which the part at `where` refers to."""
        mesh = self._buffers.item("meshes", index, where)
        assert isinstance(index, int)
        if index not in self._meshes:
            self._meshes[index] = list(self._read(mesh, index))
        return self._meshes[index]

    def _read(self, mesh: Object, index: int) -> Iterator[Primitive]:
        name = mesh.get("name")
        for number, each in enumerate(listed(mesh, "primitives")):
            where = f"/meshes/{index}/primitives/{number}"
            primitive = self._primitive(checked_object(each, where), where)
            if primitive is not None:
                # Primitives may share a buffer's bytes, and here each has its own.
                self._read_so_far.add(primitive)
                yield replace(primitive, name=name if isinstance(name, str) else "")

    def _primitive(self, each: Object, where: str) -> Primitive | None:
        mode = each.get("mode", 4)
        if type(mode) is not int or mode not in _MODES:
            self._reading.add(
                rules.assets.MESH_FEATURE_DROPPED,
                f"{where} contains points or lines and is left out",
            )
            return None
        if each.get("targets"):
            self._reading.add(
                rules.assets.MESH_FEATURE_DROPPED, f"{where} has morph targets, which are left out"
            )
        attributes = held(each, "attributes")
        if "POSITION" not in attributes:
            self._reading.add(
                rules.assets.MESH_FEATURE_DROPPED, f"{where} has no positions and is left out"
            )
            return None
        positions = self._floats(attributes, "POSITION", where, (3,))
        assert positions is not None
        count = len(positions)
        triangles = self._triangles_of(each, _MODES[mode], count, where)
        normals = self._floats(attributes, "NORMAL", where, (3,), count)
        texcoords = self._floats(attributes, "TEXCOORD_0", where, (2,), count)
        colors = self._floats(attributes, "COLOR_0", where, (3, 4), count)
        if colors is not None:
            colors = np.clip(np.nan_to_num(colors), 0.0, 1.0)
            if colors.shape[1] == 3:
                colors = np.hstack([colors, np.ones((count, 1), np.float32)])
        material = self._materials.find(each.get("material"))
        return Primitive.from_arrays(positions, triangles, normals, texcoords, colors, material)

    def _drop(self, message: str) -> None:
        self._reading.add(rules.assets.MESH_FEATURE_DROPPED, message)

    def _floats(
        self,
        attributes: dict[str, Any],
        key: str,
        where: str,
        widths: tuple[int, ...],
        count: int | None = None,
    ) -> Floats | None:
        if key not in attributes:
            return None
        values = read_accessor(
            self._buffers, attributes[key], f"{where}/attributes/{key}", widths=widths
        )
        if count is not None and len(values) != count:
            message = (
                f"{where} has {count} POSITION but {len(values)} {key} values; {key} is left out"
            )
            self._reading.add(rules.assets.MESH_ATTRIBUTE, message)
            return None
        return values.astype(np.float32)

    def _triangles_of(self, each: Object, mode: str, count: int, where: str) -> Indices:
        if each.get("indices") is None:
            indices = np.arange(count, dtype=np.int64)
        else:
            values = read_accessor(self._buffers, each["indices"], f"{where}/indices", widths=(1,))
            if values.dtype.kind != "u":
                raise GltfFileError(
                    Problem.UNREADABLE, f"{where}/indices must be unsigned integers"
                )
            indices = values[:, 0].astype(np.int64)
        if mode == "triangles":
            if len(indices) % 3:
                message = f"{where} has {len(indices)} indices, which is not a multiple of 3"
                raise GltfFileError(Problem.UNREADABLE, message)
            return indices.reshape(-1, 3).astype(np.uint32)
        first = np.arange(max(len(indices) - 2, 0))
        odd = first % 2
        corners = (
            [np.zeros_like(first), first + 1, first + 2]
            if mode == "fan"
            else [first + odd, first + 1 - odd, first + 2]
        )
        return indices[np.stack(corners, axis=1)].astype(np.uint32)
