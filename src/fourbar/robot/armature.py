"""What gears and rotors add to the inertia of a joint, as MJCF and USD state it."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import TYPE_CHECKING

from ..record import record, replace
from .error import RobotError
from .extension import Extension
from .values import check_items, check_named, check_numbers

if TYPE_CHECKING:
    from typing import Self


@record
class Armature:
    """Inertia [kg m^2 or kg] that every motion of a joint has beside that of the links."""

    joint: str
    inertia: float

    def __post_init__(self) -> None:
        check_named(self, "joint")
        check_numbers(self, "inertia")
        if self.inertia < 0.0:
            raise RobotError(f"the armature of joint {self.joint!r} must not be negative")


@record
class ArmatureExtension(Extension):
    """The armatures of a robot; URDF has rotors of transmissions in their place."""

    armatures: tuple[Armature, ...] = ()

    def __post_init__(self) -> None:
        check_items(self, "armatures", Armature)

    def renamed(self, links: Mapping[str, str], joints: Mapping[str, str]) -> Self:
        """A copy in which joints have new names."""
        found = (replace(a, joint=joints.get(a.joint, a.joint)) for a in self.armatures)
        return replace(self, armatures=tuple(found))

    def without(self, links: Set[str], joints: Set[str]) -> Self:
        """A copy without those of joints that are gone."""
        return replace(self, armatures=tuple(a for a in self.armatures if a.joint not in joints))

    def joined(self, other: Extension) -> Self:
        """A copy with those of a robot that was attached."""
        assert isinstance(other, ArmatureExtension)
        return replace(self, armatures=self.armatures + other.armatures)
