"""Formats that only trimesh reads (OFF, 3MF, 3DXML, ...): an optional extra."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from ... import rules
from ...diagnostics import did_you_mean
from ..limits import MAX_TRIANGLES
from ..mesh import Primitive, transform
from .reading import MeshReading, RefusedError

_OWN = ("stl", "obj", "dae", "ply", "glb", "gltf")
_WAY_OUT = "Convert it to STL, OBJ, COLLADA, PLY or glTF."


def read_other(reading: MeshReading, extension: str) -> list[Primitive]:
    """Whatever trimesh makes of the file, positions and triangles only."""
    named = f"'.{extension}'" if extension else "a file without an extension"
    try:
        import trimesh
    except ImportError:
        hint = did_you_mean(extension, _OWN)
        message = f"{named} is not a supported format{hint}"
        notes = (_WAY_OUT, "Or install trimesh, which may read it: pip install trimesh")
        reading.add(rules.assets.MESH_FORMAT, message, notes=notes)
        return []
    library: Any = trimesh
    if extension not in library.available_formats():
        hint = did_you_mean(extension, _OWN)
        message = f"neither fourbar nor trimesh can read {named}{hint}"
        reading.add(rules.assets.MESH_FORMAT, message, notes=(_WAY_OUT,))
        return []
    try:
        scene = library.load_scene(io.BytesIO(reading.data), file_type=extension)
        return [_primitive(scene, node) for node in sorted(scene.graph.nodes_geometry)]
    except RefusedError:
        raise
    except Exception as error:  # any error of a library that was given any bytes
        message = f"trimesh cannot read the file: {type(error).__name__}: {str(error)[:200]}"
        raise RefusedError(rules.assets.MESH_UNREADABLE, message) from None


@np.errstate(all="ignore")  # what is not finite is looked for in the result
def _primitive(scene: Any, node: str) -> Primitive:
    T, name = scene.graph[node]
    geometry = scene.geometry[name]
    triangles = np.asarray(getattr(geometry, "faces", np.empty((0, 3))), np.uint32)
    if len(triangles) > MAX_TRIANGLES:
        message = f"the mesh has {len(triangles):,} triangles; the limit is {MAX_TRIANGLES:,}"
        raise RefusedError(rules.assets.MESH_TOO_LARGE, message)
    positions = np.asarray(geometry.vertices, np.float32)
    primitive = Primitive.from_arrays(positions, triangles.reshape(-1, 3), name=str(name))
    return transform(primitive, T)
