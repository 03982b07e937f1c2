"""The filters of EXT_meshopt_compression and KHR_meshopt_compression.

What attributes were before they were compressed; appendix B of the extensions.
"""

from __future__ import annotations

import numpy as np


def undo_filter(name: object, data: bytes, stride: int) -> bytes:
    """The elements as they were; ValueError for a filter that does not fit them."""
    if name == "OCTAHEDRAL" and stride in (4, 8):
        return _octahedral(data, stride)
    if name == "QUATERNION" and stride == 8:
        return _quaternion(data)
    if name == "EXPONENTIAL" and stride % 4 == 0:
        return _exponential(data)
    if name == "COLOR" and stride in (4, 8):
        return _color(data, stride)
    raise ValueError(f"filter {name!r:.20} with elements of {stride} bytes is not supported")


def _octahedral(data: bytes, stride: int) -> bytes:
    """Unit vectors of three signed integers, from two on the faces of an octahedron."""
    kind = "<i1" if stride == 4 else "<i2"
    rows = np.frombuffer(data, kind).reshape(-1, 4).copy()
    largest = 127.0 if stride == 4 else 32767.0
    x, y, one = (rows[:, k].astype(np.float64) for k in range(3))
    z = one - np.abs(x) - np.abs(y)
    fold = np.minimum(z, 0.0)
    x += np.where(x >= 0.0, fold, -fold)
    y += np.where(y >= 0.0, fold, -fold)
    length = np.sqrt(x * x + y * y + z * z)
    scale = largest / np.where(length > 0.0, length, 1.0)
    for column, values in enumerate((x, y, z)):
        rows[:, column] = _rounded(values * scale)
    return rows.tobytes()


def _quaternion(data: bytes) -> bytes:
    """Quaternions of four 16-bit integers, from the three smallest components."""
    rows = np.frombuffer(data, "<i2").reshape(-1, 4)
    last = rows[:, 3].astype(np.int64)
    scale = 1.0 / (np.sqrt(2.0) * (last | 3))
    small = rows[:, :3] * scale[:, None]
    largest = np.sqrt(np.maximum(1.0 - (small * small).sum(axis=1), 0.0))
    values = _rounded(np.column_stack([largest, small]) * 32767.0).clip(-32768.0, 32767.0)
    out = np.zeros(rows.shape, "<i2")
    columns = ((last & 3)[:, None] + np.arange(4)) & 3
    np.put_along_axis(out, columns, values.astype("<i2"), axis=1)
    return out.tobytes()


def _color(data: bytes, stride: int) -> bytes:
    """Red, green, blue and alpha, from luma, two chromas, and alpha below a bit that marks it."""
    width = stride // 4
    luma = np.frombuffer(data, f"<u{width}").reshape(-1, 4)[:, 0].astype(np.int64)
    _, orange, green, _ = np.frombuffer(data, f"<i{width}").reshape(-1, 4).T.astype(np.int64)
    marked = np.frombuffer(data, f"<u{width}").reshape(-1, 4)[:, 3].astype(np.int64)
    # All ones up to the mark; frexp gives the number of bits exactly.
    top = (1 << np.frexp(marked)[1].astype(np.int64)) - 1
    alpha = marked & top >> 1
    columns = (luma + orange - green, luma + green, luma - orange - green, alpha << 1 | alpha & 1)
    largest = 255 if width == 1 else 65535
    scale = largest / np.maximum(top, 1)
    values = _rounded(np.column_stack(columns) * scale[:, None]).clip(0, largest)
    return values.astype(f"<u{width}").tobytes()


def _exponential(data: bytes) -> bytes:
    """Single-precision numbers, from 24 bits of mantissa and 8 of exponent."""
    words = np.frombuffer(data, "<i4")
    with np.errstate(over="ignore", under="ignore"):
        return np.ldexp((words << 8) >> 8, words >> 24).astype("<f4").tobytes()


def _rounded(values: np.ndarray) -> np.ndarray:
    """Half away from zero, as the extension has it."""
    return np.trunc(values + np.where(values >= 0.0, 0.5, -0.5))
