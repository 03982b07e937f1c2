"""Why the compiled core refused a configuration, in words."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Literal

from ..error import ModelError
from ..loops.closed import refuse_open
from ..loops.error import LoopError
from .error import SingularPoseWarning

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..model import Model

_NAMED = 5
"""Joints without mass that a message lists."""

Verdict = Literal["open", "velocity", "acceleration", "undetermined", "singular", "massless"]


def refuse(model: Model, verdict: Verdict, row: int, column: int, q: NDArray[np.float64]) -> None:
    """Raise what a verdict of the compiled core means at row `row` of a batch (-1: no batch), q.

    A singular pose only warns: its accelerations are one choice of several.
    """
    where = "" if row < 0 else f" at configuration {row}"
    if verdict == "open":
        refuse_open(model, q, row)
    if verdict in ("velocity", "acceleration"):
        name, rate = ("v", "u") if verdict == "velocity" else ("a", "du")
        raise LoopError(
            f"{name} opens the loops of {model.name!r}{where}; give {rate}, the "
            f"{model.chart.size} numbers of the independent joints, and the others follow"
        )
    if verdict == "undetermined":
        raise LoopError(
            f"the independent coordinates of {model.name!r} do not determine the others"
            f"{where or ' here'}: the mechanism is at a singular pose"
        )
    if verdict == "massless":
        raise ModelError(_massless(model, column, where))
    warnings.warn(
        f"{model.name!r} is at a singular pose{where}: it can move in more ways than elsewhere, "
        "and the acceleration is one of several",
        SingularPoseWarning,
        stacklevel=3,
    )


def refuse_negative(model: Model) -> None:
    """Raise ModelError where a link that moves has a negative mass or moment of inertia."""
    for link in model.robot.links:
        found = link.inertial
        if found is None:
            continue
        moments = {name: getattr(found.inertia, name) for name in ("ixx", "iyy", "izz")}
        for what, value in {"mass": found.mass, **moments}.items():
            if value < 0.0 and len(model.support(link.name)):
                raise ModelError(
                    f"link {link.name!r} of {model.name!r} has a negative {what}, {value:g}, and "
                    "no motion follows from that; correct its <inertial> (`fourbar inertia` finds "
                    "it from shapes)"
                )


def refuse_negative_brakes(model: Model) -> None:
    """Raise ModelError where a joint has a negative damping or friction, which would drive it."""
    for what, values in (("damping", model.damping), ("friction", model.friction)):
        for name, slot in model.joints.items() if (values < 0.0).any() else ():
            if (values[slot.v] < 0.0).any():
                raise ModelError(
                    f"joint {name!r} of {model.name!r} has a negative {what}, "
                    f"{float(values[slot.v].min()):g}, which would give energy; correct its "
                    "<dynamics>"
                )


def _massless(model: Model, column: int, where: str) -> str:
    """What to do about a joint that moves no mass, and which others there are."""
    slots = [slot for slot in model.joints.values() if slot.nv]
    (slot,) = (slot for slot in slots if slot.v.start <= column < slot.v.stop)
    joint = model.robot.joints[slot.name]
    text = (
        f"joint {slot.name!r} of {model.name!r} moves no mass{where}, so its acceleration is "
        f"undefined; give link {joint.child!r} an <inertial> (`fourbar inertia` finds it from "
        "shapes), or the joint an armature"
    )
    moved = _moving_mass(model)
    bare = [
        other.name
        for other in slots
        if other is not slot and other.name not in moved and not model.armature[other.v].any()
    ]
    if bare:
        more = f" and {len(bare) - _NAMED} more" if len(bare) > _NAMED else ""
        text += f"; the same holds for {', '.join(bare[:_NAMED])}{more}"
    return text


def _moving_mass(model: Model) -> set[str]:
    """The joints that carry a link with mass."""
    carriers = {joint.child: joint for joint in model.robot.joints}
    found = set[str]()
    for link in model.robot.links:
        if link.inertial is None or not link.inertial.mass > 0.0:
            continue
        joint = carriers.get(link.name)
        while joint is not None and joint.name not in found:
            found.add(joint.name)
            joint = carriers.get(joint.parent)
    return found
