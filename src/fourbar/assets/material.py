"""What covers triangles: colours, and images as they were found."""

from __future__ import annotations

from typing import Literal

from ..record import record

AlphaMode = Literal["OPAQUE", "MASK", "BLEND"]


@record
class Texture:
    """An image file: `data` as it was found, `name` as the mesh names it."""

    name: str
    data: bytes

    def __repr__(self) -> str:
        return f"Texture({self.name!r}, {len(self.data)} bytes)"


@record
class MeshMaterial:
    """How a surface looks, in the terms of glTF.

    Colours are **linear** (red, green, blue, opacity; 0 to 1), whatever the file uses; the texture
    multiplies the colour and is sRGB, as images are.
    """

    name: str = ""
    base_color: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    texture: Texture | None = None
    metallic: float = 0.0
    roughness: float = 1.0
    emissive: tuple[float, float, float] = (0.0, 0.0, 0.0)
    alpha_mode: AlphaMode = "OPAQUE"
    alpha_cutoff: float = 0.5
    double_sided: bool = False
