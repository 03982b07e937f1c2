"""How one link moves on another."""

from __future__ import annotations

from math import inf

from ..record import record
from .direction import default_second_axis
from .kind import KINDS, JointKind, JointType, lead_of
from .pose import IDENTITY, Pose, Vector3, vector3
from .raw import Extra


@record
class Limit:
    """Range [rad or m], largest effort [N m or N], largest velocity [rad/s or m/s].

    None means that the description leaves it out.
    """

    lower: float | None = None
    upper: float | None = None
    effort: float | None = None
    velocity: float | None = None


@record
class Dynamics:
    """Viscous damping [N m s/rad or N s/m] and static friction [N m or N]."""

    damping: float | None = None
    friction: float | None = None


@record
class Mimic:
    """Follow another joint: position = multiplier * other + offset."""

    joint: str
    multiplier: float = 1.0
    offset: float = 0.0


@record
class SafetyController:
    """Soft limits and gains of a safety controller."""

    soft_lower_limit: float | None = None
    soft_upper_limit: float | None = None
    k_position: float | None = None
    k_velocity: float | None = None


@record
class Calibration:
    """Positions of the reference edges [rad or m]."""

    rising: float | None = None
    falling: float | None = None
    reference_position: float | None = None


@record
class Joint:
    """A joint from `parent` to `child`; `origin` is the joint frame in the parent link.

    `axis` is in the joint frame. A universal joint turns about `axis`, then about `axis2` in the
    turned frame. `independent` is URDF+'s choice of coordinates; None where the file is silent.
    `pitch` is that of a screw: how far it goes in one turn [m], right-handed where positive.
    """

    name: str
    type: JointType
    parent: str
    child: str
    origin: Pose = IDENTITY
    axis: Vector3 = (1.0, 0.0, 0.0)
    axis2: Vector3 | None = None
    limit: Limit | None = None
    dynamics: Dynamics | None = None
    mimic: Mimic | None = None
    safety_controller: SafetyController | None = None
    calibration: Calibration | None = None
    independent: bool | None = None
    pitch: float | None = None
    extra: Extra = ()

    def __post_init__(self) -> None:
        if type(self.axis) is not tuple:
            object.__setattr__(self, "axis", vector3(self.axis))
        if self.axis2 is not None and type(self.axis2) is not tuple:
            object.__setattr__(self, "axis2", vector3(self.axis2))

    @property
    def kind(self) -> JointKind:
        """What a joint of this type is."""
        return KINDS[self.type]

    @property
    def dof(self) -> int:
        """Degrees of freedom of this joint alone."""
        return KINDS[self.type].dof

    @property
    def bounds(self) -> tuple[float, float]:
        """Lower and upper limit of each DOF that has a range, infinite where there is none.

        URDF reads a `<limit>` without `lower` or `upper` as 0; a continuous joint has no range.
        """
        if self.limit is None or not self.kind.has_range:
            return (-inf, inf)
        return (self.limit.lower or 0.0, self.limit.upper or 0.0)

    @property
    def lead(self) -> float:
        """How far a screw goes along its axis [m/rad]; 0 for other joints."""
        return lead_of(self.kind, self.pitch)

    @property
    def second_axis(self) -> Vector3:
        """The second axis of a universal joint: `axis2`, or the default for `axis`."""
        return self.axis2 if self.axis2 is not None else default_second_axis(self.axis)
