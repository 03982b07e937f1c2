"""Motion and constraint subspaces of a joint (Featherstone, Rigid Body Dynamics Algorithms, 3.5).

Twists and wrenches are linear first, in the joint's frame at position zero.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...robot import Joint, Loop
from ..coordinates import Planar
from ..motion import plane_of

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Subspaces(NamedTuple):
    """S (6, n): what the joint lets move. Psi (6, 6 - n): what it holds. Psi^T S = 0."""

    S: NDArray[np.float64]
    Psi: NDArray[np.float64]


def subspaces(joint: Joint | Loop, *, planar: Planar = "xy") -> Subspaces:
    """S and Psi of a tree joint or a loop.

    Columns of Psi are unit forces, then unit couples, along t1, t2 and the axis, where
    t1, t2 = `plane_of(axis)` and the axes are x, y, z for joints without one. These are the rows
    of the loop's residual, in that order.
    """
    axes = frame_axes(joint)
    t1, t2, a = axes.T
    zero = np.zeros(3)
    free: list[tuple[NDArray[np.float64], NDArray[np.float64]]] = []
    slides, turning = demands(joint, planar)
    if joint.type in ("revolute", "continuous"):
        free = [(zero, a)]
    elif joint.type == "prismatic":
        free = [(a, zero)]
    elif joint.type == "planar":
        free = [(t1, zero), (t2, zero), *([(zero, a)] if planar == "xyt" else [])]
    elif joint.type == "universal":
        free = [(zero, a), (zero, unit_axis(joint.second_axis, joint.name))]
    elif joint.type == "spherical":
        free = [(zero, axis) for axis in np.eye(3)]
    elif joint.type == "floating":
        free = [*((axis, zero) for axis in np.eye(3)), *((zero, axis) for axis in np.eye(3))]
    held = [(axes[:, k], zero) for k in range(3) if slides[k]]
    if turning == 1:
        normal = np.cross(a, unit_axis(joint.second_axis, joint.name))
        held.append((zero, normal / np.linalg.norm(normal)))
    else:
        held += [(zero, axes[:, k]) for k in range(turning)]
    return Subspaces(_columns(free), _columns(held))


def demands(joint: Joint | Loop, planar: Planar) -> tuple[tuple[bool, bool, bool], int]:
    """Which translations along t1, t2, axis a joint holds, and how many rotations.

    One rotation is the universal joint's, two are those across the axis.
    """
    match joint.type:
        case "revolute" | "continuous":
            return (True, True, True), 2
        case "prismatic":
            return (True, True, False), 3
        case "planar":
            return (False, False, True), 3 if planar == "xy" else 2
        case "universal":
            return (True, True, True), 1
        case "spherical":
            return (True, True, True), 0
        case "floating":
            return (False, False, False), 0
        case "fixed":
            return (True, True, True), 3


def frame_axes(joint: Joint | Loop) -> NDArray[np.float64]:
    """The rotation whose columns are t1, t2 and the joint's axis; identity without an axis."""
    if joint.type in ("fixed", "spherical", "floating"):
        return np.eye(3)
    axis = unit_axis(joint.axis, joint.name)
    first, second = plane_of(axis)
    return np.column_stack([first, second, axis])


def unit_axis(axis: tuple[float, float, float], name: str) -> NDArray[np.float64]:
    """The axis at length one."""
    from ..error import ModelError

    vector = np.array(axis, dtype=np.float64)
    length = float(np.linalg.norm(vector))
    if not (np.isfinite(length) and length > 0.0):
        raise ModelError(f"{name!r} has axis {axis}, which has no direction")
    return vector / length


def _columns(
    pairs: list[tuple[NDArray[np.float64], NDArray[np.float64]]],
) -> NDArray[np.float64]:
    if not pairs:
        return np.zeros((6, 0))
    return np.column_stack([np.concatenate(pair) for pair in pairs])
