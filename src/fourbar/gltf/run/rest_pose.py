"""The pose that a file shows: every joint at zero, or as near as its limits and loops allow."""

from __future__ import annotations

from collections.abc import Mapping

from ... import rules
from ...diagnostics import PartPath, Report
from ...robot import Joint, Planar, Robot
from ..findings import report_part

Positions = Mapping[str, tuple[float, ...]]


def rest_positions(robot: Robot, *, planar: Planar, report: Report) -> dict[str, tuple[float, ...]]:
    """The DOF values [rad or m] of every joint in the authored pose.

    Zero unless it lies outside the limits, then the nearest limit. A follower stands where its
    mimic puts it, whatever its limits. Loops and couplings are solved for.
    """
    positions = {joint.name: _nearest(joint, robot, planar, report) for joint in robot.joints}
    for joint in followers_in_order(robot):
        mimic = joint.mimic
        assert mimic is not None
        at = positions[mimic.joint]
        if len(at) == 1 and len(positions[joint.name]) == 1:
            positions[joint.name] = (mimic.multiplier * at[0] + mimic.offset,)
    if robot.loops or robot.couplings:
        from .close_loops import close

        closed = close(robot, positions, planar=planar, report=report)
        if closed is not None:
            positions = closed
    return positions


def followers_in_order(robot: Robot) -> list[Joint]:
    """The joints that mimic another, each after the one it follows; circles are left out."""
    followers: dict[str, list[Joint]] = {}
    for joint in robot.joints:
        if joint.mimic is not None:
            followers.setdefault(joint.mimic.joint, []).append(joint)
    order: list[Joint] = []
    ready = [joint for joint in robot.joints if joint.mimic is None]
    while ready:
        ready = [follower for joint in ready for follower in followers.get(joint.name, ())]
        order.extend(ready)
    return order


def _nearest(joint: Joint, robot: Robot, planar: Planar, report: Report) -> tuple[float, ...]:
    steps = joint.kind.steps(planar)
    lower, upper = joint.bounds
    if lower > upper or lower <= 0.0 <= upper:
        return (0.0,) * len(steps)
    nearest = lower if lower > 0.0 else upper
    if joint.mimic is None:
        unit = joint.kind.range_unit
        message = (
            f"joint '{joint.name}' is shown at {nearest:g} {unit} because 0 is outside its limits"
        )
        path = PartPath("joint", joint.name) / "limit"
        report_part(report, rules.gltf.DEFAULT_MOVED, message, robot=robot, path=path)
    return tuple(nearest if step.bound == "range" else 0.0 for step in steps)
