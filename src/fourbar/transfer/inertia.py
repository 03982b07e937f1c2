"""Masses and inertias that a simulator refuses, made the nearest ones that it takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from .. import rules
from ..diagnostics import PartPath, Report, Severity
from ..numerics import (
    TRANSFER_FLAT,
    TRANSFER_LEAST_INERTIA,
    TRANSFER_LIGHT_INERTIA,
    TRANSFER_LIGHT_MASS,
)
from ..record import replace
from ..robot import Inertia, Inertial, Link, Robot
from ..robot.source import span_of
from ..spatial.symmetric import eigen_symmetric

Moments = tuple[float, float, float]
InertiaPolicy = Literal["repair", "strict"]
"""Change what simulators refuse, or refuse it too."""


class Repair(NamedTuple):
    """What was wrong with a link's inertial, and what is written in its place."""

    link: str
    inertial: Inertial
    message: str
    visible: bool


def repaired(robot: Robot, *, report: Report, strict: bool = False) -> Robot:
    """The robot with masses and inertias that a rigid body can have.

    Moments that are negative or break the triangle inequality become the nearest that do not. What
    moves, together with all that is fixed to it, gets a mass of 1e-6 kg where it has none. Every
    change is a finding; with `strict`, an error.
    """
    changed: list[Link] = []
    for repair in _repairs(robot):
        path = PartPath("link", repair.link) / "inertial"
        if repair.visible:
            report.add(
                rules.formats.INERTIA_REPAIRED,
                repair.message,
                span=span_of(robot.source, path),
                path=path,
                severity=Severity.ERROR if strict else None,
                facts={"mass": repair.inertial.mass},
            )
        changed.append(replace(robot.links[repair.link], inertial=repair.inertial))
    return robot.update(*changed) if changed else robot


def is_sound(inertial: Inertial) -> bool:
    """Whether a body that moves may have it: mass, and three moments above zero."""
    return (
        inertial.mass >= TRANSFER_LEAST_INERTIA
        and moments_of(inertial.inertia)[0] >= TRANSFER_LEAST_INERTIA
    )


def moments_of(inertia: Inertia) -> Moments:
    """The principal moments, smallest first [kg m^2]."""
    return eigen_symmetric(tensor_of(inertia))[0]


def tensor_of(inertia: Inertia) -> list[list[float]]:
    """The tensor, row by row."""
    i = inertia
    return [[i.ixx, i.ixy, i.ixz], [i.ixy, i.iyy, i.iyz], [i.ixz, i.iyz, i.izz]]


def _repairs(robot: Robot) -> Iterator[Repair]:
    needy = dict(_without_inertia(robot))
    for link in robot.links:
        inertial = link.inertial
        if inertial is None and link.name not in needy:
            continue
        repair = _repair(link.name, inertial or Inertial(), link.name in needy)
        if repair is not None:
            yield repair


def _without_inertia(robot: Robot) -> Iterator[tuple[str, str]]:
    """The links that a joint moves without anything to resist, and that joint."""
    for joint in robot.joints:
        if joint.kind.moves and not any(
            link.inertial is not None and is_sound(link.inertial)
            for link in _held(robot, joint.child)
        ):
            yield joint.child, joint.name


def _held(robot: Robot, link: str) -> Iterator[Link]:
    """A link and all that fixed joints hold to it."""
    pending = [link]
    while pending:
        name = pending.pop()
        yield robot.links[name]
        pending += [j.child for j in robot.child_joints.get(name, ()) if not j.kind.moves]


def _repair(name: str, inertial: Inertial, needed: bool) -> Repair | None:
    mass = max(
        inertial.mass,
        TRANSFER_LIGHT_MASS if needed and inertial.mass < TRANSFER_LEAST_INERTIA else 0.0,
    )
    before, V = eigen_symmetric(tensor_of(inertial.inertia))
    after = _nearest(before)
    if needed:
        a, b, c = (max(moment, TRANSFER_LIGHT_INERTIA) for moment in after)
        after = _nearest((a, b, c))
    if mass == inertial.mass and after == before:
        return None
    changes: list[str] = []
    if mass != inertial.mass:
        changes.append(f"a mass of {inertial.mass:g} kg, written as {mass:g} kg")
    moved = max(abs(a - b) for a, b in zip(after, before, strict=True))
    visible = bool(changes) or moved > 1e3 * TRANSFER_FLAT * max(map(abs, before))
    if visible and after != before:
        old, new = (", ".join(f"{x:.6g}" for x in moments) for moments in (before, after))
        changes.append(f"principal moments of {old} kg m^2, written as {new}")
    verb = "moves and has" if needed else "has"
    message = f"link '{name}' {verb} {' and '.join(changes)}"
    return Repair(name, replace(inertial, mass=mass, inertia=_inertia(after, V)), message, visible)


def _nearest(moments: Moments) -> Moments:
    """The nearest moments (by least squares) that are not negative and obey a + b >= c."""
    a, b, c = (max(moment, 0.0) for moment in moments)
    missing = c - a - b
    if missing <= -TRANSFER_FLAT * c or c == 0.0:
        return (a, b, c) if (a, b, c) != moments else moments
    share = missing / 3.0 + TRANSFER_FLAT * c
    return (a + share, b + share, max(c - share, b + share))


def _inertia(moments: Moments, V: list[list[float]]) -> Inertia:
    def entry(i: int, j: int) -> float:
        return sum(V[i][k] * moments[k] * V[j][k] for k in range(3))

    return Inertia(entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2))
