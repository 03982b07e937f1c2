"""Motion and constraint subspaces of a joint (Featherstone, Rigid Body Dynamics Algorithms, 3.5).

Twists and wrenches are linear first, in the joint's frame at position zero.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from ...robot import Joint, Loop, directions, plane_of
from ...robot.pose import vector3
from ...robot.values import kind_of_value
from ...spatial.vector import unit

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Subspaces(NamedTuple):
    """S (6, n): what the joint lets move. Psi (6, 6 - n): what it holds. Psi^T S = 0."""

    S: NDArray[np.float64]
    Psi: NDArray[np.float64]


def subspaces(joint: Joint | Loop) -> Subspaces:
    """S and Psi of a tree joint or a loop.

    Columns of Psi are unit forces, then unit couples, along t1, t2 and the axis, where
    t1, t2 = `plane_of(axis)` and the axes are x, y, z for joints without one. These are the rows
    of the loop's residual, in that order.
    """
    if not isinstance(cast("object", joint), Joint | Loop):
        raise TypeError(f"expected a Joint or a Loop, got {kind_of_value(joint)}")
    axes = frame_axes(joint)
    zero = np.zeros(3)
    demands = joint.kind.demands
    free = [
        (np.array(d), zero)
        if step.motion == "translation"
        else (joint.lead * np.array(d), np.array(d))
        for step, d in zip(joint.kind.chain, directions(joint), strict=True)
    ]
    held = [(axes[:, k], zero) for k in range(3) if demands.slides[k]]
    if joint.lead:  # along the axis: a force, and the couple that the thread makes of it
        held[-1] = (axes[:, 2], -joint.lead * axes[:, 2])
    if demands.turning == 1:
        normal = np.cross(axes[:, 2], unit_axis(joint.second_axis, joint.name))
        held.append((zero, normal / np.linalg.norm(normal)))
    else:
        held += [(zero, axes[:, k]) for k in range(demands.turning)]
    return Subspaces(_columns(free), _columns(held))


def frame_axes(joint: Joint | Loop) -> NDArray[np.float64]:
    """The rotation whose columns are t1, t2 and the joint's axis; identity without an axis."""
    if not joint.kind.axes:
        return np.eye(3)
    axis = unit_axis(joint.axis, joint.name)
    return np.column_stack([*plane_of(vector3(axis)), axis])


def unit_axis(axis: tuple[float, float, float], name: str) -> NDArray[np.float64]:
    """The axis at length one."""
    from ..error import ModelError

    try:
        return np.array(unit(axis), dtype=np.float64)
    except ValueError:
        raise ModelError(f"{name!r} has axis {axis}, which has no direction") from None


def _columns(
    pairs: list[tuple[NDArray[np.float64], NDArray[np.float64]]],
) -> NDArray[np.float64]:
    if not pairs:
        return np.zeros((6, 0))
    return np.column_stack([np.concatenate(pair) for pair in pairs])
