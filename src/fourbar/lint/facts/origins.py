"""Every `<origin>` of a robot with its path."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics import PartPath
from ...robot import Pose, Robot


def origins(robot: Robot) -> Iterator[tuple[PartPath, Pose]]:
    """Path and pose of the origins that are not the identity."""
    for path, pose in _all(robot):
        if not pose.is_identity:
            yield path, pose


def _all(robot: Robot) -> Iterator[tuple[PartPath, Pose]]:
    for joint in robot.joints:
        yield PartPath("joint", joint.name) / "origin", joint.origin
    for link in robot.links:
        if link.inertial is not None:
            yield PartPath("link", link.name) / "inertial" / "origin", link.inertial.origin
        for kind, shapes in (("visual", link.visuals), ("collision", link.collisions)):
            for i, shape in enumerate(shapes):
                yield PartPath("link", link.name).item(kind, i) / "origin", shape.origin
