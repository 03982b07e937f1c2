"""What MJCF has no place for, one finding per kind."""

from __future__ import annotations

from collections.abc import Iterable, Set
from math import isfinite
from typing import TYPE_CHECKING

from ..diagnostics import ROBOT, PartPath, Report
from ..robot import Joint, Robot
from ..transfer.elementary import Elementary, Freedom
from ..transfer.losses import report_losses
from ..transfer.lowering import Lowered
from ..transfer.ratings import RATINGS, Rating, ratings_not_held
from ..transfer.words import Found, ground_mass, words_not_held
from .actuators import driven_freedoms
from .options import MjcfOptions

if TYPE_CHECKING:
    from ..mechanics import Model

_HELD: dict[Elementary, Set[Rating]] = {
    "hinge": RATINGS,
    "slide": RATINGS,
    "ball": RATINGS - {"effort"},
    "free": RATINGS - {"effort"},
}
"""MuJoCo clamps the effort of hinges and slides only. Velocities are told of by themselves."""


def report_not_held(
    lowered: Lowered, model: Model, options: MjcfOptions, *, report: Report
) -> None:
    """Count what was not written, with the place of the first of each kind."""
    report_losses("MJCF", _all(lowered, model, options), lowered.robot, report=report)


def _all(lowered: Lowered, model: Model, options: MjcfOptions) -> Found:
    robot = lowered.robot
    drives = model.drives if options.actuators == "velocity" else ()
    fast = {drive.joint for drive in drives}
    for joint in robot.joints:
        freedoms = lowered.freedoms[joint.name]
        held = joint.name in fast and driven_freedoms(lowered, joint.name) == list(freedoms)
        yield from _of_joint(joint, freedoms, bounded=held)
    yield from ratings_not_held(lowered, lambda _, freedom: _HELD[freedom.kind])
    yield from words_not_held(robot)
    yield from ground_mass(robot)
    yield from _control(robot, options)
    if options.loop_style == "none":
        yield from (
            ("loops, which were to be left out", PartPath("loop", p.name)) for p in robot.loops
        )


def _of_joint(joint: Joint, freedoms: Iterable[Freedom], *, bounded: bool) -> Found:
    """What is lost of a joint; `bounded` where an actuator has its largest velocity."""
    path = PartPath("joint", joint.name)
    limit = joint.limit
    moving = tuple(freedoms)
    if limit is not None and moving:
        if limit.velocity is not None and not (bounded and limit.velocity > 0.0):
            yield "limits of velocity", path / "limit" / "velocity"
        if limit.effort is not None and (limit.effort <= 0.0 or not isfinite(limit.effort)):
            yield "limits of effort that are 0 or less", path / "limit" / "effort"
        if any(freedom.lower > freedom.upper for freedom in moving):
            yield "limits of which the lower is above the upper", path / "limit"
        if any(isfinite(f.lower) != isfinite(f.upper) for f in moving):
            yield "limits on one side only; the other side is at 1e6", path / "limit"
    if joint.dynamics is not None and moving:
        values = (joint.dynamics.damping or 0.0, joint.dynamics.friction or 0.0)
        if min(values) < 0.0:
            yield "negative damping or friction", path / "dynamics"


def _control(robot: Robot, options: MjcfOptions) -> Found:
    if options.actuators == "none":
        for number, transmission in enumerate(robot.transmissions):
            yield (
                "transmissions (see --actuators)",
                PartPath("transmission", transmission.name or number),
            )
        for block in robot.ros2_control:
            yield "ros2_control (see --actuators)", PartPath("ros2_control", block.name)
    else:
        yield from _actuators(robot)
        for number, transmission in enumerate(robot.transmissions):
            ends = (transmission, *transmission.joints, *transmission.actuators)
            if any((end.mechanical_reduction or 1.0) != 1.0 for end in ends):
                yield (
                    "reductions of transmissions, whose actuators are at the joints",
                    PartPath("transmission", transmission.name or number),
                )
    for sensor in robot.sensors:
        yield "sensors", PartPath("sensor", sensor.name)
    for block in robot.gazebo:
        yield "<gazebo> blocks", ROBOT if block.reference is None else _part(robot, block.reference)


def _actuators(robot: Robot) -> Found:
    """What is lost of actuators: the file has one for each driven joint, which has its name."""
    driven: set[str] = set()
    for number, transmission in enumerate(robot.transmissions):
        path = PartPath("transmission", transmission.name or number)
        joints = {joint.name for joint in transmission.joints if joint.name}
        if joints & driven:
            yield "several actuators of a joint, which has one in the file", path
        elif any(motor.name not in joints for motor in transmission.actuators):
            yield "names of actuators, which are those of their joints", path
        driven |= joints


def _part(robot: Robot, name: str) -> PartPath:
    return PartPath("link" if name in robot.links else "joint", name)
