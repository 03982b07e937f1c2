"""Lines that show what cannot be seen: ranges of joints, inertia, how far loops are open.

Each is an array (2 n, 3) of the ends of n lines, in the frame of its object.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, isfinite, log10, tau
from typing import TYPE_CHECKING, Any

import numpy as np

from ..robot.pose import Pose
from ..spatial.vector import Vector3

if TYPE_CHECKING:
    from numpy.typing import NDArray

Rgba = tuple[float, float, float, float]

_STEP = tau / 48.0
"""[rad] The longest piece of an arc that is drawn straight."""
_CLOSED, _OPEN = 1e-5, 1e-2
"""[m] Single precision keeps closed loops closed to the one; the other is wide open."""
GREEN: Rgba = (0.15, 0.85, 0.25, 1.0)
RED: Rgba = (1.0, 0.15, 0.1, 1.0)


def axis_lines(axis: Vector3, reach: float) -> NDArray[np.float64]:
    """The axis of a joint, both ways."""
    along = _unit(axis) * reach
    return np.array([-along, along])


def range_lines(
    kind: str, axis: Vector3, lower: float, upper: float, q: float, size: float
) -> NDArray[np.float64]:
    """From where to where a joint moves, and where it is: an arc with spokes, or a ruler."""
    if not (isfinite(lower) and isfinite(upper)) or lower > upper:
        return np.empty((0, 3))
    x = _unit(axis)
    y = np.eye(3)[int(np.abs(x).argmin())]
    y = y - x * float(x @ y)
    y = y / np.linalg.norm(y)
    z = np.cross(x, y)
    if kind == "prismatic":
        ends = [x * lower, x * upper]
        ticks = [end + side * 0.3 * size * y for end in ends for side in (-1.0, 1.0)]
        at = [x * q - 0.6 * size * z, x * q + 0.6 * size * z]
        return np.array([*ends, *ticks, *at], dtype=np.float64)
    angles: NDArray[np.float64] = np.linspace(
        lower, upper, max(ceil((upper - lower) / _STEP), 1) + 1
    )
    rim = size * (np.cos(angles)[:, None] * y + np.sin(angles)[:, None] * z)
    spokes = [np.zeros(3), rim[0], np.zeros(3), rim[-1]]
    now = 1.2 * size * (np.cos(q) * y + np.sin(q) * z)
    return np.concatenate([_joined(rim), np.array([*spokes, np.zeros(3), now])])


def cross_lines(center: Vector3, reach: float) -> NDArray[np.float64]:
    """A small cross at the centre of mass."""
    ends = np.eye(3) * reach
    return np.array([p for end in ends for p in (-end, end)]) + np.array(center)


def ellipsoid_lines(properties: Mapping[str, Any]) -> NDArray[np.float64]:
    """The solid ellipsoid that has a link's mass and inertia, as three ellipses.

    Nothing where no solid has such an inertia.
    """
    mass = properties.get("mass")
    tensor = properties.get("inertia")
    if not mass or tensor is None or mass <= 0.0:
        return np.empty((0, 3))
    xx, yy, zz, xy, xz, yz = tensor
    moments, ways = np.linalg.eigh(
        np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], dtype=np.float64)
    )
    squares = 2.5 / mass * (moments.sum() - 2.0 * moments)
    if squares.min() <= 0.0:
        return np.empty((0, 3))
    zero = (0.0, 0.0, 0.0)
    frame = Pose(
        tuple(properties.get("center_of_mass", zero)), tuple(properties.get("inertia_rpy", zero))
    ).matrix()
    radii = ways * np.sqrt(squares)
    turn = np.linspace(0.0, tau, 33)[:, None]
    rings = [
        _joined(np.cos(turn) * radii[:, a] + np.sin(turn) * radii[:, b])
        for a, b in ((0, 1), (1, 2), (2, 0))
    ]
    return np.concatenate(rings) @ frame[:3, :3].T + frame[:3, 3]


def gap_color(gap: float) -> Rgba:
    """Green for a closed loop, red for one that is open by a centimetre, between by the decade."""
    share = (log10(max(gap, _CLOSED)) - log10(_CLOSED)) / (log10(_OPEN) - log10(_CLOSED))
    share = min(share, 1.0)
    red, green, blue, alpha = (a + share * (b - a) for a, b in zip(GREEN, RED, strict=True))
    return red, green, blue, alpha


def _joined(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """The ends of the lines from each point to the next."""
    return np.repeat(points, 2, axis=0)[1:-1]


def _unit(axis: Vector3) -> NDArray[np.float64]:
    found = np.array(axis, dtype=np.float64)
    length = float(np.linalg.norm(found))
    return found / length if length else np.array([0.0, 0.0, 1.0], dtype=np.float64)
