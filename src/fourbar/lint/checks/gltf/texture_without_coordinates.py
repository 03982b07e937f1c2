"""The check of E753 texture-without-coordinates."""

from __future__ import annotations

from .... import rules
from ....robot import Mesh
from ...rule import Context, Diagnostic, Findings, PartPath


def check(context: Context) -> Findings:
    """Look for coordinates in the meshes of visuals, as a conversion to glTF needs them."""
    seen: set[str] = set()
    for link in context.robot.links:
        for number, visual in enumerate(link.visuals):
            if not isinstance(visual.geometry, Mesh):
                continue
            body = context.assets.body(visual.geometry.filename)
            if body is None:
                continue
            path = PartPath("link", link.name).item("visual", number)
            material = context.robot.material_of(visual)
            texture = None if material is None else material.texture
            if texture and body.is_bare:
                yield _finding(context, texture, path / "material" / "texture" / "filename")
            if body.unmapped and visual.geometry.filename not in seen:
                seen.add(visual.geometry.filename)
                yield _finding(context, body.unmapped, path)


def _finding(context: Context, texture: str, path: PartPath) -> Diagnostic:
    message = f"the shape has no texture coordinates for '{texture}'; only its colour is used"
    return context.find(rules.gltf.TEXTURE_WITHOUT_COORDINATES, path, message)
