"""What each joint type is: the one table that readers, rules, mechanics, glTF and browser ask.

A joint is a chain of elementary motions, outermost first; all else follows from the chain: how
many axes the description gives, which unit each position has, what a loop of the type demands.
"""

from __future__ import annotations

from math import pi
from typing import Literal, cast, get_args

from ..record import record

JointType = Literal[
    "fixed",
    "revolute",
    "continuous",
    "prismatic",
    "planar",
    "floating",
    "universal",
    "spherical",
    "cylindrical",
    "screw",
]

Motion = Literal["rotation", "translation", "screw"]
MOTIONS: tuple[Motion, ...] = get_args(Motion)

Along = Literal["axis", "axis2", "plane1", "plane2", "x", "y", "z"]
"""The joint's axes, the two directions of `plane_of(axis)`, or those of the joint frame."""

Bound = Literal["range", "endless", "free"]
"""Where a position ends: at the joint's limits; nowhere, being an angle that comes round again;
or nowhere that a description could tell."""

Planar = Literal["xy", "xyt"]
"""The coordinates of planar joints: two translations, or also the angle about the normal."""

Unit = Literal["rad", "m"]

_COLUMN = {"plane1": 0, "plane2": 1, "axis": 2, "x": 0, "y": 1, "z": 2}


@record
class Step:
    """One elementary motion: one degree of freedom."""

    motion: Motion
    along: Along
    bound: Bound = "free"

    @property
    def unit(self) -> Unit:
        """What its position is measured in."""
        return "m" if self.motion == "translation" else "rad"


@record
class Demands:
    """What a loop holds: translations along plane1, plane2 and axis, and how many rotations.

    Three rotations are all of them, two are those across the axis, and one is the angle between
    the two axes of a loop that turns about both. With `lead`, a translation along the axis goes
    with a rotation about it.
    """

    slides: tuple[bool, bool, bool]
    turning: int
    lead: bool = False

    @property
    def rows(self) -> int:
        """The number of equations: six less the freedoms."""
        return sum(self.slides) + self.turning


@record
class JointKind:
    """A joint type.

    `chain` are its motions, outermost first. `wide` is the chain with `planar="xyt"` where that
    differs. `orientation` is the place in the chain of three rotations about x, y and z that q
    holds as one quaternion x y z w. `urdf`: the type is URDF's own, which others read too;
    `requires_limit`: URDF wants a `<limit>`. A chain along a direction of the plane also has the
    other one or the axis: files give directions, and the axis follows from them.
    """

    name: JointType
    chain: tuple[Step, ...]
    wide: tuple[Step, ...] | None = None
    orientation: int | None = None
    urdf: bool = True
    requires_limit: bool = False

    def __post_init__(self) -> None:
        """Refuse a chain whose axis would not follow from its directions."""
        used = {step.along for step in self.chain}
        if used & {"plane1", "plane2"} and "axis" not in used and not self.spans_plane:
            raise ValueError(
                f"joint type {self.name!r} moves along one direction of a plane; "
                "add the other direction before or after it, or a motion about or along the axis"
            )

    def steps(self, planar: Planar = "xy") -> tuple[Step, ...]:
        """The chain in the chosen coordinates of planar joints."""
        return self.wide if planar == "xyt" and self.wide is not None else self.chain

    def nq(self, planar: Planar = "xy") -> int:
        """How many numbers a position has."""
        return len(self.steps(planar)) + (self.orientation is not None)

    def q_units(self, planar: Planar = "xy") -> tuple[Unit | None, ...]:
        """The unit of each number of a position; None within a quaternion."""
        units: tuple[Unit | None, ...] = tuple(step.unit for step in self.steps(planar))
        return units if self.orientation is None else (*units[: self.orientation], *[None] * 4)

    @property
    def dof(self) -> int:
        """Degrees of freedom of a joint of this kind alone."""
        return len(self.chain)

    @property
    def moves(self) -> bool:
        """Whether it has any freedom."""
        return bool(self.chain)

    @property
    def axes(self) -> int:
        """How many axes the description gives."""
        used = {step.along for step in self.chain}
        return 2 if "axis2" in used else 1 if used & {"axis", "plane1", "plane2"} else 0

    @property
    def turns(self) -> bool:
        """Whether any of its motions turns."""
        return any(step.motion != "translation" for step in self.chain)

    @property
    def free(self) -> bool:
        """Whether it goes anywhere, so that it holds nothing."""
        return not self.demands.rows

    @property
    def by_axes(self) -> bool:
        """Whether all motions are about or along the axes that the description gives.

        Directions of a plane and of the joint frame do not follow where an axis is turned.
        """
        return all(step.along in ("axis", "axis2") for step in self.chain)

    @property
    def reversible(self) -> bool:
        """Whether a joint seen from its child is of the same kind, with the axis turned round.

        Motions along one axis can be done in any order.
        """
        return all(step.along == "axis" for step in self.chain)

    @property
    def spans_plane(self) -> bool:
        """Whether it starts with two translations that span a plane: any two that do will do."""
        start = [(step.motion, step.along) for step in self.chain[:2]]
        return start == [("translation", "plane1"), ("translation", "plane2")]

    @property
    def turns_about_one_axis(self) -> bool:
        """Whether its rotation is always about the same direction."""
        about = {step.along for step in self.chain if step.motion != "translation"}
        return len(about) <= 1

    def hand(self, axis: Along) -> int | None:
        """What a mirror does to an axis so that positions mean the mirrored motion.

        1: it is mirrored, as what is moved along; -1: it is also turned round, as what is turned
        about; None: its motions want both.
        """
        users = {"axis": {"axis", "plane1", "plane2"}}.get(axis, {axis})
        hands = {
            1 if step.motion == "translation" else -1 for step in self.chain if step.along in users
        }
        return None if len(hands) > 1 else next(iter(hands), 1)

    @property
    def pitched(self) -> bool:
        """Whether the description gives the pitch of a thread."""
        return any(step.motion == "screw" for step in self.chain)

    @property
    def units(self) -> tuple[Unit, ...]:
        """The unit of each degree of freedom."""
        return tuple(step.unit for step in self.chain)

    @property
    def limited(self) -> tuple[bool, ...]:
        """Which degrees of freedom the joint's lower and upper limit bound."""
        return tuple(step.bound == "range" for step in self.chain)

    @property
    def has_range(self) -> bool:
        """Whether a lower and an upper limit mean anything."""
        return any(step.bound == "range" for step in self.chain)

    @property
    def range_unit(self) -> Unit:
        """What the lower and upper limits are measured in."""
        found: list[Unit] = [step.unit for step in self.chain if step.bound == "range"]
        return found[0] if found else "rad"

    @property
    def rated(self) -> tuple[bool, ...]:
        """Which degrees of freedom the limits of velocity and effort are for.

        All, unless only some have a range: one number has one unit.
        """
        return self.limited if self.has_range else (True,) * self.dof

    @property
    def endless(self) -> bool:
        """Whether it is an angle without ends and nothing else."""
        return self.dof == 1 and self.chain[0].bound == "endless"

    @property
    def counterpart(self) -> JointKind | None:
        """The kind with the same motions that ends where this one does not, if there is one."""
        own = [(step.motion, step.along) for step in self.chain]
        for kind in KINDS.values():
            if kind.name != self.name and own == [(s.motion, s.along) for s in kind.chain]:
                return kind
        return None

    @property
    def demands(self) -> Demands:
        """What a loop of this kind holds: all that the chain does not move."""
        free = {_COLUMN[step.along] for step in self.chain if step.motion == "translation"}
        turns = sum(step.motion != "translation" for step in self.chain)
        return Demands((0 not in free, 1 not in free, 2 not in free), 3 - turns, self.pitched)


def _turn(along: Along, bound: Bound = "free") -> Step:
    return Step("rotation", along, bound)


def _slide(along: Along, bound: Bound = "free") -> Step:
    return Step("translation", along, bound)


_IN_PLANE = (_slide("plane1"), _slide("plane2"))
_ANYWHERE = (_slide("x"), _slide("y"), _slide("z"))
_ANY_WAY = (_turn("x"), _turn("y"), _turn("z"))

KINDS: dict[JointType, JointKind] = {
    kind.name: kind
    for kind in (
        JointKind("fixed", ()),
        JointKind("revolute", (_turn("axis", "range"),), requires_limit=True),
        JointKind("continuous", (_turn("axis", "endless"),)),
        JointKind("prismatic", (_slide("axis", "range"),), requires_limit=True),
        JointKind("planar", _IN_PLANE, wide=(*_IN_PLANE, _turn("axis"))),
        JointKind("floating", _ANYWHERE + _ANY_WAY, orientation=3),
        JointKind("universal", (_turn("axis", "range"), _turn("axis2", "range")), urdf=False),
        JointKind("spherical", _ANY_WAY, orientation=0, urdf=False),
        JointKind("cylindrical", (_turn("axis", "endless"), _slide("axis", "range")), urdf=False),
        JointKind("screw", (Step("screw", "axis", "range"),), urdf=False),
    )
}
JOINT_TYPES: tuple[JointType, ...] = tuple(KINDS)


def kind_of(name: str) -> JointKind | None:
    """The kind of that name; None for an unknown joint type."""
    return KINDS.get(cast("JointType", name))


def lead_of(kind: JointKind, pitch: float | None) -> float:
    """The translation per angle [m/rad] of a pitch [m/turn]; 0 for kinds without a thread."""
    return (pitch or 0.0) / (2.0 * pi) if kind.pitched else 0.0
