"""MaterialWriter, textures and images of a file, each distinct one once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ...gltf_file.buffer_writer import BufferWriter

if TYPE_CHECKING:
    from ...assets import MeshMaterial, Texture
    from ...diagnostics import Report
    from ...robot import Rgba

Record = dict[str, Any]

DEFAULT_COLOR: Rgba = (0.75, 0.75, 0.75, 1.0)
"""Of a surface that nothing is said about (sRGB): light grey, as most robots are shown."""
ROUGHNESS = 0.8
"""Of a surface that only has a colour."""

_REPEAT = 10497
_LINEAR, _LINEAR_MIPMAP = 9729, 9987


class MaterialWriter:
    """Collects what glTF calls materials, textures, images and samplers."""

    def __init__(
        self, buffer: BufferWriter, report: Report, texture_size: int | None = None
    ) -> None:
        self.materials: list[Record] = []
        self.textures: list[Record] = []
        self.images: list[Record] = []
        self.samplers: list[Record] = []
        self._buffer = buffer
        self._report = report
        self._texture_size = texture_size
        self._known: dict[str, int] = {}
        self._textures: dict[bytes, int | None] = {}

    def add_color(
        self, color: Rgba | None, *, name: str = "", texture: Texture | None = None
    ) -> int:
        """A material of a description: an sRGB colour, an image, or both."""
        from ...assets import MeshMaterial
        from ...assets.srgb import linear_rgba

        if color is None:
            color = DEFAULT_COLOR if texture is None else (1.0, 1.0, 1.0, 1.0)
        base = linear_rgba(color)
        alpha = "BLEND" if base[3] < 1.0 else "OPAQUE"
        surface = MeshMaterial(name, base, texture=texture, roughness=ROUGHNESS, alpha_mode=alpha)
        return self.add(surface)

    def add(self, surface: MeshMaterial) -> int:
        """The number of a material that looks so."""
        pbr: Record = {
            "baseColorFactor": [float(c) for c in surface.base_color],
            "metallicFactor": float(surface.metallic),
            "roughnessFactor": float(surface.roughness),
        }
        texture = None if surface.texture is None else self._texture(surface.texture)
        if texture is not None:
            pbr["baseColorTexture"] = {"index": texture}
        record: Record = {"name": surface.name} if surface.name else {}
        record["pbrMetallicRoughness"] = pbr
        if any(surface.emissive):
            record["emissiveFactor"] = [float(c) for c in surface.emissive]
        if surface.alpha_mode != "OPAQUE":
            record["alphaMode"] = surface.alpha_mode
        if surface.alpha_mode == "MASK":
            record["alphaCutoff"] = float(surface.alpha_cutoff)
        if surface.double_sided:
            record["doubleSided"] = True
        key = json.dumps(record, sort_keys=True)
        if key not in self._known:
            self._known[key] = len(self.materials)
            self.materials.append(record)
        return self._known[key]

    def has_texture(self, material: int) -> bool:
        """Whether a material needs texture coordinates."""
        return "baseColorTexture" in self.materials[material]["pbrMetallicRoughness"]

    def _texture(self, texture: Texture) -> int | None:
        """The number of the texture, or None where its image cannot be used."""
        from ...assets import prepare_texture

        key = texture.data
        if key not in self._textures:
            image = prepare_texture(texture, report=self._report, max_size=self._texture_size)
            if image is None:
                self._textures[key] = None
            else:
                if not self.samplers:
                    sampler = {"magFilter": _LINEAR, "minFilter": _LINEAR_MIPMAP}
                    self.samplers.append({**sampler, "wrapS": _REPEAT, "wrapT": _REPEAT})
                name = image.name.replace("\\", "/").rpartition("/")[2]
                view = self._buffer.add_view(image.data)
                record = {"name": name, "bufferView": view, "mimeType": image.media_type}
                self.images.append(record)
                self._textures[key] = len(self.textures)
                self.textures.append({"sampler": 0, "source": len(self.images) - 1})
        return self._textures[key]
