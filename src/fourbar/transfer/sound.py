"""What every writer for simulators begins with: a robot in their terms, with inertias they take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..diagnostics import Report
from ..record import record, replace
from ..robot import Planar, Robot
from .base import Base
from .choices import check_choice
from .closures import LoopStyle
from .error import TransferError
from .inertia import InertiaPolicy, repaired
from .lowering import Lowered, lower, with_armature

if TYPE_CHECKING:
    from ..mechanics import Model


@record
class Sound:
    """A robot that is ready to be written.

    Attributes
    ----------
    lowered
        In the terms of simulators, with repaired inertias.
    described
        With the base that was asked for, as it was before.
    model
        Of the robot with repaired inertias.
    """

    lowered: Lowered
    described: Robot
    model: Model

    @property
    def says_all(self) -> bool:
        """Whether the words of the description say how the file moves.

        They leave open whether a planar joint turns, and so does a reader who believes them.
        """
        joints = self.described.joints
        return self.model.planar == "xy" or all(joint.kind.wide is None for joint in joints)


def sound(
    robot: Robot,
    *,
    report: Report,
    base: Base = "auto",
    loops: LoopStyle = "auto",
    planar: Planar = "xy",
    inertia: InertiaPolicy = "repair",
) -> Sound:
    """Lower and repair a robot, and compile it.

    Raises
    ------
    TransferError
        Where it is not one tree, or no model can be made of it.
    LoadError
        With `inertia="strict"`, where an inertia is none that a simulator takes.
    """
    from ..mechanics import Model, ModelError

    check_tree(robot)
    lowered = lower(robot, base=base, loops=loops, planar=planar)
    described = lowered.robot
    lowered = replace(lowered, robot=accepted(described, report=report, inertia=inertia))
    try:
        model = Model(lowered.robot, planar=planar)
    except ModelError as error:
        raise TransferError(str(error)) from error
    return Sound(with_armature(lowered, model), described, model)


def check_tree(robot: Robot) -> None:
    """Raise TransferError for a robot that is not one tree."""
    if len(robot.roots) != 1:
        raise TransferError(f"robot '{robot.name}' has {len(robot.roots)} root links, expected one")


def accepted(robot: Robot, *, report: Report, inertia: InertiaPolicy) -> Robot:
    """The robot with inertias that simulators take; LoadError where none may be changed."""
    check_choice("inertia", inertia, InertiaPolicy)
    before = len(report.errors)
    found = repaired(robot, report=report, strict=inertia == "strict")
    if len(report.errors) > before:
        from ..formats import LoadError

        raise LoadError(report)
    return found
