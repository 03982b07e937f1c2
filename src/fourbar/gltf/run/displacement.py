"""What a degree of freedom does to its node: section "Runtime behaviour" of the specification."""

from __future__ import annotations

from math import hypot

from ...robot import Vector3
from ...spatial.rotation import quaternion_about
from ..read.extension import DofRecord
from ..read.placement import NOWHERE, Frame


def displacement(dof: DofRecord, value: float) -> Frame:
    """The motion of one DOF [rad or m], about or along its axis at unit length."""
    return displaced(dof, value, NOWHERE)


def displaced(dof: DofRecord, value: float, authored: Frame) -> Frame:
    """The frame of a DOF node at a position [rad or m]: only the channel of the DOF is set."""
    axis = unit_axis(dof)
    if dof.motion == "rotation":
        return authored[0], quaternion_about(axis, value)
    return (axis[0] * value, axis[1] * value, axis[2] * value), authored[1]


def unit_axis(dof: DofRecord) -> Vector3:
    """The axis of a DOF at unit length; one without length stays as it is."""
    x, y, z = dof.axis
    length = hypot(x, y, z)
    if length in (0.0, 1.0):
        return dof.axis
    return (x / length, y / length, z / length)
