"""Boxes, cylinders, capsules and spheres around points.

Native code finds a good frame. It is rounded to what will be written, and only then are the points
measured in it and the size rounded up, so that the shape in the file contains them whatever was
rounded on the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product
from math import ceil, floor, log10
from typing import TYPE_CHECKING

import numpy as np

from .._native import smallest_ball, smallest_box, smallest_capsule, smallest_cylinder
from ..numerics import COVERS_DIGITS, COVERS_SLACK
from ..robot import Box, Capsule, Cylinder, Pose, Sphere
from ..spatial.rotation import rpy_of_matrix
from .cover import CoverShape, Kind

if TYPE_CHECKING:
    from .surface import Points


class Grid:
    """How numbers of one link are rounded."""

    def __init__(self, points: Points) -> None:
        self.size = float(np.linalg.norm(np.ptp(points, axis=0)))
        largest = max(self.size, float(np.abs(points).max()) * 1e-3)
        self.places = COVERS_DIGITS - floor(log10(largest)) if largest > 0 else COVERS_DIGITS

    def up(self, value: float) -> float:
        """At least the value, and a bit."""
        step = 10.0**-self.places
        return round(ceil((value + COVERS_SLACK * self.size) / step) * step, self.places)

    def near(self, value: float) -> float:
        """The value with a digit more than sizes have."""
        return round(value, self.places + 1) + 0.0

    def pose(self, centre: Sequence[float], rotation: Sequence[Sequence[float]]) -> Pose:
        """A frame of numbers as they will be written; `rotation` row by row."""
        x, y, z = (self.near(float(value)) for value in centre)
        a, b, c = (round(angle, 9) + 0.0 for angle in rpy_of_matrix(rotation))
        return Pose((x, y, z), (a, b, c))


def fit(kind: Kind, points: Points, grid: Grid) -> CoverShape:
    """A primitive around points that are not in one plane."""
    match kind:
        case "box":
            return fit_box(points, grid)
        case "cylinder":
            return fit_cylinder(points, grid)
        case "capsule":
            return fit_capsule(points, grid)
        case _:
            return fit_sphere(points, grid)


def fit_box(points: Points, grid: Grid) -> CoverShape:
    """The smallest box over the faces of the hull."""
    numbers = smallest_box(points)
    pose = grid.pose(numbers[9:], _upright(numbers))
    half = np.abs(_local(points, pose)).max(axis=0)
    x, y, z = (grid.up(2 * float(value)) for value in half)
    return CoverShape("box", pose, Box((x, y, z)))


def fit_cylinder(points: Points, grid: Grid) -> CoverShape:
    """A small cylinder about candidate axes."""
    numbers = smallest_cylinder(points)
    pose = grid.pose(numbers[9:], _about(numbers[6:9]))
    local = _local(points, pose)
    radius = grid.up(float(np.hypot(local[:, 0], local[:, 1]).max()))
    length = grid.up(2 * float(np.abs(local[:, 2]).max()))
    return CoverShape("cylinder", pose, Cylinder(radius, length))


def fit_capsule(points: Points, grid: Grid) -> CoverShape:
    """A small capsule about candidate axes."""
    numbers = smallest_capsule(points)
    pose = grid.pose(numbers[9:], _about(numbers[6:9]))
    local = _local(points, pose)
    across = np.hypot(local[:, 0], local[:, 1])
    radius = grid.up(float(across.max()))
    # A point is inside if the segment reaches the chord that is left at its distance.
    half = np.abs(local[:, 2]) - np.sqrt(np.maximum(radius**2 - across**2, 0.0))
    length = grid.up(2 * max(float(half.max()), 0.0))
    return CoverShape("capsule", pose, Capsule(radius, length))


def fit_sphere(points: Points, grid: Grid) -> CoverShape:
    """The smallest sphere."""
    pose = grid.pose(smallest_ball(points), np.eye(3).tolist())
    radius = grid.up(float(np.linalg.norm(_local(points, pose), axis=1).max()))
    return CoverShape("sphere", pose, Sphere(radius))


def _local(points: Points, pose: Pose) -> Points:
    return (points - np.array(pose.xyz)) @ np.array(pose.rotation())


def _upright(numbers: Sequence[float]) -> list[list[float]]:
    """The rotation of a box that is nearest to none: its axes have no order and no sign."""
    axes = np.array(numbers[:9]).reshape(3, 3)
    best, most = np.eye(3), -np.inf
    for order in permutations(range(3)):
        for signs in product((1.0, -1.0), repeat=3):
            R = (axes[list(order)] * np.array(signs)[:, None]).T
            if np.linalg.det(R) > 0 and np.trace(R) > most + 1e-9:
                best, most = R, np.trace(R)
    return best.tolist()


def _about(axis: Sequence[float]) -> list[list[float]]:
    """The shortest rotation of z to an axis, which has no sign."""
    z = np.array(axis)
    if z[np.abs(z).argmax()] < 0:
        z = -z
    if z[2] < -1 + 1e-9:
        return np.diag([1.0, -1.0, -1.0]).tolist()
    v = np.array([-z[1], z[0], 0.0])  # z0 x z
    K = np.array([[0, 0, v[1]], [0, 0, -v[0]], [-v[1], v[0], 0]])
    return (np.eye(3) + K + K @ K / (1 + z[2])).tolist()
