"""What loops demand of the bodies that they connect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..diagnostics import PartPath
from ..record import replace
from ..robot.direction import directions
from ..spatial.vector import Vector3, unit
from .difference import Difference, Tolerances
from .matching import Match, anchors, on_anchor
from .side import Side

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..robot import Loop

    Floats = NDArray[np.float64]

_PROBES = 12
"""Relative poses at which the demands of two loops are compared."""


def compare_loops(
    a: Side, b: Side, match: Match, tolerances: Tolerances, seed: int
) -> Iterator[Difference]:
    """Loops that both robots have: what they demand of the bodies that they connect."""
    generator = np.random.default_rng(seed)
    probes = np.array([_random_frame(generator) for _ in range(_PROBES)])
    for name, other in match.loops.items():
        one, two = a.robot.loops[name], b.robot.loops[other]
        subject, path, its = f"loop '{name}'", PartPath("loop", name), PartPath("loop", other)
        if one.kind.demands != two.kind.demands:
            first, second = a.place(path / "type", one.type), b.place(its / "type", two.type)
            yield Difference("loop", subject, "type", first, second)
            continue
        ends = _ends(a, b, match, one, two)
        if ends is None:
            first = a.place(path, f"{one.predecessor} ~ {one.successor}")
            second = b.place(its, f"{two.predecessor} ~ {two.successor}")
            yield Difference("loop", subject, "links", first, second)
            continue
        P_a, S_a, P_b, S_b, swapped = ends
        demands_a = _demands(one, P_a, S_a, probes)
        demands_b = _demands(_turned_round(two) if swapped else two, P_b, S_b, probes)
        deviation = float(np.abs(demands_a - demands_b).max(initial=0.0))
        size = 1.0 + max(float(np.abs(T[:3, 3]).max()) for T in (P_a, S_a))
        if deviation > 4.0 * size * max(tolerances.length, tolerances.angle):
            yield from _changed(a, b, one, two, tolerances, deviation)
        if one.kind.pitched and abs((one.pitch or 0.0) - (two.pitch or 0.0)) > tolerances.length:
            first = a.place(path / "screw_thread_pitch" / "value", one.pitch)
            second = b.place(its / "screw_thread_pitch" / "value", two.pitch)
            yield Difference("loop", subject, "pitch", first, second, "m")


def _ends(
    a: Side, b: Side, match: Match, one: Loop, two: Loop
) -> tuple[Floats, Floats, Floats, Floats, bool] | None:
    """The frames of both loops on the same links, and whether the second runs the other way."""
    bodies = [match.bodies.get(a.body_of[link]) for link in (one.predecessor, one.successor)]
    its = [b.body_of[link] for link in (two.predecessor, two.successor)]
    if bodies not in (its, its[::-1]):
        return None
    swapped = bodies != its
    frames: list[Floats] = []
    for link, pose in (
        (one.predecessor, one.predecessor_origin),
        (one.successor, one.successor_origin),
    ):
        body = a.body_of[link]
        anchor = _shared(a, b, match, link, body)
        frames.append(on_anchor(a, link, anchor[0]) @ pose.matrix())
    own = [(two.predecessor, two.predecessor_origin), (two.successor, two.successor_origin)]
    for link, (its_link, pose) in zip(
        (one.predecessor, one.successor), own[::-1] if swapped else own, strict=True
    ):
        anchor = _shared(a, b, match, link, a.body_of[link])
        frames.append(on_anchor(b, its_link, anchor[1]) @ pose.matrix())
    return frames[0], frames[1], frames[2], frames[3], swapped


def _shared(a: Side, b: Side, match: Match, link: str, body: int) -> tuple[str, str]:
    """The given link where both robots have it on that body; else the first that both have."""
    other, two = match.links.get(link), match.bodies[body]
    if other is not None and b.body_of[other] == two:
        return link, other
    return anchors(a, b, body, two, match.links)


def _demands(loop: Loop, P: Floats, S: Floats, probes: Floats) -> Floats:
    """How far a loop is open at some relative poses, in numbers that no choice of frames changes.

    P and S are the loop's frames on the two bodies; a probe is the second body on the first.
    """
    D = np.linalg.inv(P) @ probes @ S
    t, R = D[:, :3, 3], D[:, :3, :3]
    demands = loop.kind.demands
    axis = np.array(unit(loop.axis)) if any(loop.axis) else np.zeros(3)
    along = t @ axis
    across = np.linalg.norm(t - along[:, None] * axis, axis=1)
    slides = demands.slides
    rows: list[Floats] = []
    if all(slides):
        rows.append(np.linalg.norm(t, axis=1))
    elif slides[2]:
        rows.append(np.abs(along))
    elif any(slides):
        rows.append(across)
    if demands.turning == 3:
        rows.append(np.trace(R, axis1=1, axis2=2))
    elif demands.turning == 2:
        rows.append(R @ axis @ axis)
    elif demands.turning == 1:
        first, second = (np.array(d) for d in directions(loop)[:2])
        rows.append(R @ second @ first)
        rows.append(np.full(len(R), float(first @ second)))
    return np.array(rows)


def _turned_round(loop: Loop) -> Loop:
    """The same loop, from its successor to its predecessor."""
    if loop.kind.axes < 2:
        return loop
    return replace(loop, axis=loop.second_axis, axis2=loop.axis)


def _changed(
    a: Side, b: Side, one: Loop, two: Loop, tolerances: Tolerances, deviation: float
) -> Iterator[Difference]:
    """What is written otherwise; the loop itself where that cannot be said."""
    subject = f"loop '{one.name}'"
    path, its = PartPath("loop", one.name), PartPath("loop", two.name)
    found = False
    values: list[tuple[str, PartPath, PartPath, Vector3, Vector3, float]] = []
    for end in ("predecessor", "successor"):
        x, y = getattr(one, f"{end}_origin"), getattr(two, f"{end}_origin")
        for part, limit in (("xyz", tolerances.length), ("rpy", tolerances.angle)):
            here, there = path / end / "origin" / part, its / end / "origin" / part
            what = f"{end} {'position' if part == 'xyz' else 'orientation'}"
            values.append((what, here, there, getattr(x, part), getattr(y, part), limit))
    for axis in ("axis", "axis2"):
        here, there = path / axis / "xyz", its / axis / "xyz"
        if one.kind.axes > (axis == "axis2"):
            x, y = (loop.axis if axis == "axis" else loop.second_axis for loop in (one, two))
            values.append((axis, here, there, unit(x), unit(y), tolerances.angle))
    for what, here, there, x, y, limit in values:
        if np.abs(np.subtract(x, y)).max() > limit:
            found = True
            yield Difference("loop", subject, what, a.place(here, x), b.place(there, y), "", None)
    if not found:
        yield Difference(
            "loop", subject, "what it demands", a.place(path), b.place(its), "m or rad", deviation
        )


def _random_frame(generator: np.random.Generator) -> Floats:
    turn, _ = np.linalg.qr(generator.normal(size=(3, 3)))
    T = np.eye(4)
    T[:3, :3] = turn * np.sign(np.linalg.det(turn))
    T[:3, 3] = generator.uniform(-1.0, 1.0, 3)
    return T
