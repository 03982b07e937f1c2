"""What only one format can say about a robot, kept in a value of that format's own.

A format that has more to say than `Robot` models gets a class here and no fields of `Robot`.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import TYPE_CHECKING

from ..record import record, replace
from .control import Gazebo
from .raw import Extra

if TYPE_CHECKING:
    from typing import Self


class Extension:
    """The base of what formats add. Equal to a new one of its class where there is nothing."""

    def renamed(self, links: Mapping[str, str], joints: Mapping[str, str]) -> Self:
        """A copy in which links and joints have new names."""
        return self

    def without(self, links: Set[str], joints: Set[str]) -> Self:
        """A copy without what hangs on links and joints that are gone."""
        return self

    def joined(self, other: Extension) -> Self:
        """A copy with what a robot that was attached brings along; `other` is of this class."""
        return self


@record
class UrdfExtension(Extension):
    """What only URDF has: `<gazebo>`, the `version`, and what fourbar does not model."""

    gazebo: tuple[Gazebo, ...] = ()
    version: str | None = None
    extra: Extra = ()

    def renamed(self, links: Mapping[str, str], joints: Mapping[str, str]) -> Self:
        """A copy in which links and joints have new names."""
        return replace(self, gazebo=tuple(_renamed(g, links, joints) for g in self.gazebo))

    def without(self, links: Set[str], joints: Set[str]) -> Self:
        """A copy without what hangs on links and joints that are gone."""
        gone = links | joints
        return replace(self, gazebo=tuple(g for g in self.gazebo if g.reference not in gone))

    def joined(self, other: Extension) -> Self:
        """A copy with what a robot that was attached brings along; `other` is of this class."""
        assert isinstance(other, UrdfExtension)
        return replace(self, gazebo=self.gazebo + other.gazebo, extra=self.extra + other.extra)


def _renamed(gazebo: Gazebo, links: Mapping[str, str], joints: Mapping[str, str]) -> Gazebo:
    # A reference names a link or a joint; a link wins where both have the name.
    name = gazebo.reference
    if name is None:
        return gazebo
    return replace(gazebo, reference=links.get(name, joints.get(name, name)))
