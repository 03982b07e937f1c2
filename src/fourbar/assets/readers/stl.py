"""STL, binary and as text."""

from __future__ import annotations

from ... import rules
from ..._native import Triangles, parse_stl
from ..._native import read_stl as read_binary
from ...diagnostics import Severity
from ..limits import MAX_TRIANGLES
from ..mesh import Primitive
from .reading import MeshReading, RefusedError
from .sniff import STL_HEADER, STL_RECORD, is_text_stl, stl_count


def read_stl(reading: MeshReading) -> list[Primitive]:
    """One primitive without normals; those of facets say no more than the corners do."""
    reading.text = is_text_stl(reading.data)
    return [Primitive(_text(reading) if reading.text else _binary(reading))]


def _binary(reading: MeshReading) -> Triangles:
    data = reading.data
    if len(data) < STL_HEADER:
        message = f"a binary STL file must have at least {STL_HEADER} bytes, got {len(data)}"
        raise RefusedError(rules.assets.MESH_TRUNCATED, message, at=len(data))
    count = stl_count(data)
    present = (len(data) - STL_HEADER) // STL_RECORD
    if count > present:
        message = f"the header declares {count} triangles, but the file ends after {present}"
        raise RefusedError(rules.assets.MESH_TRUNCATED, message, at=len(data))
    if count > MAX_TRIANGLES:
        message = f"the file has {count:,} triangles; the limit is {MAX_TRIANGLES:,}"
        raise RefusedError(rules.assets.MESH_TOO_LARGE, message, at=80)
    rest = len(data) - STL_HEADER - count * STL_RECORD
    if rest:
        message = f"{rest} bytes follow the {count} triangles declared in the header"
        reading.add(rules.assets.MESH_TRAILING_DATA, message, at=len(data) - rest)
    return read_binary(data, STL_HEADER, count)


def _text(reading: MeshReading) -> Triangles:
    triangles, problem, offset, ended = parse_stl(reading.data)
    if problem:
        cut = offset >= len(reading.data)
        rule = rules.assets.MESH_TRUNCATED if cut else rules.assets.MESH_UNREADABLE
        raise RefusedError(rule, problem, at=offset)
    if triangles.count > MAX_TRIANGLES:
        message = f"the file has {triangles.count:,} triangles; the limit is {MAX_TRIANGLES:,}"
        raise RefusedError(rules.assets.MESH_TOO_LARGE, message)
    if not ended:
        message = "'endsolid' is missing; the file may be truncated"
        reading.add(
            rules.assets.MESH_TRUNCATED,
            message,
            at=len(reading.data) - 1,
            severity=Severity.WARNING,
        )
    return triangles
