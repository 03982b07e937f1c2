"""What Drake has no place for, one finding per kind."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable

from ..diagnostics import PartPath, Report
from ..robot import Robot, Ros2Control, Transmission
from ..transfer.base import WORLD
from ..transfer.losses import report_losses
from ..transfer.words import Found, constraint_words, joint_words


def report_not_held(
    format: str,
    robot: Robot,
    relations: Iterable[PartPath],
    parted: Collection[str],
    *,
    report: Report,
) -> None:
    """Count what Drake does not take from the file, with the place of the first of each kind.

    `relations` are the mimics and couplings of joints with several coordinates; `parted` are the
    joints that are several ones in the file.
    """
    found = [*_all(robot), *_replaced(robot, parted)]
    found += [("relations of joints with several positions", path) for path in relations]
    report_losses(format, found, robot, report=report)


def _all(robot: Robot) -> Found:
    for joint in robot.joints:
        path = PartPath("joint", joint.name)
        if joint.dynamics is not None and joint.dynamics.friction:
            yield "friction of joints, which Drake passes over", path / "dynamics"
        if joint.spring is not None and joint.spring.stiffness and joint.dof == 1:
            yield "springs of joints, which Drake passes over", path / "spring"
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


def _replaced(robot: Robot, parted: Collection[str]) -> Found:
    """What elements said that others stand for in the file; all other ones are there."""
    for name in parted:
        for what, path in joint_words(robot.joints[name]):
            yield f"{what}, where a joint becomes several", path
    for kind, blocks in (
        ("transmission", robot.transmissions),
        ("ros2_control", robot.ros2_control),
    ):
        for number, block in enumerate(blocks):
            if names_any(block, parted):
                path = PartPath(kind, block.name or number)
                yield f"{kind} blocks of joints that become several", path
    yield from constraint_words(robot)


def names_any(block: Transmission | Ros2Control, joints: Container[str]) -> bool:
    """Whether a block is about any of some joints."""
    ends = block.joints if isinstance(block, Transmission) else block.components
    return any(end.name in joints for end in ends)
