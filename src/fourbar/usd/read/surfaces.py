"""What covers prims: UsdPreviewSurface, and colours of prims themselves."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ...assets.material import MeshMaterial, Texture
from ..library import Library

_MOST_BYTES = 1 << 26


class ReadSurfaces:
    """Materials by prim, each read once."""

    def __init__(self, usd: Library) -> None:
        self._usd = usd
        self._known: dict[object, MeshMaterial | None] = {}

    def of(self, prim: Any) -> MeshMaterial | None:
        """What covers a shape as the description has it; not what is inside an instance."""
        return self.own(prim)

    def own(self, prim: Any) -> MeshMaterial | None:
        """The material that is bound to a prim or above it, or else its own colour."""
        shade = self._usd.UsdShade
        material, _ = shade.MaterialBindingAPI(prim).ComputeBoundMaterial()
        if material:
            key = material.GetPath()
            if key not in self._known:
                self._known[key] = self._read(material)
            return self._known[key]
        shape = self._usd.UsdGeom.Gprim(prim)
        colors = shape.GetDisplayColorAttr().Get() if shape else None
        if colors is None or len(colors) != 1:
            return None
        alphas = shape.GetDisplayOpacityAttr().Get()
        alpha = float(alphas[0]) if alphas is not None and len(alphas) == 1 else 1.0
        r, g, b = (float(c) for c in colors[0])
        return MeshMaterial(f"color_{r:.4g}_{g:.4g}_{b:.4g}", (r, g, b, alpha))

    def _read(self, material: Any) -> MeshMaterial | None:
        name = str(material.GetPrim().GetDisplayName() or material.GetPrim().GetName())
        shader, _, _ = material.ComputeSurfaceSource()
        if not shader or str(shader.GetIdAttr().Get()) != "UsdPreviewSurface":
            return MeshMaterial(name)
        texture, color = None, self._value(shader, "diffuseColor", (0.18, 0.18, 0.18))
        node = self._connected(shader, "diffuseColor")
        if node is not None:
            texture = self._texture(node)
            scale = node.GetInput("scale")
            given = scale.Get() if scale else None
            color = tuple(given)[:3] if given is not None else (1.0, 1.0, 1.0)
        r, g, b = (float(c) for c in color)
        return MeshMaterial(
            name,
            (r, g, b, float(self._value(shader, "opacity", 1.0))),
            texture,
            float(self._value(shader, "metallic", 0.0)),
            float(self._value(shader, "roughness", 0.5)),
        )

    def _value(self, shader: Any, name: str, default: Any) -> Any:
        """An input of a shader, by way of the inputs of its material that it is connected to."""
        given = shader.GetInput(name)
        sources = given.GetValueProducingAttributes() if given else ()
        value = sources[0].Get() if sources else None
        return default if value is None else value

    def _connected(self, shader: Any, name: str) -> Any:
        """The shader of an image that an input takes its values from."""
        given = shader.GetInput(name)
        if not given or not given.HasConnectedSource():
            return None
        source = self._usd.UsdShade.Shader(given.GetConnectedSource()[0].GetPrim())
        return source if source and str(source.GetIdAttr().Get()) == "UsdUVTexture" else None

    def _texture(self, shader: Any) -> Texture | None:
        address = self._value(shader, "file", None)
        if address is None or not address.resolvedPath:
            return None
        ar = import_module("pxr.Ar")
        asset = ar.GetResolver().OpenAsset(ar.ResolvedPath(address.resolvedPath))
        if asset is None or asset.GetSize() > _MOST_BYTES:
            return None
        with asset:
            return Texture(str(address.path), bytes(asset.GetBuffer()))
