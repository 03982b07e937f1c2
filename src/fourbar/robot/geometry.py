"""Shapes of visuals and collisions."""

from __future__ import annotations

from ..record import record
from .pose import Vector3, vector3
from .raw import Extra


@record
class Box:
    """A box of edge lengths `size` [m], centred on its frame."""

    size: Vector3
    extra: Extra = ()

    def __post_init__(self) -> None:
        if type(self.size) is not tuple:
            object.__setattr__(self, "size", vector3(self.size))


@record
class Cylinder:
    """A cylinder along z, centred on its frame [m]."""

    radius: float
    length: float
    extra: Extra = ()


@record
class Sphere:
    """A sphere about its frame's origin [m]."""

    radius: float
    extra: Extra = ()


@record
class Capsule:
    """A cylinder along z with half spheres on its ends; `length` is the cylinder's [m]."""

    radius: float
    length: float
    extra: Extra = ()


@record
class Mesh:
    """A mesh file, as the description names it (`package://...`), scaled along its own axes."""

    filename: str
    scale: Vector3 = (1.0, 1.0, 1.0)
    extra: Extra = ()

    def __post_init__(self) -> None:
        if type(self.scale) is not tuple:
            object.__setattr__(self, "scale", vector3(self.scale))


@record
class OtherGeometry:
    """A shape fourbar does not know (or none at all): only what was written is kept."""

    extra: Extra = ()


Geometry = Box | Cylinder | Sphere | Capsule | Mesh | OtherGeometry
