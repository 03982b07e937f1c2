"""Colours and textures."""

from __future__ import annotations

from ..record import record
from .raw import Extra
from .values import check_text, check_type, check_vector

Rgba = tuple[float, float, float, float]


@record
class Material:
    """A colour (red, green, blue, alpha; 0 to 1, sRGB), a texture file, or both.

    With neither, it is a reference to the robot's material of that name.
    """

    name: str = ""
    color: Rgba | None = None
    texture: str | None = None
    extra: Extra = ()

    def __post_init__(self) -> None:
        check_text(self, "name")
        if self.color is not None:
            check_vector(self, "color", 4)
        check_type(self, "texture", str, optional=True)

    @property
    def is_reference(self) -> bool:
        """True when it only names a material that is defined elsewhere."""
        return self.color is None and self.texture is None
