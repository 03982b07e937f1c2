"""Shapes of visuals and collisions."""

from __future__ import annotations

from typing import get_args

from ..record import record
from .error import RobotError
from .pose import Vector3
from .raw import Extra
from .values import check_sizes, check_text, check_vector


@record
class Box:
    """A box of edge lengths `size` [m], centred on its frame."""

    size: Vector3
    extra: Extra = ()

    def __post_init__(self) -> None:
        check_vector(self, "size")
        if min(self.size) < 0.0:
            raise RobotError(f"box: size must not be negative, got {self.size!r}")


@record
class Cylinder:
    """A cylinder along z, centred on its frame [m]."""

    radius: float
    length: float
    extra: Extra = ()

    def __post_init__(self) -> None:
        check_sizes(self, "radius", "length")


@record
class Sphere:
    """A sphere about its frame's origin [m]."""

    radius: float
    extra: Extra = ()

    def __post_init__(self) -> None:
        check_sizes(self, "radius")


@record
class Capsule:
    """A cylinder along z with half spheres on its ends; `length` is the cylinder's [m]."""

    radius: float
    length: float
    extra: Extra = ()

    def __post_init__(self) -> None:
        check_sizes(self, "radius", "length")


@record
class Mesh:
    """A mesh file, as the description names it (`package://...`), scaled along its own axes."""

    filename: str
    scale: Vector3 = (1.0, 1.0, 1.0)
    extra: Extra = ()

    def __post_init__(self) -> None:
        check_text(self, "filename")
        check_vector(self, "scale")


@record
class OtherGeometry:
    """A shape fourbar does not know (or none at all): only what was written is kept."""

    extra: Extra = ()


Geometry = Box | Cylinder | Sphere | Capsule | Mesh | OtherGeometry
SHAPES: tuple[type, ...] = get_args(Geometry)
