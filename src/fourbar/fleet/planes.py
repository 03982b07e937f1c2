"""Planes in which loops move: parts of a planar linkage may be off within its plane only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..mechanics import forward_kinematics
from ..numerics import CHECKS_PARALLEL_AXES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..mechanics import Model
    from ..robot import Pose, Robot
    from ..robot.kind import JointKind

Normals = dict[tuple[str, str], tuple["NDArray[np.float64]", "NDArray[np.float64]"]]
"""For an origin, by ("joint", name), ("predecessor", name) or ("successor", name): the normal of
its plane in the frame that it is given in, and in the frame that it makes."""


def plane_normals(model: Model) -> Normals:
    """The normals of all origins on loops whose axes are parallel, at the chart's home."""
    robot = model.robot
    data = model.data()
    forward_kinematics(model, data, model.chart.home)
    turn = {link.name: data.pose(link.name)[:3, :3] for link in robot.links}
    above = {joint.child: joint for joint in robot.joints}
    found: Normals = {}

    def both(
        link: str, origin: Pose, n: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        in_link = turn[link].T @ n
        return in_link, np.array(origin.rotation()).T @ in_link

    for loop in robot.loops:
        ends = [_to_root(robot, name) for name in (loop.predecessor, loop.successor)]
        cycle = [above[name] for name in sorted(set(ends[0]) ^ set(ends[1]))]
        axes = [
            (j.kind, turn[j.parent] @ np.array(j.origin.rotation()) @ np.array(j.axis))
            for j in cycle
            if j.kind.moves
        ]
        normal = _common_normal(axes)
        if normal is None:
            continue
        for j in cycle:
            found["joint", j.name] = both(j.parent, j.origin, normal)
        for end in ("predecessor", "successor"):
            link, origin = getattr(loop, end), getattr(loop, f"{end}_origin")
            found[end, loop.name] = both(link, origin, normal)
    return found


def _to_root(robot: Robot, link: str) -> list[str]:
    """The links from one to the root that have a joint above them."""
    above = {joint.child: joint.parent for joint in robot.joints}
    found: list[str] = []
    while link in above:
        found.append(link)
        link = above[link]
    return found


def _common_normal(
    axes: list[tuple[JointKind, NDArray[np.float64]]],
) -> NDArray[np.float64] | None:
    """What all hinges turn about and all slides are across; None where there is none."""
    single = [(kind.chain[0].motion, axis) for kind, axis in axes if len(kind.chain) == 1]
    hinges = [axis for motion, axis in single if motion == "rotation"]
    slides = [axis for motion, axis in single if motion == "translation"]
    if not hinges or len(hinges) + len(slides) < len(axes):
        return None
    n = hinges[0] / np.linalg.norm(hinges[0])
    off = [np.linalg.norm(np.cross(n, axis)) for axis in hinges]
    off += [abs(float(n @ axis)) for axis in slides]
    return n if max(off) <= CHECKS_PARALLEL_AXES else None
