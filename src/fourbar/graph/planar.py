"""Loops whose axis does not fit the plane that the joints of their cycle move in."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from ..numerics import CHECKS_PARALLEL_AXES
from ..spatial.vector import NO_TURN, Matrix3, applied, cross, dot, matrix_product, transposed
from .connectivity import ConnectivityGraph
from .error import GraphError

if TYPE_CHECKING:
    from ..robot import Joint, Loop, Robot, Vector3
    from ..robot.kind import Motion


class Misaligned(NamedTuple):
    """A loop, and the axis in its own frame that would be parallel to its cycle."""

    loop: Loop
    axis: Vector3


def misaligned_loops(robot: Robot) -> list[Misaligned]:
    """The turning loops of planar cycles whose axis is not the normal of the plane."""
    loops = [loop for loop in robot.loops if _motion(loop) == "rotation"]
    if not loops:
        return []
    try:
        graph = ConnectivityGraph(robot)
    except GraphError:
        return []
    turns = _orientations(graph)
    found: list[Misaligned] = []
    for loop in loops:
        joints = [graph.joints[body - 1] for side in graph.subchains(loop) for body in side]
        normal = _normal(graph, turns, joints)
        if normal is None:
            continue
        frame = matrix_product(
            turns[graph.index(loop.predecessor)], loop.predecessor_origin.rotation()
        )
        axis = _unit(applied(frame, loop.axis))
        if axis is not None and not _are_parallel(axis, normal):
            found.append(Misaligned(loop, applied(transposed(frame), normal)))
    return found


def _motion(joint: Joint | Loop) -> Motion | None:
    """The one motion of a joint about or along its axis; None where it has more, or another."""
    chain = joint.kind.chain
    return chain[0].motion if len(chain) == 1 and chain[0].along == "axis" else None


def _orientations(graph: ConnectivityGraph) -> list[Matrix3]:
    """How every body is turned at the zero pose; joints of a planar cycle keep its normal."""
    turns: list[Matrix3] = [NO_TURN]
    for number, joint in enumerate(graph.joints, start=1):
        turns.append(matrix_product(turns[graph.parents[number]], joint.origin.rotation()))
    return turns


def _normal(graph: ConnectivityGraph, turns: list[Matrix3], joints: list[Joint]) -> Vector3 | None:
    """The normal of the plane that joints move in; None where they leave it, or hardly turn."""
    turning: list[Vector3] = []
    sliding: list[Vector3] = []
    for joint in joints:
        if not joint.kind.moves:
            continue
        motion = _motion(joint)
        axis = _unit(applied(turns[graph.joint_index(joint.name)], joint.axis))
        if axis is None or motion is None or motion == "screw":
            return None
        (sliding if motion == "translation" else turning).append(axis)
    if len(turning) < 2:
        return None
    normal = turning[0]
    is_planar = all(_are_parallel(axis, normal) for axis in turning) and all(
        abs(dot(axis, normal)) <= CHECKS_PARALLEL_AXES for axis in sliding
    )
    return normal if is_planar else None


def _are_parallel(a: Vector3, b: Vector3) -> bool:
    return hypot(*cross(a, b)) <= CHECKS_PARALLEL_AXES


def _unit(axis: Vector3) -> Vector3 | None:
    length = hypot(*axis)
    return None if length == 0.0 else (axis[0] / length, axis[1] / length, axis[2] / length)
