"""What a description says that no simulator's format has a place for."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import ROBOT, PartPath
from ..robot import Joint, OtherGeometry, RawElement, Robot
from ..robot.link import WORLD

Found = Iterator[tuple[str, PartPath]]
UNNAMED = "names of couplings; they are mimics, which have none"
"""Where a coupling of two joints is written as a mimic."""


def words_not_held(robot: Robot) -> Found:
    """What is lost of every part, by kind and place."""
    for joint in robot.joints:
        yield from joint_words(joint)
    for link in robot.links:
        path = PartPath("link", link.name)
        if link.self_collision_checking is not None:
            yield "shapes for self collision", path
        shapes = (*link.visuals, *link.collisions)
        # A shape of another kind is all words, and a finding of its own.
        forms = (s.geometry for s in shapes if not isinstance(s.geometry, OtherGeometry))
        looks = (visual.material for visual in link.visuals)
        parts = (link, link.inertial, *shapes, *forms, *looks)
        if any(part is not None and part.extra for part in parts):
            yield "elements of links that fourbar does not model", path
    used = {v.material.name for p in robot.links for v in p.visuals if v.material is not None}
    for material in robot.materials:
        path = PartPath("material", material.name)
        if material.name not in used:
            yield "materials that no shape has", path
        elif material.extra:
            yield "elements of materials that fourbar does not model", path
    yield from constraint_words(robot)
    for raw in robot.extra:
        if isinstance(raw, RawElement):
            yield f"<{raw.tag}>, which fourbar does not model", ROBOT
        elif not raw.name.startswith("xmlns"):
            yield f"attribute '{raw.name}' of the robot, which fourbar does not model", ROBOT


def ground_mass(robot: Robot) -> Found:
    """The mass of a root called `world`: it is the ground, which has none in simulators."""
    root = robot.root
    if root.name == WORLD and root.inertial is not None and root.inertial.mass:
        yield "the mass of the world", PartPath("link", root.name) / "inertial"


def joint_words(joint: Joint) -> Found:
    """What is lost of a joint."""
    path = PartPath("joint", joint.name)
    if joint.safety_controller is not None:
        yield "soft limits (safety_controller)", path / "safety_controller"
    if joint.calibration is not None:
        yield "calibration", path / "calibration"
    if joint.independent is not None:
        yield "the choice of independent joints", path
    if joint.extra:
        yield "elements of joints that fourbar does not model", path


def constraint_words(robot: Robot) -> Found:
    """What is lost of loops and couplings, in whose place there are others."""
    for loop in robot.loops:
        if loop.extra:
            yield "elements of loops that fourbar does not model", PartPath("loop", loop.name)
    for coupling in robot.couplings:
        if coupling.extra:
            path = PartPath("coupling", coupling.name)
            yield "elements of couplings that fourbar does not model", path
