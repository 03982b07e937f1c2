"""Loops in the terms of Drake, which has points that meet and nothing else."""

from __future__ import annotations

from .. import rules
from ..diagnostics import PartPath, Report
from ..numerics import TRANSFER_LOOP_INERTIA, TRANSFER_LOOP_MASS
from ..record import record, replace
from ..robot import IDENTITY, Inertia, Inertial, Joint, Link, Loop, Pose, Robot
from ..robot.source import span_of
from ..spatial.vector import X, Y
from ..transfer.base import WORLD
from ..transfer.closures import Closures, LightBody, PointPair, Weld, closures_of, loop_length
from ..transfer.naming import Names

_LIGHT = Inertial(TRANSFER_LOOP_MASS, Inertia(*(TRANSFER_LOOP_INERTIA,) * 3))


@record
class Prepared:
    """A robot whose loops are all points that meet.

    Attributes
    ----------
    robot
        With a light body for every loop that has a joint of its own, and a link for the ends of
        loops in the world, which is not a body of the model for Drake.
    described
        How each loop is written, by its name.
    """

    robot: Robot
    described: dict[str, str]


def prepared(robot: Robot) -> Prepared:
    """The robot with loops that `balls_of` can write."""
    if not robot.loops:
        return Prepared(robot, {})
    links, joints = Names(robot.links.names), Names(robot.joints.names)
    closures = closures_of(robot)
    light = {body.loop: body for body in closures.bodies}
    described = _described(robot, closures, light)
    loops: list[Loop] = []
    parts: list[Link | Joint] = []
    anchor = ""
    for loop in robot.loops:
        if loop.name in light:
            body = Link(links.give(f"{loop.name}:body"), _LIGHT)
            parts += [body, _joint(loop, joints.give(loop.name), body.name)]
            loop = Loop(
                *(loop.name, "fixed", body.name, loop.successor),
                *(IDENTITY, loop.successor_origin),
            )
        if WORLD in (loop.predecessor, loop.successor):
            if not anchor:
                anchor = links.give(f"{WORLD}:anchor")
                fixed = Joint(joints.give(f"{WORLD}:anchor"), "fixed", WORLD, anchor)
                parts += [Link(anchor), fixed]
            ends = {"predecessor": loop.predecessor, "successor": loop.successor}
            loop = replace(loop, **{k: anchor for k, end in ends.items() if end == WORLD})
        loops.append(loop)
    return Prepared(robot.replace(loops=loops).add(*parts), described)


def report_loops(closed: Prepared, robot: Robot, *, report: Report) -> None:
    """Say how each loop of the robot is written."""
    for loop in robot.loops:
        if loop.name in closed.described:
            path = PartPath("loop", loop.name)
            report.add(
                rules.formats.LOOP_LOWERED,
                f"loop '{loop.name}' ({loop.type}) is written as {closed.described[loop.name]}",
                span=span_of(robot.source, path),
                path=path,
            )


def balls_of(robot: Robot, closures: Closures) -> tuple[PointPair, ...]:
    """The points that meet: one for a ball, two for a hinge, three for what is welded."""
    found = list(closures.points)
    if not closures.welds:
        return tuple(found)
    from ..graph import ConnectivityGraph

    graph = ConnectivityGraph(robot)
    for weld in closures.welds:
        half = 0.5 * loop_length(graph, robot.loops[weld.loop])
        for number, at in enumerate((Pose(), Pose(_times(half, X)), Pose(_times(half, Y)))):
            found.append(_pinned(weld, number, at))
    return tuple(found)


def _times(factor: float, v: tuple[float, float, float]) -> tuple[float, float, float]:
    return (factor * v[0], factor * v[1], factor * v[2])


def _pinned(weld: Weld, number: int, at: Pose) -> PointPair:
    return PointPair(
        f"{weld.name}:{number}",
        weld.loop,
        weld.predecessor,
        weld.successor,
        weld.on_predecessor @ at,
        weld.on_successor @ at,
    )


def _joint(loop: Loop, name: str, body: str) -> Joint:
    """The joint of a loop, from its predecessor to a light body."""
    return Joint(
        name,
        loop.type,
        loop.predecessor,
        body,
        loop.predecessor_origin,
        loop.axis,
        loop.axis2,
        pitch=loop.pitch,
    )


def _described(robot: Robot, closures: Closures, light: dict[str, LightBody]) -> dict[str, str]:
    words: dict[str, str] = {}
    for loop in robot.loops:
        points = sum(pair.loop == loop.name for pair in closures.points)
        if loop.name in light:
            words[loop.name] = "a light body with its joint and three ball constraints"
        elif points:
            words[loop.name] = "a ball constraint" if points == 1 else "two ball constraints"
        elif not loop.kind.free:
            words[loop.name] = "three ball constraints"
    return words
