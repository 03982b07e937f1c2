"""The materials of a glTF file."""

from __future__ import annotations

from ... import rules
from ...gltf_file.buffers import Buffers, Object, held, numbers
from ...gltf_file.error import GltfFileError
from ..material import AlphaMode, MeshMaterial, Texture
from .reading import MeshReading


class GltfMaterials:
    """Materials by number, each read once. A malformed one is reported and left out."""

    def __init__(self, reading: MeshReading, buffers: Buffers) -> None:
        self._reading = reading
        self._buffers = buffers
        self._found: dict[object, MeshMaterial | None] = {}

    def find(self, index: object) -> MeshMaterial | None:
        """`materials[index]`; None where the file has none."""
        if index is None:
            return None
        if type(index) is not int or index not in self._found:
            try:
                found = self._read(self._buffers.item("materials", index, "a primitive"), index)
            except GltfFileError as error:
                self._reading.add(rules.assets.MATERIAL_VALUE, error.message)
                found = None
            if type(index) is not int:
                return found
            self._found[index] = found
        return self._found[index]

    def _read(self, material: Object, index: object) -> MeshMaterial:
        where = f"/materials/{index}"
        pbr = held(material, "pbrMetallicRoughness")
        color = _fractions(pbr, "baseColorFactor", where, (1.0, 1.0, 1.0, 1.0))
        glow = _fractions(material, "emissiveFactor", where, (0.0, 0.0, 0.0))
        mode = material.get("alphaMode")
        alpha_mode: AlphaMode = mode if mode in ("MASK", "BLEND") else "OPAQUE"
        name = material.get("name")
        return MeshMaterial(
            name=name if isinstance(name, str) else "",
            base_color=(color[0], color[1], color[2], color[3]),
            texture=self._texture(held(pbr, "baseColorTexture"), where),
            metallic=_fraction(pbr, "metallicFactor", where, 1.0),
            roughness=_fraction(pbr, "roughnessFactor", where, 1.0),
            emissive=(glow[0], glow[1], glow[2]),
            alpha_mode=alpha_mode,
            alpha_cutoff=_fraction(material, "alphaCutoff", where, 0.5),
            double_sided=material.get("doubleSided") is True,
        )

    def _texture(self, info: Object, where: str) -> Texture | None:
        if not info:
            return None
        if info.get("texCoord", 0) != 0:
            message = f"{where} uses a second set of texture coordinates; the texture is left out"
            self._reading.add(rules.assets.MESH_FEATURE_DROPPED, message)
            return None
        texture = self._buffers.item("textures", info.get("index"), where)
        source = texture.get("source")
        if source is None:
            message = f"{where} has a texture without a PNG or JPEG image"
            self._reading.add(rules.assets.TEXTURE_FORMAT, message)
            return None
        return self._image(source, where)

    def _image(self, index: object, where: str) -> Texture | None:
        image = self._buffers.item("images", index, where)
        written, uri = image.get("name"), image.get("uri")
        name = written if isinstance(written, str) and written else f"image {index}"
        if image.get("bufferView") is not None:
            data, _ = self._buffers.view(image["bufferView"], f"/images/{index}")
            return Texture(name, bytes(data))
        if isinstance(uri, str):
            if not uri.startswith("data:"):
                return self._reading.texture(uri)
            data = self._buffers.fetch(uri)
            if data is not None:
                return Texture(name, data)
        self._reading.add(rules.assets.TEXTURE_MISSING, f"/images/{index} has no image data")
        return None


def _fractions(holder: Object, key: str, where: str, default: tuple[float, ...]) -> list[float]:
    values = numbers(holder, key, len(default), where) or list(default)
    return [min(max(v, 0.0), 1.0) for v in values]


def _fraction(holder: Object, key: str, where: str, default: float) -> float:
    wrapped = {key: [holder[key]]} if key in holder else {}
    return _fractions(wrapped, key, where, (default,))[0]
