"""A robot in the terms of simulators: elementary joints, closures and linear relations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..record import record, replace
from ..robot import Planar, Robot
from ..robot.numbering import numbered, unused
from .base import Base, anchored_links, with_base
from .closures import Closures, LightBody, LoopStyle, closures_of
from .elementary import Freedom, freedoms_of
from .relations import Relation, relations_of, threads_of

if TYPE_CHECKING:
    from ..mechanics import Model


@record
class Lowered:
    """What every writer starts from.

    Attributes
    ----------
    robot
        The robot, with the base that was asked for.
    planar
        The coordinates of its planar joints.
    freedoms
        The elementary joints of every joint, by name; none for a fixed one.
    closures
        Its loops.
    relations
        Its mimics, couplings, threads and joints without play.
    anchored
        The links that cannot move.
    """

    robot: Robot
    planar: Planar
    freedoms: dict[str, tuple[Freedom, ...]]
    closures: Closures
    relations: tuple[Relation, ...]
    anchored: frozenset[str]


def with_armature(lowered: Lowered, model: Model) -> Lowered:
    """The same with what rotors add to each joint, as a model of the robot has it."""
    if not model.armature.any():
        return lowered
    freedoms: dict[str, tuple[Freedom, ...]] = {}
    for name, own in lowered.freedoms.items():
        slot = model.joints.get(name)
        freedoms[name] = own
        if slot is not None and model.armature[slot.v].any():
            # One number for all motions of a joint; the slide of a screw goes with its hinge.
            value = float(model.armature[slot.v].max())
            freedoms[name] = tuple(
                replace(freedom, armature=value) if freedom.factor == 1.0 else freedom
                for freedom in own
            )
    return replace(lowered, freedoms=freedoms)


def lower(
    robot: Robot, *, base: Base = "auto", loops: LoopStyle = "auto", planar: Planar = "xy"
) -> Lowered:
    """The robot in the terms of simulators.

    Every joint type becomes hinges, slides, balls and free joints, every loop type points that
    meet, welds and light bodies, and mimics, couplings and threads become linear relations.

    Parameters
    ----------
    base
        Whether the root is held: "auto" as described, "fixed" or "floating".
    loops
        "auto" takes points and welds where they are exact; "joint" gives every loop a light body
        with its joint, so that it has a coordinate of its own; "none" leaves the tree open.
    planar
        The coordinates of planar joints.
    """
    robot = with_base(robot, base)
    anchored = anchored_links(robot)
    freedoms = {
        joint.name: freedoms_of(joint, planar=planar, anchored=joint.parent in anchored)
        for joint in robot.joints
    }
    closures = _apart(robot, freedoms, closures_of(robot, style=loops, planar=planar))
    in_loops = {body.loop: body.freedoms for body in closures.bodies}
    relations = (*relations_of(robot, freedoms), *threads_of("loop", in_loops))
    return Lowered(robot, planar, freedoms, closures, relations, anchored)


def _apart(robot: Robot, freedoms: dict[str, tuple[Freedom, ...]], closures: Closures) -> Closures:
    """Give all elementary joints, here and in loops, names that no joint of the robot has."""
    taken = set(robot.joints.names)
    for joint, own in freedoms.items():
        if len(own) > 1:
            names = numbered(joint, len(own), taken)
            taken.update(names)
            freedoms[joint] = _named(own, names)
    bodies: list[LightBody] = []
    for body in closures.bodies:
        names = [unused(freedom.name, taken) for freedom in body.freedoms]
        taken.update(names)
        bodies.append(replace(body, freedoms=_named(body.freedoms, names)))
    return replace(closures, bodies=tuple(bodies))


def _named(freedoms: tuple[Freedom, ...], names: list[str]) -> tuple[Freedom, ...]:
    return tuple(replace(f, name=name) for f, name in zip(freedoms, names, strict=True))
