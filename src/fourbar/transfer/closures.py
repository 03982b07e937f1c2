"""Loops as what engines have for them: points that meet, frames that are welded, light bodies."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Literal

from ..record import record
from ..robot import Loop, Planar, Pose, Robot
from ..robot.kind import Demands
from ..spatial.vector import unit
from .elementary import Freedom, freedoms_of
from .naming import Names

if TYPE_CHECKING:
    from ..graph import ConnectivityGraph

LoopStyle = Literal["auto", "joint", "none"]
"""Points and welds where they are exact, a light body with the loop's joint for every loop, or no
loops at all."""

_POINT = Demands((True, True, True), 0)
"""Two points meet, and nothing else."""
_SHORTEST = 0.1
"""The distance [m] of the two points of a hinge in a mechanism without lengths."""


@record
class PointPair:
    """A point of one body that stays on a point of another: a ball joint."""

    name: str
    loop: str
    predecessor: str
    successor: str
    on_predecessor: Pose
    on_successor: Pose


@record
class Weld:
    """Two frames that stay on each other; the predecessor may be a light body."""

    name: str
    loop: str
    predecessor: str
    successor: str
    on_predecessor: Pose
    on_successor: Pose


@record
class LightBody:
    """A body of nearly no mass on a loop's predecessor that moves as the loop's joint does."""

    name: str
    loop: str
    parent: str
    origin: Pose
    freedoms: tuple[Freedom, ...]


@record
class Closures:
    """All loops of a robot in the terms of engines."""

    points: tuple[PointPair, ...] = ()
    welds: tuple[Weld, ...] = ()
    bodies: tuple[LightBody, ...] = ()


def closures_of(robot: Robot, *, style: LoopStyle = "auto", planar: Planar = "xy") -> Closures:
    """Every loop of the robot lowered; a floating one demands nothing and gives nothing.

    A spherical loop is one pair of points, a revolute one two on its axis (six rows, one of them
    redundant), a fixed one a weld. All other types are a light body with the loop's joint, welded
    to the successor.
    """
    if style == "none" or not robot.loops:
        return Closures()
    from ..graph import ConnectivityGraph

    graph = ConnectivityGraph(robot)
    points: list[PointPair] = []
    welds: list[Weld] = []
    bodies: list[LightBody] = []
    names, links = Names(robot.loops.names), Names(robot.links.names)
    for loop in robot.loops:
        demands = loop.kind.demands
        if not demands.rows:
            continue
        if style == "auto" and demands == _POINT:
            points.append(_pair(loop, loop.name, loop.predecessor_origin, loop.successor_origin))
        elif not loop.kind.moves:
            welds.append(_weld(loop, loop.predecessor, loop.predecessor_origin))
        elif (
            style == "auto"
            and loop.kind.dof == 1
            and loop.kind.units == ("rad",)
            and not demands.lead
        ):
            points += _hinge(loop, 0.5 * loop_length(graph, loop), names)
        else:
            freedoms = freedoms_of(loop, planar=planar)
            body = links.give(f"{loop.name}:body")
            bodies.append(
                LightBody(body, loop.name, loop.predecessor, loop.predecessor_origin, freedoms)
            )
            welds.append(_weld(loop, body, Pose()))
    return Closures(tuple(points), tuple(welds), tuple(bodies))


def _pair(loop: Loop, name: str, on_predecessor: Pose, on_successor: Pose) -> PointPair:
    return PointPair(
        name, loop.name, loop.predecessor, loop.successor, on_predecessor, on_successor
    )


def _weld(loop: Loop, predecessor: str, origin: Pose) -> Weld:
    return Weld(loop.name, loop.name, predecessor, loop.successor, origin, loop.successor_origin)


def _hinge(loop: Loop, half: float, names: Names) -> list[PointPair]:
    x, y, z = unit(loop.axis)
    found: list[PointPair] = []
    for number, along in enumerate((-half, half)):
        at = Pose((x * along, y * along, z * along))
        name = names.give(f"{loop.name}:{number}")
        found.append(_pair(loop, name, loop.predecessor_origin @ at, loop.successor_origin @ at))
    return found


def loop_length(graph: ConnectivityGraph, loop: Loop) -> float:
    """The longest distance between joints of the loop [m]: its points are as far apart."""
    lengths = [hypot(*loop.predecessor_origin.xyz), hypot(*loop.successor_origin.xyz)]
    for side in graph.subchains(loop):
        lengths += [hypot(*graph.joints[body - 1].origin.xyz) for body in side]
    longest = max(lengths)
    return longest if longest > 0.0 else _SHORTEST
