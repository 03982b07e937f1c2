"""What Drake has no place for, one finding per kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..diagnostics import PartPath, Report
from ..robot import Robot
from ..transfer.base import WORLD
from ..transfer.losses import report_losses


def report_not_held(
    format: str, robot: Robot, relations: Iterable[PartPath], *, report: Report
) -> None:
    """Count what Drake does not take from the file, with the place of the first of each kind.

    `relations` are the mimics and couplings of joints with several coordinates.
    """
    found = [*_all(robot), *(("relations of joints with several positions", p) for p in relations)]
    report_losses(format, found, robot, report=report)


def _all(robot: Robot) -> Iterator[tuple[str, PartPath]]:
    for joint in robot.joints:
        path = PartPath("joint", joint.name)
        if joint.dynamics is not None and joint.dynamics.friction:
            yield "friction of joints, which Drake passes over", path / "dynamics"
        if joint.kind.free and joint.parent != robot.root.name:
            yield "floating joints on moving links; they are free in the world", path
        elif joint.kind.free and not joint.origin.is_identity:
            yield "the origin of floating joints, which start at zero", path
    for armature in robot.armatures:
        yield "armatures of joints without a transmission", PartPath("joint", armature.joint)
    root = robot.root
    if root.name == WORLD and (root.visuals or root.collisions or root.inertial):
        yield "shapes and mass of the world", PartPath("link", root.name)
    names = set(robot.links.names)
    for pair in robot.disabled_collisions:
        if not {pair.link1, pair.link2} <= names:
            link = pair.link1 if pair.link1 in names else pair.link2
            yield "disabled collisions of links that do not exist", PartPath("link", link)
