# SPDX-License-Identifier: GPL-3.0-or-later
"""Materials of descriptions and of mesh files, made in Blender; equal ones once."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import bpy

from fourbar import Material, Report
from fourbar.assets import MeshMaterial, Texture
from fourbar.blender.scene import NAME
from fourbar.blender.surfaces import shown_color
from fourbar.diagnostics import ROBOT

from .read_objects import COLOR, color_of

LOOK = "fourbar_look"
"""Of a material: all that it was made from, so that it is made once."""
_GREY = (0.75, 0.75, 0.75, 1.0)


def described_material(
    material: Material | None, files: Any, report: Report, user: str
) -> bpy.types.Material:
    """The material of a description; light grey where it says nothing."""
    if material is None:
        return _made("fourbar grey", "", MeshMaterial(base_color=shown_color(_GREY), roughness=0.8))
    texture = None
    if material.texture is not None:
        texture = files.texture(material.texture, path=ROBOT)
    color = material.color or ((1.0, 1.0, 1.0, 1.0) if texture else _GREY)
    look = MeshMaterial(material.name, shown_color(color), texture=texture, roughness=0.8)
    return _made(material.name or f"{user} material", material.name, look)


def mesh_material(material: MeshMaterial) -> bpy.types.Material:
    """The material that a mesh file has."""
    return _made(material.name or "material", "", material)


def _made(name: str, own: str, look: MeshMaterial) -> bpy.types.Material:
    key = blake2b(repr((name, own, look)).encode(), digest_size=16)
    key.update(b"" if look.texture is None else look.texture.data)
    wanted = key.hexdigest()
    for known in bpy.data.materials:
        # One that a user has recoloured is that user's; the next import gets its own.
        if known.get(LOOK) == wanted and tuple(known[COLOR]) == color_of(known):
            return known
    made = bpy.data.materials.new(name)
    if bpy.app.version < (5, 0):
        made.use_nodes = True
    shader = made.node_tree.nodes["Principled BSDF"]
    red, green, blue, alpha = look.base_color
    shader.inputs["Base Color"].default_value = (red, green, blue, 1.0)
    shader.inputs["Alpha"].default_value = alpha
    shader.inputs["Roughness"].default_value = look.roughness
    shader.inputs["Metallic"].default_value = look.metallic
    made.diffuse_color = look.base_color
    if look.texture is not None:
        _texture(made, shader, look.texture)
    if any(look.emissive):
        shader.inputs["Emission Color"].default_value = (*look.emissive, 1.0)
        shader.inputs["Emission Strength"].default_value = 1.0
    made[NAME] = own
    made[LOOK] = wanted
    made[COLOR] = color_of(made)
    return made


def _texture(material: bpy.types.Material, shader: Any, texture: Texture) -> None:
    image = _image(texture)
    if image is None:
        return
    node = material.node_tree.nodes.new("ShaderNodeTexImage")
    node.image = image
    node.location = (-320, 300)
    material.node_tree.links.new(node.outputs["Color"], shader.inputs["Base Color"])


def _image(texture: Texture) -> bpy.types.Image | None:
    """An image packed into the file: it stays where the description's folder is gone."""
    digest = blake2b(texture.data, digest_size=16).hexdigest()
    for known in bpy.data.images:
        if known.get(LOOK) == digest:
            return known
    name = texture.name.replace("\\", "/").rpartition("/")[2]
    image = bpy.data.images.new(name, 1, 1)
    image.source = "FILE"
    image.pack(data=texture.data, data_len=len(texture.data))
    image[LOOK] = digest
    return image
