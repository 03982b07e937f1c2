"""Joints as chains of elementary motions about or along a coordinate axis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from .._native import motion_kinds
from ..numerics import EXACT
from ..robot import Planar, directions, plane_of
from ..robot.pose import vector3
from .error import ModelError
from .transform import quaternion_rotation, rotation_about, unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..robot import Joint

Core = Literal["turn", "slide", "screw", "orientation", "pose"]
"""The motions of the compiled core: an angle, a length, an angle with a length, a quaternion, a
place and a quaternion."""


class Motion(NamedTuple):
    """One elementary motion; `axis` is a unit vector in the joint frame, or unused."""

    core: Core
    axis: NDArray[np.float64]
    lead: float = 0.0  # [m/rad], of a screw


class Aligned(NamedTuple):
    """A motion in a body frame turned so that its axis is a coordinate axis."""

    motion: int  # its number in the compiled core
    axis: int  # of the body frame, that it is about or along; 0 where it is neither
    turn: NDArray[np.float64]  # 3 x 3, from the body frame to the parent's


_CORES: dict[str, Core] = {"rotation": "turn", "translation": "slide", "screw": "screw"}
_NUMBERS: dict[Core, int] = {
    "turn": motion_kinds().index("revolute"),
    "slide": motion_kinds().index("prismatic"),
    "screw": motion_kinds().index("screw"),
    "orientation": motion_kinds().index("spherical"),
    "pose": motion_kinds().index("floating"),
}


def motions(joint: Joint, planar: Planar) -> list[Motion]:
    """The chain of elementary motions a joint is made of, in the order of its coordinates."""
    kind = joint.kind
    if kind.orientation is not None:
        return [Motion("pose" if kind.orientation else "orientation", np.zeros(3))]
    try:
        axes = directions(joint, planar=planar)
    except ValueError as error:
        raise ModelError(
            f"joint {joint.name!r}: {error}; use three numbers that are not all zero"
        ) from None
    return [
        Motion(_CORES[step.motion], np.array(axis), joint.lead)
        for step, axis in zip(kind.steps(planar), axes, strict=True)
    ]


def align(motion: Motion, R_parent_joint: NDArray[np.float64]) -> Aligned:
    """Choose a body frame, on its parent's, in which the axis of a motion is a coordinate axis.

    Only links have frames that a user knows; bodies may take any. Where the axis is a coordinate
    axis of the parent already, the body keeps the parent's frame, and no kernel has to multiply by
    a constant rotation: in most robots, nowhere.
    """
    number = _NUMBERS[motion.core]
    if motion.core in ("orientation", "pose"):
        return Aligned(number, 0, R_parent_joint)
    axis = R_parent_joint @ motion.axis
    for k in range(3):
        if np.abs(np.delete(axis, k)).max() > EXACT:
            continue
        if axis[k] > 0.0:
            return Aligned(number, k, np.eye(3))
        flip = np.full(3, -1.0)  # half a turn about the next axis
        flip[(k + 1) % 3] = 1.0
        return Aligned(number, k, np.diag(flip))
    axis = unit(axis)
    return Aligned(number, 2, np.column_stack([*plane_of(vector3(axis)), axis]))


def displacement(joint: Joint, positions: Sequence[float], planar: Planar) -> NDArray[np.float64]:
    """The 4 x 4 transform across a joint at the given positions [rad or m]."""
    whole = np.eye(4)
    at = 0
    for motion in motions(joint, planar):
        step = np.eye(4)
        if motion.core in ("turn", "screw"):
            step[:3, :3] = rotation_about(motion.axis, positions[at])
            step[:3, 3] = motion.axis * motion.lead * positions[at]
            at += 1
        elif motion.core == "slide":
            step[:3, 3] = motion.axis * positions[at]
            at += 1
        else:
            if motion.core == "pose":
                step[:3, 3] = positions[at : at + 3]
                at += 3
            step[:3, :3] = quaternion_rotation(unit(np.array(positions[at : at + 4])))
            at += 4
        whole = whole @ step
    return whole
