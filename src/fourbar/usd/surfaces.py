"""Colours and images as UsdPreviewSurface."""

from __future__ import annotations

from typing import Any

from ..assets import prepare_texture
from ..assets.material import MeshMaterial, Texture
from ..diagnostics import Report
from ..transfer.naming import Names, file_stem
from .bodies import identifier
from .layer import Layer


class Surfaces:
    """Materials of a layer, each once; `files` are the images beside it."""

    def __init__(self, layer: Layer, *, folder: str, size: int | None, report: Report) -> None:
        self.files: dict[str, bytes] = {}
        self._layer = layer
        self._folder = folder
        self._size = size
        self._report = report
        self._known: dict[tuple[str, MeshMaterial], str] = {}
        self._names: dict[str, Names] = {}
        self._images: dict[bytes, str | None] = {}
        self._file_names = Names(accept=str.lower)

    def of(self, scope: str, surface: MeshMaterial) -> str:
        """The path of the material below a scope."""
        key = (scope, surface)
        if key not in self._known:
            self._known[key] = self._define(scope, surface)
        return self._known[key]

    def bind(self, prim: Any, material: str) -> None:
        """Cover a prim, and all below it, with a material."""
        self._layer.apply(prim, "MaterialBindingAPI")
        self._layer.relate(prim, "material:binding", [material])

    def _define(self, scope: str, surface: MeshMaterial) -> str:
        layer, Gf = self._layer, self._layer.usd.Gf
        if scope not in self._names:
            self._names[scope] = Names(accept=identifier)
            layer.define(scope, "Scope")
        name = self._names[scope].give(surface.name or "material")
        path = f"{scope}/{name}"
        image = None if surface.texture is None else self._image(surface.texture)
        material = layer.define(path, "Material")
        layer.declare(material, "outputs:surface", "Token", f"{path}/surface.outputs:surface")
        shader = layer.define(f"{path}/surface", "Shader")
        layer.set(shader, "info:id", "Token", "UsdPreviewSurface", uniform=True)
        if image is None:
            color = Gf.Vec3f(*surface.base_color[:3])
            layer.set(shader, "inputs:diffuseColor", "Color3f", color)
        else:
            layer.declare(shader, "inputs:diffuseColor", "Color3f", f"{path}/image.outputs:rgb")
            self._texture(path, image, surface)
        layer.set(shader, "inputs:opacity", "Float", surface.base_color[3])
        layer.set(shader, "inputs:metallic", "Float", surface.metallic)
        layer.set(shader, "inputs:roughness", "Float", surface.roughness)
        if any(surface.emissive):
            layer.set(shader, "inputs:emissiveColor", "Color3f", Gf.Vec3f(*surface.emissive))
        layer.declare(shader, "outputs:surface", "Token")
        return path

    def _texture(self, path: str, image: str, surface: MeshMaterial) -> None:
        """An image times the colour; its rows begin at the bottom in USD."""
        layer, usd = self._layer, self._layer.usd
        reader = layer.define(f"{path}/st", "Shader")
        layer.set(reader, "info:id", "Token", "UsdPrimvarReader_float2", uniform=True)
        layer.set(reader, "inputs:varname", "String", "st")
        layer.declare(reader, "outputs:result", "Float2")
        texture = layer.define(f"{path}/image", "Shader")
        layer.set(texture, "info:id", "Token", "UsdUVTexture", uniform=True)
        layer.set(texture, "inputs:file", "Asset", usd.Sdf.AssetPath(image))
        layer.set(texture, "inputs:sourceColorSpace", "Token", "sRGB")
        for side in ("wrapS", "wrapT"):
            layer.set(texture, f"inputs:{side}", "Token", "repeat")
        layer.set(texture, "inputs:scale", "Float4", usd.Gf.Vec4f(*surface.base_color))
        layer.declare(texture, "inputs:st", "Float2", f"{path}/st.outputs:result")
        layer.declare(texture, "outputs:rgb", "Float3")

    def _image(self, texture: Texture) -> str | None:
        if texture.data not in self._images:
            image = prepare_texture(texture, report=self._report, max_size=self._size, png=True)
            path = None
            if image is not None:
                stem = file_stem(texture.name.replace("\\", "/").rpartition("/")[2])
                stem = stem.rpartition(".")[0] or stem
                path = f"{self._folder}/{self._file_names.give(stem)}.png"
                self.files[path] = image.data
            self._images[texture.data] = None if path is None else f"./{path}"
        return self._images[texture.data]
