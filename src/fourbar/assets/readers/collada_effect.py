"""The materials of a COLLADA file: from a material over its effect to colours and images."""

from __future__ import annotations

from math import isfinite

from ... import rules
from ..material import MeshMaterial, Texture
from ..srgb import linear_channel
from .collada_xml import Node
from .reading import MeshReading

_SHADERS = ("phong", "lambert", "blinn", "constant")
_HOPS = 6


class ColladaMaterials:
    """Materials by id, each read once."""

    def __init__(self, reading: MeshReading, by_id: dict[str, Node]) -> None:
        self._reading = reading
        self._by_id = by_id
        self._found: dict[str, MeshMaterial | None] = {}

    def __contains__(self, key: str) -> bool:
        node = self._by_id.get(key)
        return node is not None and node.tag == "material"

    def find(self, target: str, at: int) -> MeshMaterial | None:
        """The material that `#id` names; None, reported once, where there is none."""
        key = target.removeprefix("#")
        if key not in self._found:
            self._found[key] = self._read(key, at)
        return self._found[key]

    def _read(self, key: str, at: int) -> MeshMaterial | None:
        material = self._by_id.get(key)
        instance = material.first("instance_effect") if material is not None else None
        effect = self._by_id.get(instance.get("url").removeprefix("#")) if instance else None
        profile = effect.first("profile_COMMON") if effect is not None else None
        if material is None or effect is None or profile is None:
            message = f"material '{key}' has no usable definition"
            self._reading.add(
                rules.assets.MATERIAL_UNKNOWN, message, at=material.start if material else at
            )
            return None
        technique = profile.first("technique")
        shader = next(technique.all(*_SHADERS), None) if technique is not None else None
        name = material.get("name") or key
        if shader is None:
            return MeshMaterial(name=name)
        diffuse = _color(shader.first("diffuse")) or _color(shader.first("emission"))
        texture = self._texture(shader.first("diffuse"), effect)
        if texture is not None or diffuse is None:
            diffuse = (1.0, 1.0, 1.0, 1.0)
        glow = _color(shader.first("emission")) if shader.first("diffuse") is not None else None
        opacity = self._opacity(shader, name)
        red, green, blue = (linear_channel(c) for c in diffuse[:3])
        light = [linear_channel(c) for c in glow[:3]] if glow else [0.0, 0.0, 0.0]
        return MeshMaterial(
            name=name,
            base_color=(red, green, blue, opacity),
            texture=texture,
            emissive=(light[0], light[1], light[2]),
            alpha_mode="BLEND" if opacity < 1.0 else "OPAQUE",
            double_sided=_double_sided(effect),
        )

    def _texture(self, channel: Node | None, effect: Node) -> Texture | None:
        node = channel.first("texture") if channel is not None else None
        if node is None:
            return None
        name = self._image_file(node.get("texture"), effect)
        if name is None:
            message = f"the texture '{node.get('texture')[:80]}' does not refer to an image"
            self._reading.add(rules.assets.TEXTURE_MISSING, message, at=node.start)
            return None
        return self._reading.texture(name, at=node.start)

    def _image_file(self, name: str, effect: Node) -> str | None:
        """Sampler, surface, image: each names the next, and any may be left out."""
        params = {
            node.get("sid"): node
            for holder in (effect, effect.first("profile_COMMON"))
            if holder is not None
            for node in holder.all("newparam")
        }
        for _ in range(_HOPS):
            param = params.get(name)
            if param is None:
                break
            step = (
                param.first("sampler2D", "source")
                or param.first("sampler2D", "instance_image")
                or param.first("surface", "init_from")
            )
            if step is None:
                return None
            name = step.get("url").removeprefix("#") or step.text
        image = self._by_id.get(name)
        source = image.first("init_from") if image is not None and image.tag == "image" else None
        if source is None:
            return None
        return (source.first("ref") or source).text or None

    def _opacity(self, shader: Node, name: str) -> float:
        """COLLADA 1.4.1, chapter 7, "Determining Transparency"."""
        channel = shader.first("transparent")
        amount = shader.first("transparency")
        factor = _number(amount)
        if channel is None and factor is None:
            return 1.0
        factor = 1.0 if factor is None else factor
        color = _color(channel) or (1.0, 1.0, 1.0, 1.0)
        opaque = channel.get("opaque") if channel is not None else ""
        if opaque in ("RGB_ZERO", "RGB_ONE"):
            red, green, blue, _ = color
            luminance = (0.212671 * red + 0.715160 * green + 0.072169 * blue) * factor
            opacity = luminance if opaque == "RGB_ONE" else 1.0 - luminance
        else:
            opacity = color[3] * factor
            opacity = 1.0 - opacity if opaque == "A_ZERO" else opacity
        opacity = min(max(opacity, 0.0), 1.0)
        if opacity == 0.0:
            # Exporters that took "transparency" for its opposite wrote many such files.
            message = f"material '{name}' is fully transparent; it is shown opaque"
            self._reading.add(
                rules.assets.COLLADA_TRANSPARENCY, message, at=(channel or amount or shader).start
            )
            return 1.0
        return opacity


def _color(channel: Node | None) -> tuple[float, float, float, float] | None:
    node = channel.first("color") if channel is not None else None
    if node is None:
        return None
    numbers = [float(v) for v in node.floats()[:4]]
    if len(numbers) < 3 or not all(isfinite(v) for v in numbers):
        return None
    return (numbers[0], numbers[1], numbers[2], numbers[3] if len(numbers) > 3 else 1.0)


def _number(channel: Node | None) -> float | None:
    node = channel.first("float") if channel is not None else None
    if node is None or len(numbers := node.floats()) == 0:
        return None
    return float(numbers[0]) if isfinite(float(numbers[0])) else None


def _double_sided(effect: Node) -> bool:
    """Google's and Maya's extension, which exporters write in either place."""
    holders = [effect, effect.first("profile_COMMON"), effect.first("profile_COMMON", "technique")]
    for holder in filter(None, holders):
        for extra in holder.all("extra"):
            for technique in extra.all("technique"):
                flag = technique.first("double_sided")
                if flag is not None and flag.text == "1":
                    return True
    return False
