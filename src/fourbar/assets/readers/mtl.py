"""Material libraries of OBJ files."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

from ... import rules
from ..material import MeshMaterial
from ..srgb import linear_channel
from .reading import MeshReading

# Options of a texture map and how many words follow them at most.
_MAP_OPTIONS = {
    "-blendu": 1,
    "-blendv": 1,
    "-bm": 1,
    "-boost": 1,
    "-cc": 1,
    "-clamp": 1,
    "-imfchan": 1,
    "-mm": 2,
    "-o": 3,
    "-s": 3,
    "-t": 3,
    "-texres": 1,
    "-type": 1,
}


class _Draft:
    """A material as far as its lines have been read."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.diffuse: tuple[float, ...] = (0.8, 0.8, 0.8)
        self.emissive: tuple[float, ...] = (0.0, 0.0, 0.0)
        self.opacity = 1.0
        self.metallic = 0.0
        self.roughness = 1.0
        self.texture: str | None = None
        self.problems: list[str] = []


def read_mtl(data: bytes, reading: MeshReading, *, library: str, at: int) -> Iterator[MeshMaterial]:
    """The library's materials; textures are looked for beside the mesh, as its other files.

    `at` is where the mesh names the library: findings point there.
    """
    for draft in _drafts(data):
        if draft.problems:
            message = f"material '{draft.name}' in '{library}': {draft.problems[0]}"
            reading.add(rules.assets.MATERIAL_VALUE, message, at=at)
        texture = reading.texture(draft.texture, at=at) if draft.texture else None
        diffuse = draft.diffuse
        if texture is not None and not any(diffuse):
            # A black factor would hide the image: exporters write it for "image only".
            diffuse = (1.0, 1.0, 1.0)
        red, green, blue = (linear_channel(c) for c in diffuse)
        glow = [linear_channel(c) for c in draft.emissive]
        yield MeshMaterial(
            name=draft.name,
            base_color=(red, green, blue, draft.opacity),
            texture=texture,
            metallic=draft.metallic,
            roughness=draft.roughness,
            emissive=(glow[0], glow[1], glow[2]),
            alpha_mode="BLEND" if draft.opacity < 1.0 else "OPAQUE",
        )


def _drafts(data: bytes) -> list[_Draft]:
    drafts: list[_Draft] = []
    text = data.decode("utf-8", "replace").replace("\\\r\n", " ").replace("\\\n", " ")
    for line in text.splitlines():
        keyword, _, rest = line.strip().replace("\t", " ").partition(" ")
        rest = rest.strip()
        if keyword == "newmtl":
            drafts.append(_Draft(rest))
        elif drafts and keyword and not keyword.startswith("#"):
            try:
                _apply(drafts[-1], keyword, rest)
            except ValueError:
                drafts[-1].problems.append(f"'{keyword} {rest[:40]}' cannot be read")
    return drafts


def _apply(draft: _Draft, keyword: str, rest: str) -> None:
    match keyword:
        case "Kd":
            draft.diffuse = _color(rest)
        case "Ke":
            draft.emissive = _color(rest)
        case "d":
            draft.opacity = _fraction(rest.removeprefix("-halo "))
        case "Tr":
            draft.opacity = 1.0 - _fraction(rest)
        case "Pm":
            draft.metallic = _fraction(rest)
        case "Pr":
            draft.roughness = _fraction(rest)
        case "map_Kd":
            draft.texture = _map_file(rest)
        case _:
            pass  # shininess, refraction, bump maps: nothing that is kept


def _color(text: str) -> tuple[float, ...]:
    values = [float(word) for word in text.split()]
    if len(values) == 1:
        values *= 3
    if len(values) < 3 or not all(isfinite(v) for v in values):
        raise ValueError(text)
    return tuple(values[:3])


def _fraction(text: str) -> float:
    value = float(text.split()[0]) if text.split() else float("nan")
    if not isfinite(value):
        raise ValueError(text)
    return min(max(value, 0.0), 1.0)


def _map_file(text: str) -> str:
    """The file name after the options; it may hold spaces."""
    words = text.split(" ")
    while words and words[0] in _MAP_OPTIONS:
        most = _MAP_OPTIONS[words.pop(0)]
        takes_numbers = most > 1
        for _ in range(most):
            if words and (not takes_numbers or _is_number(words[0])):
                words.pop(0)
    return " ".join(words).strip()


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True
