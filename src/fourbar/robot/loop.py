"""What closes a mechanism (URDF+): loop joints, and couplings between joint positions."""

from __future__ import annotations

from ..record import record
from .direction import default_second_axis
from .kind import KINDS, JointKind, JointType, lead_of
from .pose import IDENTITY, Pose, Vector3
from .raw import Extra
from .values import check_joint_type, check_named, check_numbers, check_type, check_vector


@record
class Loop:
    """A joint that closes a kinematic loop between two links of the spanning tree.

    The frames `predecessor * predecessor_origin` and `successor * successor_origin` move on each
    other as a joint of this type allows; `axis` is in the predecessor's frame. `pitch` is that of a
    screw: how far it goes in one turn [m].
    """

    name: str
    type: JointType
    predecessor: str
    successor: str
    predecessor_origin: Pose = IDENTITY
    successor_origin: Pose = IDENTITY
    axis: Vector3 = (1.0, 0.0, 0.0)
    axis2: Vector3 | None = None
    pitch: float | None = None
    extra: Extra = ()

    def __post_init__(self) -> None:
        check_named(self, "name", "predecessor", "successor")
        check_joint_type(self)
        check_type(self, "predecessor_origin", Pose)
        check_type(self, "successor_origin", Pose)
        check_vector(self, "axis")
        if self.axis2 is not None:
            check_vector(self, "axis2")
        check_numbers(self, "pitch")

    @property
    def kind(self) -> JointKind:
        """What a joint of this type is."""
        return KINDS[self.type]

    @property
    def lead(self) -> float:
        """How far a screw goes along its axis [m/rad]; 0 for other loops."""
        return lead_of(self.kind, self.pitch)

    @property
    def second_axis(self) -> Vector3:
        """The second axis of a universal loop: `axis2`, or the default for `axis`."""
        return self.axis2 if self.axis2 is not None else default_second_axis(self.axis)


@record
class Coupling:
    """A fixed ratio between joint positions, as gears and belts make it.

    With the nearest common ancestor of the two links as reference:
    sum of positions towards the predecessor = ratio * sum of positions towards the successor.
    """

    name: str
    predecessor: str
    successor: str
    ratio: float = 1.0
    extra: Extra = ()

    def __post_init__(self) -> None:
        check_named(self, "name", "predecessor", "successor")
        check_numbers(self, "ratio")
