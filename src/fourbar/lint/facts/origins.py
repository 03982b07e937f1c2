"""Every `<origin>` of a robot with its path."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics import PartPath
from ...robot import Pose, Robot


def origins(robot: Robot) -> Iterator[tuple[PartPath, Pose]]:
    """Path and pose of the origins that are not the identity."""
    for joint in robot.joints:
        if not joint.origin.is_identity:
            yield PartPath("joint", joint.name) / "origin", joint.origin
    for link in robot.links:
        owner = PartPath("link", link.name)
        if link.inertial is not None and not link.inertial.origin.is_identity:
            yield owner / "inertial" / "origin", link.inertial.origin
        for kind, shapes in (("visual", link.visuals), ("collision", link.collisions)):
            for i, shape in enumerate(shapes):
                if not shape.origin.is_identity:
                    yield owner.item(kind, i) / "origin", shape.origin
