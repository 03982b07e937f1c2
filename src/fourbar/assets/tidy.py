"""The last look at what a reader made: only sound numbers leave."""

from __future__ import annotations

from .. import rules
from ..record import replace
from .mesh import Primitive, TriangleMesh
from .readers.reading import MeshReading


def tidy(primitives: list[Primitive], reading: MeshReading) -> TriangleMesh | None:
    """A mesh whose positions are finite, indices in range and normals of unit length.

    Triangles that name missing or NaN vertices are left out and reported. None if none is left.
    """
    sound = [p for each in primitives if (p := _tidy(each, reading)) is not None]
    if not sound:
        if not reading.failed:
            reading.add(rules.assets.MESH_EMPTY, "the file has no triangles")
        return None
    return TriangleMesh(tuple(sound))


def _tidy(primitive: Primitive, reading: MeshReading) -> Primitive | None:
    before = primitive.data
    count, total = before.vertex_count, before.count
    data, beyond, not_finite, broken, texcoords_dropped, directionless = before.tidy()
    if beyond:
        message = f"{beyond} of {total} triangles have out-of-range indices: the mesh has {count}"
        reading.add(rules.assets.MESH_INDEX, f"{message} vertices; these triangles are left out")
    if not_finite:
        message = f"{not_finite} of {count} vertices are NaN or infinite"
        reading.add(rules.assets.MESH_NOT_FINITE, f"{message}; {broken} triangles are left out")
    if data.count == 0:
        return None
    if texcoords_dropped:
        reading.add(
            rules.assets.MESH_ATTRIBUTE,
            "some texture coordinates are NaN or infinite; all are ignored",
        )
    if directionless:
        message = f"{directionless} of {count} normals have no direction; all are recomputed"
        reading.add(rules.assets.MESH_NORMALS, message)
    return replace(primitive, data=data)
