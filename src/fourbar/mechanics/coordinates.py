"""Where each joint's numbers stand in q and v."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from ..robot import Joint, JointType

Planar = Literal["xy", "xyt"]


class Coordinates(NamedTuple):
    """A moving joint's entries: `q[slot.q]` are its positions, `v[slot.v]` its velocities."""

    name: str
    type: JointType
    q: slice
    v: slice

    @property
    def nq(self) -> int:
        """Number of positions."""
        return self.q.stop - self.q.start

    @property
    def nv(self) -> int:
        """Number of velocities: the joint's degrees of freedom."""
        return self.v.stop - self.v.start

    @property
    def quaternion(self) -> slice | None:
        """The entries of q that are a quaternion x y z w, if any."""
        if self.type == "spherical":
            return self.q
        return slice(self.q.start + 3, self.q.stop) if self.type == "floating" else None


def sizes(joint: Joint, planar: Planar) -> tuple[int, int]:
    """How many positions and velocities a joint has."""
    if joint.type == "floating":
        return 7, 6
    if joint.type == "spherical":
        return 4, 3
    if joint.type == "planar":
        return (3, 3) if planar == "xyt" else (2, 2)
    return joint.dof, joint.dof
