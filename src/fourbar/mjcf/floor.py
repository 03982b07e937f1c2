"""Where the floor of a scene is: below all shapes of the robot."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor
from typing import TYPE_CHECKING

import numpy as np

from ..diagnostics import PartPath
from ..mechanics import forward_kinematics
from ..robot import Box, Capsule, Cylinder, Geometry, Mesh, Pose, Robot, Sphere
from ..transfer.base import WORLD
from .mesh_files import MeshFiles
from .options import MjcfOptions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..mechanics import Model

_STEP = 1e-6
"""[m] The height of a floor is a multiple of it, so that files have short numbers."""


def floor_height(
    model: Model, q: NDArray[np.float64], meshes: MeshFiles, options: MjcfOptions
) -> float:
    """The height of the floor [m]: 0, or where the robot is lowest at q, if that is below 0.

    By shapes that touch it; by those that are seen where the file has no others. Shapes of a root
    called `world` are part of the ground.
    """
    data = model.data()
    forward_kinematics(model, data, q, coordinates="spanning")
    lowest = 0.0
    for link, pose, geometry, path in _shapes(model.robot, options):
        T = np.array(data.poses[model.link_number(link)]) @ pose.matrix()
        lowest = min(lowest, float(T[2, 3]) - _depth(geometry, T[2, :3], meshes, path))
    return floor(lowest / _STEP) * _STEP if lowest < -_STEP else 0.0


def _shapes(robot: Robot, options: MjcfOptions) -> Iterator[tuple[str, Pose, Geometry, PartPath]]:
    links = [link for link in robot.links if link is not robot.root or link.name != WORLD]
    touched = options.collisions and any(link.collisions for link in links)
    for link in links:
        kind = "collision" if touched else "visual"
        shapes = link.collisions if touched else link.visuals if options.visuals else ()
        for number, shape in enumerate(shapes):
            path = PartPath("link", link.name).item(kind, number)
            yield link.name, shape.origin, shape.geometry, path


def _depth(geometry: Geometry, up: NDArray[np.float64], meshes: MeshFiles, path: PartPath) -> float:
    """How far a shape goes down from its origin; `up` (3,) is the world's z in its axes."""
    found = 0.0
    match geometry:
        case Box():
            found = 0.5 * float(np.abs(up) @ np.abs(geometry.size))
        case Sphere():
            found = geometry.radius
        case Cylinder():
            round_ = float(np.hypot(up[0], up[1]))
            found = 0.5 * geometry.length * abs(float(up[2])) + geometry.radius * round_
        case Capsule():
            found = 0.5 * geometry.length * abs(float(up[2])) + geometry.radius
        case Mesh():
            points = meshes.points(geometry, path)
            found = -float((points @ up).min(initial=0.0))
        case _:
            pass
    return found if np.isfinite(found) else 0.0
