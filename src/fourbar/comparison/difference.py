"""What a comparison finds: differences with their places in both files, and what was matched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, get_args

from ..diagnostics import PartPath, Span
from ..error import FourbarError
from ..numerics import (
    COMPARE_ANGLE,
    COMPARE_COLOR,
    COMPARE_LENGTH,
    COMPARE_RELATIVE,
    COMPARE_SURFACE,
)
from ..record import record
from ..robot.values import count

Category = Literal[
    "structure",
    "type",
    "origin",
    "axis",
    "limit",
    "velocity",
    "effort",
    "damping",
    "friction",
    "spring",
    "armature",
    "mimic",
    "coupling",
    "loop",
    "mobility",
    "mass",
    "center",
    "inertia",
    "frame",
    "pose",
    "visual",
    "collision",
    "contact",
    "color",
    "name",
]
CATEGORIES: tuple[Category, ...] = get_args(Category)
"""What can differ, in the order in which it is reported."""

Value = float | str | tuple[float, ...] | None


class ComparisonError(FourbarError, ValueError):
    """Robots that cannot be compared: one of them is not a mechanism, or a mapping does not fit."""


@record
class Tolerances:
    """How far numbers may differ: lengths [m], angles [rad], shares of all other numbers.

    A length may also differ by `relative` of the distance it is part of. `color` is for each of
    red, green, blue and alpha (0 to 1), `surface` the share by which the surfaces of two mesh files
    may differ.
    """

    length: float = COMPARE_LENGTH
    angle: float = COMPARE_ANGLE
    relative: float = COMPARE_RELATIVE
    color: float = COMPARE_COLOR
    surface: float = COMPARE_SURFACE

    def __post_init__(self) -> None:
        for name, value in self.__dict__.items():
            if not 0.0 <= value < float("inf"):
                raise ValueError(f"tolerance {name} must not be negative, got {value!r}")


class Place(NamedTuple):
    """Where one robot has what differs, and what it has there."""

    path: PartPath
    span: Span | None
    value: Value = None


@record
class Difference:
    """One thing that two robots do not share.

    `a` and `b` are the places in the two robots; None where one of them does not have the part.
    `deviation` is how far the values are apart, in `unit` where they have one.
    """

    category: Category
    subject: str
    quantity: str
    a: Place | None
    b: Place | None
    unit: str = ""
    deviation: float | None = None

    def __str__(self) -> str:
        if self.a is None or self.b is None:
            return f"{self.subject} {self.quantity}"
        if self.a.value is None and self.b.value is None:
            by = "" if self.deviation is None else f" by {self.deviation:.3g} {self.unit}"
            return f"{self.subject}: {self.quantity} differs{by}"
        first, second = shown(self.a.value, self.b.value)
        return f"{self.subject}: {self.quantity} {first} -> {second}{self.unit and ' ' + self.unit}"


@record
class Renamed:
    """A part that has another name in the second robot.

    `given` where the caller has said so; else it was matched by structure and place. `guessed`
    where these left a choice: more than one part would have fitted.
    """

    kind: str
    a: str
    b: str
    given: bool = False
    guessed: bool = False

    @property
    def how(self) -> str:
        """How the two were brought together, in words."""
        if self.given:
            return "as mapped"
        return "a guess: others fit as well" if self.guessed else "matched by structure"


@record
class Comparison:
    """What two robots share and what not; true where nothing differs.

    `only_a` and `only_b` are links that are in one robot only, as part of a body that both have:
    merging links over fixed joints does that, and moves nothing. `matched` counts what was
    compared, by kind. `poses` is how many configurations were compared, `farthest` by how much a
    link was off in the worst of them [m], and `turned` by how much it was turned [rad]; None where
    no configuration could be compared. `notes` say what could not be compared, and why.
    """

    name_a: str
    name_b: str
    differences: tuple[Difference, ...]
    renamed: tuple[Renamed, ...]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    matched: Mapping[str, int]
    poses: int
    farthest: float | None
    turned: float | None
    mobility: tuple[int | None, int | None]
    notes: tuple[str, ...] = ()

    @property
    def equal(self) -> bool:
        """Whether nothing differs."""
        return not self.differences

    def __bool__(self) -> bool:
        return self.equal

    def __repr__(self) -> str:
        found = "equal" if self.equal else count(len(self.differences), "difference")
        return f"<Comparison {self.name_a!r} with {self.name_b!r}: {found}>"

    def __str__(self) -> str:
        from .report import as_text

        return as_text(self)


def shown(a: Value, b: Value) -> tuple[str, str]:
    """Two values as text, with as many digits as it takes to tell them apart."""
    for digits in (6, 9, 12, 17):
        first, second = _shown(a, digits), _shown(b, digits)
        if first != second:
            break
    return first, second


def _shown(value: Value, digits: int) -> str:
    if value is None:
        return "none"
    if isinstance(value, str):
        return f"'{value}'"
    if isinstance(value, tuple):
        return f"({', '.join(_shown(number, digits) for number in value)})"
    return f"{value + 0.0:.{digits}g}"
