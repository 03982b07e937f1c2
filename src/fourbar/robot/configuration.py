"""Named joint positions, such as the group states of an SRDF file."""

from __future__ import annotations

from ..record import record


@record
class JointPosition:
    """The position of one joint [rad or m], one number per degree of freedom."""

    joint: str
    values: tuple[float, ...]


@record
class Configuration:
    """A named pose of some of the joints; `group` is the SRDF planning group, if any."""

    name: str
    positions: tuple[JointPosition, ...] = ()
    group: str | None = None
