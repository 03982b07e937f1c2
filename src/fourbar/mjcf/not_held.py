"""What MJCF has no place for, one finding per kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isfinite

from ..diagnostics import ROBOT, PartPath, Report
from ..robot import Joint, Robot
from ..transfer.elementary import Freedom
from ..transfer.losses import report_losses
from ..transfer.lowering import Lowered
from .options import MjcfOptions

Found = Iterator[tuple[str, PartPath]]


def report_not_held(lowered: Lowered, options: MjcfOptions, *, report: Report) -> None:
    """Count what was not written, with the place of the first of each kind."""
    report_losses("MJCF", _all(lowered, options), lowered.robot, report=report)


def _all(lowered: Lowered, options: MjcfOptions) -> Found:
    robot = lowered.robot
    for joint in robot.joints:
        yield from _of_joint(joint, lowered.freedoms[joint.name], options)
    for link in robot.links:
        path = PartPath("link", link.name)
        if link.self_collision_checking is not None:
            yield "shapes for self collision", path
        parts = (link, link.inertial, *link.visuals, *link.collisions)
        if any(part is not None and part.extra for part in parts):
            yield "elements of links that fourbar does not model", path
    yield from _control(robot, options)
    if options.loop_style == "none":
        yield from (
            ("loops, which were to be left out", PartPath("loop", p.name)) for p in robot.loops
        )


def _of_joint(joint: Joint, freedoms: Iterable[Freedom], options: MjcfOptions) -> Found:
    path = PartPath("joint", joint.name)
    limit = joint.limit
    moving = tuple(freedoms)
    if limit is not None and moving:
        if limit.velocity is not None and options.actuators != "velocity":
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
    if joint.safety_controller is not None:
        yield "soft limits (safety_controller)", path / "safety_controller"
    if joint.calibration is not None:
        yield "calibration", path / "calibration"
    if joint.independent is not None:
        yield "the choice of independent joints", path
    if joint.extra:
        yield "elements of joints that fourbar does not model", path


def _control(robot: Robot, options: MjcfOptions) -> Found:
    if options.actuators == "none":
        for number, transmission in enumerate(robot.transmissions):
            yield (
                "transmissions (see --actuators)",
                PartPath("transmission", transmission.name or number),
            )
        for block in robot.ros2_control:
            yield "ros2_control (see --actuators)", PartPath("ros2_control", block.name)
    for sensor in robot.sensors:
        yield "sensors", PartPath("sensor", sensor.name)
    for block in robot.gazebo:
        yield "<gazebo> blocks", ROBOT if block.reference is None else _part(robot, block.reference)
    yield from (("elements of the robot that fourbar does not model", ROBOT) for _ in robot.extra)


def _part(robot: Robot, name: str) -> PartPath:
    return PartPath("link" if name in robot.links else "joint", name)
