"""STL, binary and as text."""

from __future__ import annotations

import numpy as np

from ..._native import parse_stl
from ...diagnostics import Severity
from .. import mesh_rules as rules
from ..limits import MAX_TRIANGLES
from ..merge import merge_positions
from ..mesh import Floats, Primitive
from .reading import Reading, RefusedError
from .sniff import STL_HEADER, is_text_stl, stl_count

_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


def read_stl(reading: Reading) -> list[Primitive]:
    """One primitive without normals; those of facets say no more than the corners do."""
    reading.text = is_text_stl(reading.data)
    corners = _text(reading) if reading.text else _binary(reading)
    first, inverse = merge_positions(corners)
    return [Primitive(corners[first], inverse.reshape(-1, 3))]


def _binary(reading: Reading) -> Floats:
    data = reading.data
    if len(data) < STL_HEADER:
        message = f"{len(data)} bytes are too few: a binary STL file begins with {STL_HEADER}"
        raise RefusedError(rules.TRUNCATED, message, at=len(data))
    count = stl_count(data)
    present = (len(data) - STL_HEADER) // _RECORD.itemsize
    if count > present:
        message = f"the file announces {count} triangles, and ends after {present}"
        raise RefusedError(rules.TRUNCATED, message, at=len(data))
    if count > MAX_TRIANGLES:
        message = f"{count} triangles are more than the {MAX_TRIANGLES} accepted"
        raise RefusedError(rules.TOO_LARGE, message, at=80)
    rest = len(data) - STL_HEADER - count * _RECORD.itemsize
    if rest:
        message = f"{rest} bytes follow the {count} triangles that the file announces"
        reading.add(rules.TRAILING, message, at=len(data) - rest)
    records = np.frombuffer(data, _RECORD, count=count, offset=STL_HEADER)
    return np.ascontiguousarray(records["corners"], dtype=np.float32).reshape(-1, 3)


def _text(reading: Reading) -> Floats:
    corners, problem, offset, ended = parse_stl(reading.data)
    if problem:
        cut = offset >= len(reading.data)
        rule = rules.TRUNCATED if cut else rules.UNREADABLE
        raise RefusedError(rule, problem, at=offset)
    if len(corners) > 3 * MAX_TRIANGLES:
        message = f"{len(corners) // 3} triangles are more than the {MAX_TRIANGLES} accepted"
        raise RefusedError(rules.TOO_LARGE, message)
    if not ended:
        message = "'endsolid' is missing: the file may have been cut off"
        reading.add(rules.TRUNCATED, message, at=len(reading.data) - 1, severity=Severity.WARNING)
    return corners
