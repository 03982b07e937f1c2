"""Triangles as the arrays that Blender fills a mesh from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..assets.mesh import Primitive, TriangleMesh
from ..assets.primitives import box, capsule, cylinder, sphere
from ..diagnostics import Report
from .plan import MeshUse

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..assets.material import MeshMaterial
    from ..assets.mesh_source import MeshSource


class MeshArrays(NamedTuple):
    """One mesh: vertices, triangles, and per triangle the number of its material.

    `normals` are per vertex, `texcoords` per vertex with the origin at the lower left, as in
    Blender; None where there are none. `materials` are None where a file says nothing.
    """

    positions: NDArray[np.float32]
    triangles: NDArray[np.int32]
    normals: NDArray[np.float32] | None
    texcoords: NDArray[np.float32] | None
    material_numbers: NDArray[np.int32]
    materials: tuple[MeshMaterial | None, ...]


def read_arrays(use: MeshUse, files: MeshSource, report: Report) -> MeshArrays | None:
    """The arrays of a mesh of the plan; None, with the reason in the report, without any."""
    if use.shape in _PRIMITIVES:
        return primitive_arrays(use)
    assert use.path is not None
    mesh = files.read(use.content, name=use.filename, path=use.path, report=report)
    return None if mesh is None else arrays_of(mesh, seen=use.seen)


def primitive_arrays(use: MeshUse) -> MeshArrays:
    """The arrays of a box, cylinder, sphere or capsule."""
    made = arrays_of(TriangleMesh((_PRIMITIVES[use.shape](use.size),)), seen=use.seen)
    assert made is not None
    return made


_PRIMITIVES: dict[str, Callable[[tuple[float, ...]], Primitive]] = {
    "box": lambda _: box((1.0, 1.0, 1.0)),
    "cylinder": lambda _: cylinder(1.0, 1.0),
    "sphere": lambda _: sphere(1.0),
    "capsule": lambda size: capsule(size[0], size[1]),
}


def arrays_of(mesh: TriangleMesh, *, seen: bool) -> MeshArrays | None:
    """Primitives joined, each with its own material; what nobody sees needs no normals."""
    if seen:
        from ..assets.normals import with_normals

        mesh = with_normals(mesh)
    else:
        mesh = TriangleMesh((mesh.joined(),))
    parts = [p for p in mesh.primitives if p.data.count]
    if not parts:
        return None
    counts = np.cumsum([0, *(p.data.vertex_count for p in parts)])
    triangles = np.concatenate(
        [p.triangles.astype(np.int32) + int(first) for p, first in zip(parts, counts, strict=False)]
    )
    numbers = np.repeat(np.arange(len(parts), dtype=np.int32), [p.data.count for p in parts])
    # Faces that use a vertex twice have no area, and make Blender read beyond its arrays.
    whole = (triangles != np.roll(triangles, 1, axis=1)).all(axis=1)
    if not whole.all():
        triangles, numbers = triangles[whole], numbers[whole]
        if not len(triangles):
            return None
    normals = [p.normals for p in parts if p.normals is not None]
    coordinates = [
        np.zeros((p.data.vertex_count, 2), np.float32) if p.texcoords is None else p.texcoords
        for p in parts
    ]
    texcoords = None
    if seen and any(p.texcoords is not None for p in parts):
        # Blender's images begin below, glTF's above.
        texcoords = np.concatenate(coordinates)
        texcoords[:, 1] = 1.0 - texcoords[:, 1]
    return MeshArrays(
        np.ascontiguousarray(np.concatenate([p.positions for p in parts])),
        np.ascontiguousarray(triangles),
        np.concatenate(normals) if seen and len(normals) == len(parts) else None,
        texcoords,
        numbers,
        tuple(p.material for p in parts),
    )
