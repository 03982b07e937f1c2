"""Rigid bodies: mass, looks, and shape for contact."""

from __future__ import annotations

from ..record import record
from .geometry import Geometry
from .material import Material
from .pose import IDENTITY, Pose
from .raw import Extra


@record
class Inertia:
    """Rotational inertia about the centre of mass, in the inertial frame [kg m^2]."""

    ixx: float = 0.0
    iyy: float = 0.0
    izz: float = 0.0
    ixy: float = 0.0
    ixz: float = 0.0
    iyz: float = 0.0


@record
class Inertial:
    """Mass [kg] and rotational inertia; `origin` is the frame of the centre of mass."""

    mass: float = 0.0
    inertia: Inertia = Inertia()
    origin: Pose = IDENTITY
    extra: Extra = ()


@record
class Visual:
    """A shape to look at."""

    geometry: Geometry
    origin: Pose = IDENTITY
    material: Material | None = None
    name: str | None = None
    extra: Extra = ()


@record
class Collision:
    """A shape to touch."""

    geometry: Geometry
    origin: Pose = IDENTITY
    name: str | None = None
    extra: Extra = ()


@record
class Link:
    """A rigid body with its frame."""

    name: str
    inertial: Inertial | None = None
    visuals: tuple[Visual, ...] = ()
    collisions: tuple[Collision, ...] = ()
    self_collision_checking: Collision | None = None
    extra: Extra = ()

    def __post_init__(self) -> None:
        if type(self.visuals) is not tuple:
            object.__setattr__(self, "visuals", tuple(self.visuals))
        if type(self.collisions) is not tuple:
            object.__setattr__(self, "collisions", tuple(self.collisions))
