"""A parallel actuator as the serial one that it is equal to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..._native import explicit_form, mass_matrix
from ...numerics import NEAR_AXIS
from ..loops.declared import joint_names
from .limits import driven_columns, effort_limits

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..model import Model


class Equivalent(NamedTuple):
    """A mechanism at a pose as if its independent joints were a serial chain.

    Attributes
    ----------
    independent
        The joints, one name for each of their velocities.
    mass_matrix
        What they feel of all masses and rotors, links between included, (nu, nu).
    transmission
        How the independent joints feel an effort of one at each drive, (nu, drives).
    lower, upper
        The least and largest effort at each joint that the drives can give, whatever it does to
        the others (nu,) [N m or N].
    polygon
        For two independent joints, the corners of all pairs of efforts that the drives can give at
        the same time, (corners, 2), counter-clockwise; None for other numbers, and where a drive
        has no limit. Two corners where all drives pull along one line.

    With a leading axis for a batch; `polygon` of a batch is one for every row.
    """

    independent: tuple[str, ...]
    mass_matrix: NDArray[np.float64]
    transmission: NDArray[np.float64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    polygon: NDArray[np.float64] | tuple[NDArray[np.float64], ...] | None


def equivalent(model: Model, q: ArrayLike) -> Equivalent:
    """The exact serial inertia and efforts of a mechanism whose drives are elsewhere, at q.

    For simulators that have no loops: ankles and wrists with two motors in parallel, for example.
    It holds at this pose; rotors and links between make the matrix neither constant nor diagonal.
    """
    G, _ = explicit_form(model, None, q, None)
    B = np.swapaxes(G[..., driven_columns(model), :], -1, -2)
    limits = effort_limits(model)
    with np.errstate(invalid="ignore"):
        reach = np.where(B != 0.0, np.abs(B) * limits, 0.0).sum(axis=-1)
    columns = model.chart.v.tolist() if model.loops.blocks else list(range(model.nv))
    polygon = None
    if len(columns) == 2 and np.isfinite(limits).all():
        polygon = _polygon(B * limits) if B.ndim == 2 else tuple(map(_polygon, B * limits))
    return Equivalent(
        tuple(joint_names(model, [column])[0] for column in columns),
        np.array(mass_matrix(model, None, q)),
        np.ascontiguousarray(B),
        -reach,
        reach,
        polygon,
    )


def _polygon(generators: NDArray[np.float64]) -> NDArray[np.float64]:
    """The corners of all sums of the columns (2, n), each times a number from -1 to 1."""
    sides = generators[:, np.abs(generators).max(axis=0, initial=0.0) > 0.0]
    sides = np.where((sides[1] < 0.0) | ((sides[1] == 0.0) & (sides[0] < 0.0)), -sides, sides)
    angles = np.arctan2(sides[1], sides[0])
    order = np.argsort(angles, kind="stable")
    # Sides along one line are one side: between them there is no corner. Half a turn is none.
    joined: list[NDArray[np.float64]] = []
    last = -np.inf
    for k in order:
        side = sides[:, k]
        if angles[k] - last <= NEAR_AXIS:
            joined[-1] = joined[-1] + side
        elif joined and angles[k] - angles[order[0]] >= np.pi - NEAR_AXIS:
            joined[0] = joined[0] - side
            continue
        else:
            joined.append(side)
        last = angles[k]
    corner = -np.sum(joined, axis=0) if joined else np.zeros(2)
    corners: list[NDArray[np.float64]] = []
    for side in (*joined, *(-side for side in joined)):
        corners.append(corner)
        corner = corner + 2.0 * side
    return np.array(corners).reshape(-1, 2)
