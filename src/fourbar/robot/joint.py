"""How one link moves on another."""

from __future__ import annotations

from math import inf

from ..record import brief, record
from .direction import default_second_axis
from .error import RobotError
from .kind import KINDS, JointKind, JointType, lead_of
from .pose import IDENTITY, Pose, Vector3
from .raw import Extra
from .values import (
    check_joint_type,
    check_named,
    check_numbers,
    check_text,
    check_type,
    check_vector,
)


@record
class Limit:
    """Range [rad or m], largest effort [N m or N], largest velocity [rad/s or m/s].

    None means that the description leaves it out.
    """

    lower: float | None = None
    upper: float | None = None
    effort: float | None = None
    velocity: float | None = None

    def __post_init__(self) -> None:
        check_numbers(self, "lower", "upper", "effort", "velocity", infinite=True)


@record
class Dynamics:
    """Viscous damping [N m s/rad or N s/m] and static friction [N m or N]."""

    damping: float | None = None
    friction: float | None = None

    def __post_init__(self) -> None:
        check_numbers(self, "damping", "friction")


@record
class Spring:
    """A spring at a joint: effort -stiffness (q - rest) [N m/rad or N/m; rad or m]."""

    stiffness: float = 0.0
    rest: float = 0.0

    def __post_init__(self) -> None:
        check_numbers(self, "stiffness", "rest")


@record
class Mimic:
    """Follow another joint: position = multiplier * other + offset."""

    joint: str
    multiplier: float = 1.0
    offset: float = 0.0

    def __post_init__(self) -> None:
        check_text(self, "joint")
        check_numbers(self, "multiplier", "offset")


@record
class SafetyController:
    """Soft limits and gains of a safety controller."""

    soft_lower_limit: float | None = None
    soft_upper_limit: float | None = None
    k_position: float | None = None
    k_velocity: float | None = None

    def __post_init__(self) -> None:
        fields = ("soft_lower_limit", "soft_upper_limit", "k_position", "k_velocity")
        check_numbers(self, *fields)


@record
class Calibration:
    """Positions of the reference edges [rad or m]."""

    rising: float | None = None
    falling: float | None = None
    reference_position: float | None = None

    def __post_init__(self) -> None:
        check_numbers(self, "rising", "falling", "reference_position")


@record
class Joint:
    """A joint from `parent` to `child`; `origin` is the joint frame in the parent link.

    `axis` is in the joint frame. A universal joint turns about `axis`, then about `axis2` in the
    turned frame. `independent` is URDF+'s choice of coordinates; None where the file is silent.
    `pitch` is that of a screw: how far it goes in one turn [m], right-handed where positive.
    `spring` acts where the joint has one degree of freedom.
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
    spring: Spring | None = None
    extra: Extra = ()

    def __repr__(self) -> str:
        return brief(self)

    def __post_init__(self) -> None:
        check_named(self, "name", "parent", "child")
        if self.parent == self.child:
            raise RobotError(f"joint {self.name!r}: parent and child are both {self.parent!r}")
        check_joint_type(self)
        check_type(self, "origin", Pose)
        check_vector(self, "axis")
        if self.axis2 is not None:
            check_vector(self, "axis2")
        check_type(self, "limit", Limit, optional=True)
        check_type(self, "dynamics", Dynamics, optional=True)
        check_type(self, "mimic", Mimic, optional=True)
        check_type(self, "safety_controller", SafetyController, optional=True)
        check_type(self, "calibration", Calibration, optional=True)
        check_type(self, "independent", bool, optional=True)
        check_numbers(self, "pitch")
        check_type(self, "spring", Spring, optional=True)

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

        A continuous joint has none, and neither has a `<limit>` for effort and velocity alone: with
        the zeros that URDF has for `lower` and `upper`, the joint could not move. Where one of the
        two is given, the other is 0.
        """
        limit = self.limit
        if limit is None or not self.kind.has_range:
            return (-inf, inf)
        if limit.lower is None and limit.upper is None:
            return (-inf, inf)
        return (limit.lower or 0.0, limit.upper or 0.0)

    @property
    def lead(self) -> float:
        """How far a screw goes along its axis [m/rad]; 0 for other joints."""
        return lead_of(self.kind, self.pitch)

    @property
    def second_axis(self) -> Vector3:
        """The second axis of a universal joint: `axis2`, or the default for `axis`."""
        return self.axis2 if self.axis2 is not None else default_second_axis(self.axis)
