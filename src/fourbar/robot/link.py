"""Rigid bodies: mass, looks, and shape for contact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..record import record
from .geometry import SHAPES, Geometry
from .material import Material
from .pose import IDENTITY, Pose
from .raw import Extra
from .values import check_items, check_named, check_numbers, check_type

if TYPE_CHECKING:
    from collections.abc import Iterable

WORLD = "world"
"""The root link that by convention is the ground."""


@record
class Inertia:
    """Rotational inertia about the centre of mass, in the inertial frame [kg m^2]."""

    ixx: float = 0.0
    iyy: float = 0.0
    izz: float = 0.0
    ixy: float = 0.0
    ixz: float = 0.0
    iyz: float = 0.0

    def __post_init__(self) -> None:
        check_numbers(self, "ixx", "iyy", "izz", "ixy", "ixz", "iyz")


@record
class Inertial:
    """Mass [kg] and rotational inertia; `origin` is the frame of the centre of mass."""

    mass: float = 0.0
    inertia: Inertia = Inertia()
    origin: Pose = IDENTITY
    extra: Extra = ()

    def __post_init__(self) -> None:
        check_numbers(self, "mass")
        check_type(self, "inertia", Inertia)
        check_type(self, "origin", Pose)


@record
class Visual:
    """A shape to look at."""

    geometry: Geometry
    origin: Pose = IDENTITY
    material: Material | None = None
    name: str | None = None
    extra: Extra = ()

    def __post_init__(self) -> None:
        check_type(self, "geometry", *SHAPES)
        check_type(self, "origin", Pose)
        check_type(self, "material", Material, optional=True)
        check_type(self, "name", str, optional=True)


@record
class Collision:
    """A shape to touch."""

    geometry: Geometry
    origin: Pose = IDENTITY
    name: str | None = None
    extra: Extra = ()

    def __post_init__(self) -> None:
        check_type(self, "geometry", *SHAPES)
        check_type(self, "origin", Pose)
        check_type(self, "name", str, optional=True)


@record
class Link:
    """A rigid body with its frame."""

    name: str
    inertial: Inertial | None = None
    visuals: tuple[Visual, ...] = ()
    collisions: tuple[Collision, ...] = ()
    self_collision_checking: Collision | None = None
    extra: Extra = ()

    if TYPE_CHECKING:  # lists will do

        def __init__(
            self,
            name: str,
            inertial: Inertial | None = None,
            visuals: Iterable[Visual] = (),
            collisions: Iterable[Collision] = (),
            self_collision_checking: Collision | None = None,
            extra: Extra = (),
        ) -> None: ...

    def __post_init__(self) -> None:
        check_named(self, "name")
        check_type(self, "inertial", Inertial, optional=True)
        check_items(self, "visuals", Visual)
        check_items(self, "collisions", Collision)
        check_type(self, "self_collision_checking", Collision, optional=True)
