"""Actuators for driven joints."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from ..transfer.elementary import Freedom
from ..transfer.lowering import Lowered
from ..xml.node import Node
from .bodies import Bodies, bounds_of, is_range
from .options import Actuators
from .text import written

if TYPE_CHECKING:
    from ..mechanics import Model

_GAIN = 100.0
"""[N m/rad or N/m] Of a position actuator at a joint without a limit of effort."""
_FULL_AT = 0.1
"""[rad or m] The error at which a position actuator gives the joint's largest effort."""
_RATE = 10.0
"""[N m s/rad or N s/m] Of a velocity actuator at a joint without a limit of effort."""


def driven_freedoms(lowered: Lowered, joint: str) -> list[Freedom]:
    """The motions of a driven joint that can have an actuator."""
    return [
        freedom
        for freedom in lowered.freedoms[joint]
        if freedom.kind in ("hinge", "slide") and freedom.factor == 1.0
    ]


def held_positions(lowered: Lowered, model: Model, kind: Actuators) -> list[str]:
    """The elementary joints whose positions actuators hold, in the order of these."""
    if kind != "position":
        return []
    joints = (drive.joint for drive in model.drives)
    return [freedom.name for joint in joints for freedom in driven_freedoms(lowered, joint)]


def actuator_node(lowered: Lowered, bodies: Bodies, model: Model, kind: Actuators) -> Node:
    """One actuator per degree of freedom of every drive of the robot.

    Efforts are bounded by the joint (`actuatorfrcrange`). A position actuator gives all of it at an
    error of 0.1 rad or m and is critically damped; a velocity actuator gives all of it when it is
    off by the joint's largest velocity.
    """
    node = Node("actuator")
    if kind == "none":
        return node
    for drive in model.drives:
        for freedom in driven_freedoms(lowered, drive.joint):
            effort = freedom.effort if freedom.effort and isfinite(freedom.effort) else 0.0
            attributes = {
                "name": bodies.joints[freedom.name],
                "joint": bodies.joints[freedom.name],
            }
            if kind == "position":
                attributes["kp"] = written((effort / _FULL_AT if effort > 0.0 else _GAIN,))
                attributes["dampratio"] = "1"
                if is_range(freedom):
                    attributes["ctrlrange"] = written(bounds_of(freedom))
            elif kind == "velocity":
                fastest = freedom.velocity or 0.0
                known = fastest > 0.0 and isfinite(fastest)
                both = known and effort > 0.0
                attributes["kv"] = written((effort / fastest if both else _RATE,))
                if known:
                    attributes["ctrlrange"] = written((-fastest, fastest))
            elif effort > 0.0:
                attributes["ctrlrange"] = written((-effort, effort))
            node.add(Node(kind, attributes))
    return node
