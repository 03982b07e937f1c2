"""Named joint positions, such as the group states of an SRDF file."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite

from ..record import record
from .error import RobotError
from .kind import JointKind, Planar
from .named import UnknownNameError
from .values import check_items, check_text, check_type, set_field


@record
class JointPosition:
    """The position of one joint [rad or m], as q has it.

    One number per degree of freedom, and a quaternion x y z w for an orientation.
    """

    joint: str
    values: tuple[float, ...]

    def __post_init__(self) -> None:
        check_text(self, "joint")
        if type(self.values) is not tuple:
            set_field(self, "values", tuple(float(x) for x in self.values))

    def fit(self, kind: JointKind, planar: Planar = "xy") -> tuple[float, ...] | None:
        """The values in the chosen coordinates of planar joints; None where they do not fit.

        An angle about the normal that the description leaves out is zero; one that is zero can be
        left out.
        """
        values, turn = self.values, len(kind.steps(planar)) - kind.dof
        if kind.wide is not None and len(values) == kind.dof:
            values += (0.0,) * turn
        elif kind.wide is not None and turn == 0 and not any(values[kind.dof :]):
            values = values[: kind.dof]
        first = kind.orientation
        sound = len(values) == kind.nq(planar) and all(map(isfinite, values))
        return values if sound and (first is None or any(values[first:])) else None


@record
class Configuration:
    """A named pose of some of the joints; `group` is the SRDF planning group, if any."""

    name: str
    positions: tuple[JointPosition, ...] = ()
    group: str | None = None

    def __post_init__(self) -> None:
        check_text(self, "name")
        check_items(self, "positions", JointPosition)
        check_type(self, "group", str, optional=True)

    @property
    def label(self) -> str:
        """What it can be asked for by where several groups have the name: `arm/home`."""
        return self.name if self.group is None else f"{self.group}/{self.name}"


def find_configuration(configurations: Iterable[Configuration], name: str) -> Configuration:
    """The configuration of that name or label; of several in one group, the last.

    UnknownNameError where there is none, ValueError where several groups have the name.
    """
    labelled = {configuration.label: configuration for configuration in configurations}
    if name in labelled:
        return labelled[name]
    named = [each for each in labelled.values() if each.name == name]
    if len(named) > 1:
        labels = " or ".join(f"'{each.label}'" for each in named)
        raise RobotError(f"several groups have a configuration '{name}'; use {labels}")
    if not named:
        known = [each.name for each in labelled.values()]
        raise UnknownNameError("configuration", name, known)
    return named[0]
