"""Where each joint's numbers stand in q and v."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..robot import KINDS, Planar, UnknownNameError

if TYPE_CHECKING:
    from ..robot import Joint, JointKind, JointType
    from ..robot.kind import Step, Unit


class Coordinates(NamedTuple):
    """A moving joint's entries: `q[slot.q]` are its positions, `v[slot.v]` its velocities."""

    name: str
    type: JointType
    q: slice
    v: slice

    @property
    def kind(self) -> JointKind:
        """What a joint of this type is."""
        return KINDS[self.type]

    @property
    def nq(self) -> int:
        """Number of positions."""
        return self.q.stop - self.q.start

    @property
    def nv(self) -> int:
        """Number of velocities: the joint's degrees of freedom."""
        return self.v.stop - self.v.start

    @property
    def steps(self) -> tuple[Step, ...]:
        """The elementary motions of its degrees of freedom."""
        return self.kind.steps("xy" if self.nv == self.kind.dof else "xyt")

    @property
    def units(self) -> tuple[Unit | None, ...]:
        """The unit of each number in q; None within a quaternion."""
        return self.kind.q_units("xy" if self.nv == self.kind.dof else "xyt")

    @property
    def quaternion(self) -> slice | None:
        """The entries of q that are a quaternion x y z w, if any."""
        first = self.kind.orientation
        return None if first is None else slice(self.q.start + first, self.q.stop)


def sizes(joint: Joint, planar: Planar) -> tuple[int, int]:
    """How many positions and velocities a joint has."""
    return joint.kind.nq(planar), len(joint.kind.steps(planar))


class Joints(dict[str, Coordinates]):
    """The moving joints by name; a name that none has raises UnknownNameError, a KeyError."""

    def __missing__(self, name: str) -> Coordinates:
        raise UnknownNameError("joint", name, self)
