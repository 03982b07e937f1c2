"""Joints as chains of elementary motions about or along a coordinate axis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from .coordinates import Planar
from .error import ModelError
from .transform import quaternion_rotation, rotation_about, unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..robot import Joint, Vector3

Kind = Literal["revolute", "prismatic", "spherical", "floating"]


class Motion(NamedTuple):
    """One elementary motion; `axis` is a unit vector in the joint frame, or unused."""

    kind: Kind
    axis: NDArray[np.float64]


class Aligned(NamedTuple):
    """A motion in a body frame turned so that its axis is a coordinate axis."""

    code: int  # the number of the motion in the compiled core
    turn: NDArray[np.float64]  # 3 x 3, from the body frame to the parent's


# An axis this close to a coordinate axis is taken for one: below the last digit of any result.
_EXACT = 1e-15
_FIRST_CODE = {"revolute": 0, "prismatic": 3, "spherical": 6, "floating": 7}


def motions(joint: Joint, planar: Planar) -> list[Motion]:
    """The chain of elementary motions a joint is made of, in the order of its coordinates.

    A universal joint turns about `axis`, then about its second axis. A planar joint slides along
    the two directions of `plane_of`; with "xyt" it then turns about its normal.
    """
    if joint.type in ("spherical", "floating"):
        kind: Kind = "spherical" if joint.type == "spherical" else "floating"
        return [Motion(kind, np.zeros(3))]
    axis = _unit_axis(joint, joint.axis)
    if joint.type == "prismatic":
        return [Motion("prismatic", axis)]
    if joint.type == "planar":
        slides = [Motion("prismatic", direction) for direction in plane_of(axis)]
        return [*slides, Motion("revolute", axis)] if planar == "xyt" else slides
    if joint.type == "universal":
        return [
            Motion("revolute", axis),
            Motion("revolute", _unit_axis(joint, joint.second_axis)),
        ]
    return [Motion("revolute", axis)]


def plane_of(normal: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Two unit directions in the plane, right-handed with its normal.

    The first is the projection of the first of x, y, z that stands at more than 45 degrees to the
    normal: x and y for normal z, y and z for normal x, x and -z for normal y.
    """
    from ..robot.joint import default_second_axis

    x, y, z = (float(c) for c in normal)
    first = np.array(default_second_axis((x, y, z)))
    first = unit(first - (first @ normal) * normal)
    return first, np.cross(normal, first)


def align(motion: Motion, R_parent_joint: NDArray[np.float64]) -> Aligned:
    """Choose a body frame, on its parent's, in which the axis of a motion is a coordinate axis.

    Only links have frames that a user knows; bodies may take any. Where the axis is a coordinate
    axis of the parent already, the body keeps the parent's frame, and no kernel has to multiply by
    a constant rotation: in most robots, nowhere.
    """
    code = _FIRST_CODE[motion.kind]
    if motion.kind in ("spherical", "floating"):
        return Aligned(code, R_parent_joint)
    axis = R_parent_joint @ motion.axis
    for k in range(3):
        if np.abs(np.delete(axis, k)).max() > _EXACT:
            continue
        if axis[k] > 0.0:
            return Aligned(code + k, np.eye(3))
        flip = np.full(3, -1.0)  # half a turn about the next axis
        flip[(k + 1) % 3] = 1.0
        return Aligned(code + k, np.diag(flip))
    axis = unit(axis)
    first, second = plane_of(axis)
    return Aligned(code + 2, np.column_stack([first, second, axis]))


def displacement(joint: Joint, positions: Sequence[float], planar: Planar) -> NDArray[np.float64]:
    """The 4 x 4 transform across a joint at the given positions [rad or m]."""
    whole = np.eye(4)
    at = 0
    for motion in motions(joint, planar):
        step = np.eye(4)
        if motion.kind == "revolute":
            step[:3, :3] = rotation_about(motion.axis, positions[at])
            at += 1
        elif motion.kind == "prismatic":
            step[:3, 3] = motion.axis * positions[at]
            at += 1
        else:
            if motion.kind == "floating":
                step[:3, 3] = positions[at : at + 3]
                at += 3
            step[:3, :3] = quaternion_rotation(unit(np.array(positions[at : at + 4])))
            at += 4
        whole = whole @ step
    return whole


def _unit_axis(joint: Joint, axis: Vector3) -> NDArray[np.float64]:
    vector = np.array(axis, dtype=np.float64)
    length = float(np.linalg.norm(vector))
    if not (np.isfinite(length) and length > 0.0):
        raise ModelError(
            f"joint {joint.name!r} moves about axis {axis}, which has no direction; "
            "give it three numbers that are not all zero"
        )
    return vector / length
