# SPDX-License-Identifier: GPL-3.0-or-later
"""Objects of Blender as plain values."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import bpy
import numpy as np
from mathutils import Matrix

from fourbar.blender.scene import (
    CONTROL,
    KIND,
    NAME,
    SETTINGS,
    Matrix4,
    ObjectLink,
    SceneMaterial,
    SceneObject,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

DIGEST = "fourbar_digest"
"""Of a mesh: what it was when it was imported."""
COLOR = "fourbar_color"
"""Of a material: the colour that it was imported with."""

_IDENTITY = Matrix.Identity(4)


def read_object(
    obj: bpy.types.Object, *, known: bool = False, digests: dict[int, str] | None = None
) -> SceneObject:
    """An object with all that a robot is made of.

    With `known`, its mesh is what it was when it was last looked at or changed by hand: panels are
    drawn too often to look again. `digests` are those of the meshes that were looked at just now.
    """
    kind = str(obj.get(KIND, ""))
    if not kind and obj.type == "MESH":
        kind = "mesh"
    euler = obj.rotation_mode == "XYZ"
    return SceneObject(
        obj.name,
        kind,
        None if obj.parent is None else obj.parent.name,
        tuple(obj.location),
        tuple(obj.rotation_euler),
        tuple(obj.scale),
        euler and _is_plain(obj),
        _rows(obj.matrix_local),
        _rows(obj.matrix_world),
        {key: _value(value) for key, value in obj.items()} | _devices(obj, kind),
        obj.type == "MESH" and is_edited(obj, known=known, digests=digests),
        _material(obj),
    )


def _devices(obj: bpy.types.Object, kind: str) -> dict[str, Any]:
    """What the panels for sensors and ros2_control have been filled with."""
    found = getattr(obj, "fourbar", None)
    if found is None or not found.is_filled:
        return {}
    if kind == "robot":
        return {CONTROL: [_plain(block) for block in found.control]}
    return {SETTINGS: {row.name: row.value for row in found.settings}}


def _plain(group: bpy.types.PropertyGroup) -> dict[str, Any]:
    """A group of properties, and those within it, as plain values."""
    names = {prop.identifier for prop in group.bl_rna.properties} - {"rna_type"}
    values = {name: getattr(group, name) for name in names}
    return {
        name: value if isinstance(value, str | int) else [_plain(item) for item in value]
        for name, value in values.items()
    }


def _is_plain(obj: bpy.types.Object) -> bool:
    deltas = (*obj.delta_location, *obj.delta_rotation_euler)
    return obj.matrix_parent_inverse == _IDENTITY and not any(deltas)


def _rows(matrix: Matrix) -> Matrix4:
    return tuple((row[0], row[1], row[2], row[3]) for row in matrix)


def _value(value: Any) -> Any:
    if isinstance(value, bpy.types.ID):
        return ObjectLink(value.name)
    if hasattr(value, "to_list"):
        return tuple(value.to_list())
    return value


def is_edited(
    obj: bpy.types.Object, *, known: bool = False, digests: dict[int, str] | None = None
) -> bool:
    """Whether an object shows another mesh than the one that it was imported with."""
    made = obj.data.get(DIGEST)
    if made is None or obj.modifiers:
        return True
    number = obj.data.session_uid
    if number not in (_digests if known else digests or ()):
        _digests[number] = mesh_digest(obj.data)
        if digests is not None:
            digests[number] = _digests[number]
    return made != _digests[number]


_digests: dict[int, str] = {}


def forget_digest(mesh: bpy.types.Mesh) -> None:
    """Look at a mesh again the next time: it was changed."""
    _digests.pop(mesh.session_uid, None)


def forget_digests() -> None:
    """Look at all meshes again."""
    _digests.clear()


def mesh_digest(mesh: bpy.types.Mesh) -> str:
    """What a mesh is: its vertices, and which of them its faces use."""
    points = np.empty(3 * len(mesh.vertices), np.float32)
    corners = np.empty(len(mesh.loops), np.int32)
    position, corner = mesh.attributes.get("position"), mesh.attributes.get(".corner_vert")
    if position is None or corner is None or mesh.is_editmode:
        # One by one, as attributes have nothing to read while a mesh is edited.
        mesh.vertices.foreach_get("co", points)
        mesh.loops.foreach_get("vertex_index", corners)
    else:
        position.data.foreach_get("vector", points)
        corner.data.foreach_get("value", corners)
    return digest_of(points, corners)


def digest_of(points: NDArray[np.float32], corners: NDArray[np.int32]) -> str:
    """What a mesh of these vertices and corners is."""
    digest = blake2b(np.ascontiguousarray(points, np.float32).data, digest_size=16)
    digest.update(np.ascontiguousarray(corners, np.int32).data)
    return digest.hexdigest()


def first_material(obj: bpy.types.Object) -> bpy.types.Material | None:
    """The material that a description can name: the object's own before those of its mesh."""
    slots = obj.material_slots if obj.type == "MESH" else ()
    own = next((s.material for s in slots if s.link == "OBJECT" and s.material), None)
    return own or next((s.material for s in slots if s.material), None)


def _material(obj: bpy.types.Object) -> SceneMaterial | None:
    found = first_material(obj)
    if found is None:
        return None
    made = found.get(COLOR)
    return SceneMaterial(
        found.name,
        str(found.get(NAME, "")),
        color_of(found),
        None if made is None else tuple(made),
    )


def color_of(material: bpy.types.Material) -> tuple[float, float, float, float]:
    """The linear base colour of a material."""
    shader = material.node_tree.nodes.get("Principled BSDF") if material.node_tree else None
    if shader is None:
        return tuple(material.diffuse_color)
    red, green, blue, _ = shader.inputs["Base Color"].default_value
    return red, green, blue, shader.inputs["Alpha"].default_value
