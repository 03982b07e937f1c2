"""Colours and images as UsdPreviewSurface."""

from __future__ import annotations

from typing import Any

from ..assets import prepare_texture
from ..assets.material import MeshMaterial, Texture
from ..diagnostics import Report
from ..transfer.naming import Names, file_stem
from .bodies import identifier
from .library import Library


class Surfaces:
    """Materials of a stage, each once; `files` are the images beside it."""

    def __init__(
        self, usd: Library, stage: Any, *, folder: str, size: int | None, report: Report
    ) -> None:
        self.files: dict[str, bytes] = {}
        self._usd = usd
        self._stage = stage
        self._folder = folder
        self._size = size
        self._report = report
        self._known: dict[tuple[str, MeshMaterial], Any] = {}
        self._names: dict[str, Names] = {}
        self._images: dict[bytes, str | None] = {}
        self._file_names = Names(accept=str.lower)

    def of(self, scope: str, surface: MeshMaterial) -> Any:
        """The material below a scope."""
        key = (scope, surface)
        if key not in self._known:
            self._known[key] = self._define(scope, surface)
        return self._known[key]

    def bind(self, prim: Any, material: Any) -> None:
        """Cover a prim, and all below it, with a material."""
        self._usd.UsdShade.MaterialBindingAPI.Apply(prim).Bind(material)

    def _define(self, scope: str, surface: MeshMaterial) -> Any:
        usd, kinds = self._usd, self._usd.Sdf.ValueTypeNames
        if scope not in self._names:
            self._names[scope] = Names(accept=identifier)
            usd.UsdGeom.Scope.Define(self._stage, scope)
        name = self._names[scope].give(surface.name or "material")
        path = f"{scope}/{name}"
        material = usd.UsdShade.Material.Define(self._stage, path)
        shader = usd.UsdShade.Shader.Define(self._stage, f"{path}/surface")
        shader.CreateIdAttr("UsdPreviewSurface")
        color = usd.Gf.Vec3f(*surface.base_color[:3])
        image = None if surface.texture is None else self._image(surface.texture)
        diffuse = shader.CreateInput("diffuseColor", kinds.Color3f)
        if image is None:
            diffuse.Set(color)
        else:
            texture = self._texture(path, image, surface)
            diffuse.ConnectToSource(texture.ConnectableAPI(), "rgb")
        shader.CreateInput("opacity", kinds.Float).Set(surface.base_color[3])
        shader.CreateInput("metallic", kinds.Float).Set(surface.metallic)
        shader.CreateInput("roughness", kinds.Float).Set(surface.roughness)
        if any(surface.emissive):
            glow = shader.CreateInput("emissiveColor", kinds.Color3f)
            glow.Set(usd.Gf.Vec3f(*surface.emissive))
        material.CreateSurfaceOutput().ConnectToSource(shader.ConnectableAPI(), "surface")
        return material

    def _texture(self, path: str, image: str, surface: MeshMaterial) -> Any:
        """An image times the colour; its rows begin at the bottom in USD."""
        usd, kinds = self._usd, self._usd.Sdf.ValueTypeNames
        reader = usd.UsdShade.Shader.Define(self._stage, f"{path}/st")
        reader.CreateIdAttr("UsdPrimvarReader_float2")
        reader.CreateInput("varname", kinds.String).Set("st")
        output = reader.CreateOutput("result", kinds.Float2)
        texture = usd.UsdShade.Shader.Define(self._stage, f"{path}/image")
        texture.CreateIdAttr("UsdUVTexture")
        texture.CreateInput("file", kinds.Asset).Set(usd.Sdf.AssetPath(image))
        texture.CreateInput("sourceColorSpace", kinds.Token).Set("sRGB")
        for side in ("wrapS", "wrapT"):
            texture.CreateInput(side, kinds.Token).Set("repeat")
        texture.CreateInput("scale", kinds.Float4).Set(usd.Gf.Vec4f(*surface.base_color))
        texture.CreateInput("st", kinds.Float2).ConnectToSource(output)
        texture.CreateOutput("rgb", kinds.Float3)
        return texture

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
