"""What a degree of freedom does to its node: section "Runtime behaviour" of the specification."""

from __future__ import annotations

from math import hypot, pi

from ...robot import Vector3
from ...spatial.rotation import quaternion_about
from ..read.extension import DofRecord
from ..read.placement import NOWHERE, Frame


def slide_of(motion: str, pitch: float | None, value: float) -> float | None:
    """How far a DOF at a position goes along its axis [m]; None for those that only turn."""
    if motion == "screw":
        return (pitch or 0.0) * value / (2.0 * pi)
    return value if motion == "translation" else None


def displacement(dof: DofRecord, value: float) -> Frame:
    """The motion of one DOF [rad or m], about or along its axis at unit length."""
    return displaced(dof, value, NOWHERE)


def displaced(dof: DofRecord, value: float, authored: Frame) -> Frame:
    """The frame of a DOF node at a position [rad or m]: only the channel of the DOF is set."""
    x, y, z = axis = unit_axis(dof)
    slide = slide_of(dof.motion, dof.pitch, value)
    translation = authored[0] if slide is None else (x * slide, y * slide, z * slide)
    return translation, authored[1] if dof.motion == "translation" else quaternion_about(
        axis, value
    )


def unit_axis(dof: DofRecord) -> Vector3:
    """The axis of a DOF at unit length; one without length stays as it is."""
    x, y, z = dof.axis
    length = hypot(x, y, z)
    if length in (0.0, 1.0):
        return dof.axis
    return (x / length, y / length, z / length)
