"""The files a description names: where they are, and the triangles and images in them.

What needs numpy is imported when it is first used: checking a robot without meshes does not.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .location import How, Located, locate

if TYPE_CHECKING:
    from .hull import Hull, convex_hull
    from .load import load_mesh
    from .mass_properties import MassProperties, measure_mass
    from .material import MeshMaterial, Texture
    from .mesh import Primitive, TriangleMesh
    from .normals import with_normals
    from .primitives import box, capsule, cylinder, sphere
    from .read import read_mesh
    from .textures import Image, prepare_texture

_HOME = {
    "Hull": "hull",
    "Image": "textures",
    "MassProperties": "mass_properties",
    "MeshMaterial": "material",
    "Primitive": "mesh",
    "Texture": "material",
    "TriangleMesh": "mesh",
    "box": "primitives",
    "capsule": "primitives",
    "convex_hull": "hull",
    "cylinder": "primitives",
    "load_mesh": "load",
    "measure_mass": "mass_properties",
    "prepare_texture": "textures",
    "read_mesh": "read",
    "sphere": "primitives",
    "with_normals": "normals",
}

__all__ = [
    "How",
    "Hull",
    "Image",
    "Located",
    "MassProperties",
    "MeshMaterial",
    "Primitive",
    "Texture",
    "TriangleMesh",
    "box",
    "capsule",
    "convex_hull",
    "cylinder",
    "load_mesh",
    "locate",
    "measure_mass",
    "prepare_texture",
    "read_mesh",
    "sphere",
    "with_normals",
]


def __getattr__(name: str) -> Any:
    module = _HOME.get(name)
    if module is None:
        raise AttributeError(f"module 'fourbar.assets' has no attribute {name!r}")
    value = getattr(import_module(f".{module}", __name__), name)
    globals()[name] = value
    return value
