"""One binary buffer and the accessors into it, each distinct content once."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Record = dict[str, Any]
Target = Literal["vertices", "indices"] | None

_TARGETS = {"vertices": 34962, "indices": 34963}
_COMPONENTS = {
    "int8": 5120,
    "uint8": 5121,
    "int16": 5122,
    "uint16": 5123,
    "uint32": 5125,
    "float32": 5126,
}
_TYPES = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4"}


class Buffer:
    """Grows by arrays and images; what was added before is found again by its content."""

    def __init__(self) -> None:
        self.views: list[Record] = []
        self.accessors: list[Record] = []
        self._parts: list[bytes | memoryview] = []
        self._length = 0
        self._known_views: dict[tuple[object, ...], int] = {}
        self._known_accessors: dict[tuple[object, ...], int] = {}

    def __len__(self) -> int:
        return self._length

    def data(self) -> bytes:
        """All bytes, a multiple of four."""
        return b"".join(self._parts)

    def add_view(
        self, data: bytes | memoryview, *, target: Target = None, stride: int | None = None
    ) -> int:
        """The number of a buffer view with these bytes, aligned to four."""
        key = (blake2b(data, digest_size=16).digest(), len(data), target, stride)
        if key not in self._known_views:
            view: Record = {"buffer": 0, "byteOffset": self._length, "byteLength": len(data)}
            if stride is not None:
                view["byteStride"] = stride
            if target is not None:
                view["target"] = _TARGETS[target]
            self._known_views[key] = len(self.views)
            self.views.append(view)
            self._append(data)
        return self._known_views[key]

    def add_array(
        self,
        array: NDArray[np.generic],
        *,
        target: Target = None,
        bounds: bool = False,
        normalized: bool = False,
    ) -> int:
        """The number of an accessor with the rows of `array`, (n,) or (n, 2 to 4).

        Rows whose size is no multiple of four are padded where they are vertices, as glTF asks.
        """
        import numpy as np

        rows = np.ascontiguousarray(array)
        width = 1 if rows.ndim == 1 else rows.shape[1]
        size = rows.dtype.itemsize * width
        stride = None
        stored = rows
        if target == "vertices" and size % 4:
            stride = -(-size // 4) * 4
            padded = np.zeros((len(rows), stride // rows.dtype.itemsize), rows.dtype)
            padded[:, :width] = rows.reshape(-1, width)
            stored = padded
        view = self.add_view(stored.view(np.uint8).reshape(-1).data, target=target, stride=stride)
        component = _COMPONENTS[rows.dtype.name]
        # One accessor per view: glTF wants a stride where there are several.
        key = (view, component, width, len(rows), normalized)
        if key not in self._known_accessors:
            accessor: Record = {
                "bufferView": view,
                "componentType": component,
                "count": len(rows),
                "type": _TYPES[width],
            }
            if normalized:
                accessor["normalized"] = True
            self._known_accessors[key] = len(self.accessors)
            self.accessors.append(accessor)
        number = self._known_accessors[key]
        if bounds and "min" not in self.accessors[number]:
            flat = rows.reshape(-1, width)
            self.accessors[number]["min"] = flat.min(axis=0).tolist()
            self.accessors[number]["max"] = flat.max(axis=0).tolist()
        return number

    def _append(self, data: bytes | memoryview) -> None:
        self._parts.append(data)
        self._length += len(data)
        padding = -self._length % 4
        if padding:
            self._parts.append(bytes(padding))
            self._length += padding
