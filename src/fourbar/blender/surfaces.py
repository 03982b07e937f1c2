"""Colours between descriptions (sRGB) and Blender (linear)."""

from __future__ import annotations

from collections.abc import Iterable

from ..assets.srgb import linear_rgba, srgb_channel
from ..record import replace
from ..robot import Material, Rgba
from . import scene
from .scene import ObjectLink, SceneMaterial, SceneObject


def shown_color(color: Rgba) -> Rgba:
    """The linear colour that Blender is given for one of a description."""
    red, green, blue, alpha = linear_rgba(color)
    return red, green, blue, alpha


def described_color(color: Rgba) -> Rgba:
    """The sRGB colour of a description for a linear one; four digits are more than eyes have."""
    red, green, blue = (round(srgb_channel(c), 4) + 0.0 for c in color[:3])
    return red, green, blue, round(color[3], 4) + 0.0


def is_recoloured(material: SceneMaterial) -> bool:
    """Whether a user gave an imported material another colour."""
    return material.made is not None and material.made != material.color


def material_of(obj: SceneObject, before: Material | None) -> Material | None:
    """The material of a visual: the imported one, recoloured, or a user's own."""
    found = obj.material
    given = obj.properties.get(scene.MATERIAL)
    if found is None or (isinstance(given, ObjectLink) and found.name == given.name):
        if before is None or found is None or before.color is None or not is_recoloured(found):
            return before
        return replace(before, color=described_color(found.color))
    name = found.description_name or found.name
    return Material(name, described_color(found.color))


def with_colors(
    materials: Iterable[Material], objects: Iterable[SceneObject]
) -> tuple[Material, ...]:
    """The robot's own materials, in the colours that a user gave them."""
    changed = {
        obj.material.description_name: described_color(obj.material.color)
        for obj in objects
        if obj.material is not None and is_recoloured(obj.material)
    }
    return tuple(
        replace(m, color=changed[m.name]) if m.name in changed and m.color is not None else m
        for m in materials
    )
