"""The last look at what a reader made: only sound numbers leave."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from . import mesh_rules as rules
from .mesh import Floats, Primitive, TriangleMesh, unit_vectors
from .readers.reading import Reading


def tidy(primitives: list[Primitive], reading: Reading) -> TriangleMesh | None:
    """A mesh whose positions are finite, indices in range and normals of unit length.

    Triangles that name missing or NaN vertices are left out and reported. None if none is left.
    """
    sound = [p for each in primitives if (p := _tidy(each, reading)) is not None]
    if not sound:
        if not reading.failed:
            reading.add(rules.EMPTY, "the file has no triangles")
        return None
    return TriangleMesh(tuple(sound))


def _tidy(primitive: Primitive, reading: Reading) -> Primitive | None:
    triangles = primitive.triangles
    count = len(primitive.positions)
    total = len(triangles)
    if total and int(triangles.max()) >= count:
        triangles = triangles[(triangles < count).all(axis=1)]
        message = f"{total - len(triangles)} of {total} triangles name vertices beyond the {count}"
        reading.add(rules.INDEX, f"{message} there are; they are left out")
    positions = primitive.positions
    if not np.isfinite(positions).all():
        finite: NDArray[np.bool_] = np.all(np.isfinite(positions), axis=1)
        whole: NDArray[np.bool_] = np.all(finite[triangles], axis=1)
        bad = count - int(finite.sum())
        message = f"{bad} of {count} vertices are NaN or infinite"
        dropped = len(triangles) - int(whole.sum())
        reading.add(rules.NOT_FINITE, f"{message}; {dropped} triangles are left out")
        triangles = triangles[whole]
        positions = np.where(finite[:, None], positions, np.float32(0.0))
    if len(triangles) == 0:
        return None
    texcoords = primitive.texcoords
    if texcoords is not None and not np.isfinite(texcoords).all():
        reading.add(rules.ATTRIBUTE, "texture coordinates are NaN or infinite; none is used")
        texcoords = None
    return replace(
        primitive,
        positions=positions,
        triangles=triangles,
        normals=_normals(primitive, reading),
        texcoords=texcoords,
    )


def _normals(primitive: Primitive, reading: Reading) -> Floats | None:
    if primitive.normals is None:
        return None
    normals, good = unit_vectors(primitive.normals)
    if good.all():
        return normals
    bad = len(good) - int(good.sum())
    message = f"{bad} of {len(good)} normals have no direction; all are made anew"
    reading.add(rules.NORMALS, message)
    return None
