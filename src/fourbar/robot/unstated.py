"""Limits that are not known, for readers that ask for all of them.

urdfdom, and with it ROS and Pinocchio, refuses a `<limit>` without effort and velocity and takes a
missing range for 0 to 0. In their place there are numbers that hold nothing back, and a mark, by
which they are not known again where fourbar reads them.
"""

from __future__ import annotations

from ..record import replace
from .joint import Joint, Limit

PLAUSIBLE = {"effort": 1e5, "velocity": 1e3}
"""[N m or N, rad/s or m/s] The largest that a joint of a robot may have."""
STAND_INS = {"lower": -1e4, "upper": 1e4, **PLAUSIBLE}
"""What is written where nothing is known [rad or m for a range]: far, and plausible."""
MARK = "unstated"
"""The attribute of `<limit>` that names them."""
WHOLE = "limit"
"""In the mark where nothing is known at all."""


def unstated(joint: Joint) -> tuple[str, ...]:
    """What a `<limit>` for all readers needs, and the joint does not know."""
    limit = joint.limit
    if limit is None:
        return (WHOLE, *STAND_INS) if joint.kind.requires_limit else ()
    ranged = joint.kind.has_range and limit.lower is None and limit.upper is None
    names = STAND_INS if ranged else PLAUSIBLE
    return tuple(name for name in names if getattr(limit, name) is None)


def completed(joint: Joint) -> Limit | None:
    """The limit with stand-ins for what is not known."""
    values = {name: STAND_INS[name] for name in unstated(joint) if name != WHOLE}
    return replace(joint.limit or Limit(), **values) if values else joint.limit


def without_stand_ins(limit: Limit, mark: str) -> Limit | None:
    """What is known of a limit with a mark: a number that someone has changed counts."""
    names = mark.split()
    unknown = {
        name: None
        for name, value in STAND_INS.items()
        if name in names and getattr(limit, name) == value
    }
    if WHOLE in names and len(unknown) == len(STAND_INS):
        return None
    return replace(limit, **unknown) if unknown else limit
