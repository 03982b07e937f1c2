"""What UsdPhysics has no place for, one finding per kind."""

from __future__ import annotations

from collections.abc import Iterable, Set

from ..diagnostics import ROBOT, PartPath, Report
from ..robot import Joint, Loop
from ..transfer.elementary import Freedom
from ..transfer.losses import report_losses
from ..transfer.lowering import Lowered
from ..transfer.ratings import RATINGS, Rating, ratings_not_held
from ..transfer.words import Found, words_not_held
from .joints import is_square, is_uniform


def report_not_held(
    lowered: Lowered, *, light: Iterable[str], unrelated: Iterable[str], report: Report
) -> None:
    """Count what was not written, with the place of the first of each kind."""
    found = [*_all(lowered), *_ties(lowered, set(unrelated))]
    found += [
        ("bodies without mass or inertia; they have next to none", PartPath("link", name))
        for name in light
    ]
    report_losses("USD", found, lowered.robot, report=report)


def _all(lowered: Lowered) -> Found:
    robot = lowered.robot

    def held(joint: Joint, _: Freedom) -> Set[Rating]:
        """A drive has an effort for each axis; Newton's numbers are for all axes of a joint."""
        if joint.kind.free:
            return frozenset()
        return RATINGS if is_uniform(lowered.freedoms[joint.name]) else frozenset(("effort",))

    yield from ratings_not_held(lowered, held)
    for joint in robot.joints:
        yield from _motion(joint, PartPath("joint", joint.name))
    for loop in robot.loops:
        yield from _motion(loop, PartPath("loop", loop.name))
    yield from words_not_held(robot)
    root = robot.root
    if root.name == "world" and root.inertial:
        yield "the mass of the world", PartPath("link", root.name)
    for kind, what, parts in (
        ("transmission", "transmissions", robot.transmissions),
        ("ros2_control", "ros2_control blocks", robot.ros2_control),
        ("sensor", "sensors", robot.sensors),
        ("configuration", "named configurations", robot.configurations),
    ):
        for number, part in enumerate(parts):
            yield what, PartPath(kind, part.name or number)
    yield from (("<gazebo> blocks", ROBOT) for _ in robot.gazebo)


def _motion(part: Joint | Loop, path: PartPath) -> Found:
    """Motions for which there is no joint; fourbar finds them again, other programs do not."""
    if part.kind.pitched:
        yield "the threads of screws; others take them for cylindrical joints", path
    if not is_square(part):
        yield "universal joints whose axes are not at right angles; others take them so", path


def _ties(lowered: Lowered, unrelated: set[str]) -> Found:
    for relation in lowered.relations:
        if relation.name in unrelated or relation.path.part.key in unrelated:
            yield "mimics and couplings of other than two joints with one axis each", relation.path
