"""What SDFormat has no place for, one finding per kind."""

from __future__ import annotations

from collections.abc import Set

from ..diagnostics import ROBOT, PartPath, Report
from ..robot import Joint, Robot
from ..transfer.elementary import Elementary, Freedom
from ..transfer.losses import report_losses
from ..transfer.lowering import Lowered
from ..transfer.ratings import RATINGS, Rating, ratings_not_held
from ..transfer.words import Found, words_not_held
from .types import WRITTEN, is_whole

_HELD: dict[Elementary, Set[Rating]] = {
    "hinge": RATINGS,
    "slide": RATINGS,
    "ball": frozenset(("armature",)),
    "free": frozenset(("armature",)),
}
"""What the axes of a joint have; a ball has none. Armatures are told of by themselves."""


def report_not_held(
    lowered: Lowered, described: Robot, *, report: Report, drake: bool = False
) -> None:
    """Count what was not written, with the place of the first of each kind.

    `described` is the robot with the loops that it came with: Drake's are others.
    """
    found = [*_all(lowered), *words_not_held(described), *_textures(described)]
    found += _drake(lowered) if drake else _loops(lowered)
    title = "SDFormat for Drake" if drake else "SDFormat"
    report_losses(title, found, lowered.robot, report=report)


def _textures(robot: Robot) -> Found:
    for link in robot.links:
        for number, visual in enumerate(link.visuals):
            material = robot.material_of(visual)
            if material is not None and material.texture is not None:
                path = PartPath("link", link.name).item("visual", number)
                yield "textures that materials lay on shapes", path / "material"


def _drake(lowered: Lowered) -> Found:
    """What is not in Drake's dialect either."""
    for joint in lowered.robot.joints:
        held = any("friction" in _held(joint, f) for f in lowered.freedoms[joint.name])
        if held and joint.dynamics is not None and joint.dynamics.friction:
            path = PartPath("joint", joint.name) / "dynamics"
            yield "friction of joints, which Drake passes over", path
        sprung = any(f.spring is not None for f in lowered.freedoms[joint.name])
        if sprung and joint.kind.pitched:
            yield (
                "springs of screws, which Drake passes over",
                PartPath("joint", joint.name) / "spring",
            )
    several = {f.name for own in lowered.freedoms.values() for f in own if f.kind == "ball"}
    for relation in lowered.relations:
        if any(name in several for name, _ in relation.terms):
            yield "relations of joints with several positions", relation.path


def _loops(lowered: Lowered) -> Found:
    """What SDFormat itself has no place for, and Drake's dialect has."""
    robot = lowered.robot
    for loop in robot.loops:
        if loop.kind.free or is_whole(loop):
            continue
        what = f"loops of type {loop.type}"
        if loop.type in WRITTEN:  # written nevertheless: the axes are in the file
            what += " whose axes are not at right angles; others take them so"
        yield what, PartPath("loop", loop.name)
    for relation in lowered.relations:
        if relation.kind == "coupling" and len(relation.terms) != 2:
            yield "couplings of more than two joints", relation.path
    for _ in robot.disabled_collisions:
        yield "pairs of links that may overlap (disable_collisions)", ROBOT


def _held(joint: Joint, freedom: Freedom) -> Set[Rating]:
    """A floating joint is not in the file: what nothing holds is free."""
    return _HELD["free" if joint.kind.free else freedom.kind]


def _all(lowered: Lowered) -> Found:
    robot = lowered.robot
    yield from ratings_not_held(lowered, _held)
    for armature in robot.armatures:
        yield "armatures of joints", PartPath("joint", armature.joint)
    root = robot.root
    if root.name == "world" and (root.visuals or root.collisions or root.inertial):
        yield "shapes and mass of the world", PartPath("link", root.name)
    for kind, parts in (
        ("transmission", robot.transmissions),
        ("ros2_control", robot.ros2_control),
        ("sensor", robot.sensors),
        ("configuration", robot.configurations),
    ):
        for part in parts:
            yield (
                f"{kind} blocks" if kind != "configuration" else "named configurations",
                PartPath(kind, part.name),
            )
    for _ in robot.gazebo:
        yield "<gazebo> blocks, which are kept in URDF only", ROBOT
