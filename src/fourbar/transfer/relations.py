"""Mimics, couplings, threads and joints without play as linear relations of joint positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from ..diagnostics import PartPath
from ..record import record
from ..robot import Coupling, Robot
from .elementary import Freedom

if TYPE_CHECKING:
    from ..graph import ConnectivityGraph

RelationKind = Literal["mimic", "coupling", "thread", "locked"]
Freedoms = Mapping[str, tuple[Freedom, ...]]


@record
class Relation:
    """Sum of factor * position over the `terms`, plus the constant, is zero.

    A "thread" ties the slide of a screw to its angle; "locked" is a joint whose limits are equal.
    The first term of a mimic is the follower, with factor 1.
    """

    name: str
    kind: RelationKind
    terms: tuple[tuple[str, float], ...]
    constant: float
    path: PartPath


def relations_of(robot: Robot, freedoms: Freedoms) -> tuple[Relation, ...]:
    """What a robot demands of its joint positions besides loops, by elementary joints."""
    found = [*_locked(robot, freedoms), *_threads("joint", freedoms), *_mimics(robot, freedoms)]
    if robot.couplings:
        from ..graph import ConnectivityGraph

        graph = ConnectivityGraph(robot)
        for coupling in robot.couplings:
            found += _coupling(graph, coupling, freedoms)
    return tuple(found)


def threads_of(kind: str, freedoms: Freedoms) -> tuple[Relation, ...]:
    """The threads of screws among joints or loops."""
    return tuple(_threads(kind, freedoms))


def _locked(robot: Robot, freedoms: Freedoms) -> Iterator[Relation]:
    for joint in robot.joints:
        for freedom in freedoms[joint.name]:
            if freedom.lower == freedom.upper and joint.mimic is None:
                path = PartPath("joint", joint.name) / "limit"
                terms = ((freedom.name, 1.0),)
                yield Relation(f"{freedom.name}:locked", "locked", terms, -freedom.lower, path)


def _threads(kind: str, freedoms: Freedoms) -> Iterator[Relation]:
    for name, parts in freedoms.items():
        leaders = {part.entry: part for part in parts if part.kind == "hinge"}
        for part in parts:
            leader = leaders.get(part.entry)
            if part.kind == "slide" and leader is not None:
                terms = ((part.name, 1.0), (leader.name, -part.factor))
                yield Relation(f"{name}:thread", "thread", terms, 0.0, PartPath(kind, name))


def _mimics(robot: Robot, freedoms: Freedoms) -> Iterator[Relation]:
    for joint in robot.joints:
        mimic = joint.mimic
        if mimic is None or mimic.joint not in robot.joints:
            continue
        follower, leader = freedoms[joint.name], freedoms[mimic.joint]
        if not follower:
            continue
        terms = [(follower[0].name, 1.0)]
        if leader:
            terms.append((leader[0].name, -mimic.multiplier))
        path = PartPath("joint", joint.name) / "mimic"
        yield Relation(f"{joint.name}:mimic", "mimic", tuple(terms), -mimic.offset, path)


def _coupling(
    graph: ConnectivityGraph, coupling: Coupling, freedoms: Freedoms
) -> Iterator[Relation]:
    """Eq. 8 of the URDF+ paper, one relation per degree of freedom of the joints coupled."""
    sides: list[tuple[Sequence[Freedom], float]] = [
        (_positions(freedoms[graph.joints[body - 1].name]), factor)
        for side, factor in zip(graph.subchains(coupling), (1.0, -coupling.ratio), strict=True)
        for body in side
        if graph.joints[body - 1].kind.moves
    ]
    width = max((len(parts) for parts, _ in sides), default=0)
    path = PartPath("coupling", coupling.name)
    for k in range(width):
        terms = tuple((parts[k].name, factor) for parts, factor in sides)
        name = coupling.name if width == 1 else f"{coupling.name}:{k}"
        yield Relation(name, "coupling", terms, 0.0, path)


def _positions(parts: Sequence[Freedom]) -> Sequence[Freedom]:
    """One freedom per entry of q: the slide of a screw repeats its angle's."""
    return list({part.entry: part for part in reversed(parts)}.values())[::-1]
