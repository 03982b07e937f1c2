"""What closes a mechanism: loops, couplings and mimics, and how many ways are left to move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..diagnostics import PartPath
from ..mechanics import ModelError, mobility
from ..mechanics.loops import LoopError, closure
from ..robot.direction import directions
from ..spatial.vector import Vector3, unit
from .difference import Category, Difference, Place, Tolerances
from .matching import Match, anchors, on_anchor
from .side import Side

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..robot import Loop

    Floats = NDArray[np.float64]

_PROBES = 12
"""Relative poses at which the demands of two loops are compared."""


# Loops


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
    from ..record import replace

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


# Couplings and mimics are linear


def compare_relations(
    a: Side, b: Side, match: Match, tolerances: Tolerances
) -> Iterator[Difference]:
    """Couplings and mimics: equations between positions that follow from those of the other robot.

    A mimic of a mimic and a mimic of its leader are the same, and so are a mimic and a coupling.
    """
    rows_a, names_a = _relations(a)
    rows_b, names_b = _relations(b)
    if not names_a and not names_b:
        return
    moved = np.zeros((len(rows_b), a.model.nv + b.model.nv + 1))
    own = np.zeros((len(rows_a), a.model.nv + b.model.nv + 1))
    own[:, : a.model.nv], own[:, -1] = rows_a[:, :-1], rows_a[:, -1]
    moved[:, a.model.nv : -1], moved[:, -1] = rows_b[:, :-1], rows_b[:, -1]
    for x, y in _columns(a, b, match):
        moved[:, x] += moved[:, a.model.nv + y]
        moved[:, a.model.nv + y] = 0.0
    odd_a = _unexplained(own, moved, tolerances)
    odd_b = _unexplained(moved, own, tolerances)
    done: set[tuple[str, str]] = set()
    for x in odd_a:
        kind, name = names_a[x]
        pairs = match.joints if kind == "mimic" else match.couplings
        other = pairs.get(name)
        if other is not None and (kind, other) in names_b:
            done.add((kind, other))
        else:
            other = None
        yield _relation(a, b, kind, name, other)
    back = {y: x for x, y in (*match.joints.items(), *match.couplings.items())}
    for y in odd_b:
        if names_b[y] not in done:
            kind, name = names_b[y]
            yield _relation(a, b, kind, back.get(name) if kind == "mimic" else None, name)


def _relations(side: Side) -> tuple[Floats, list[tuple[str, str]]]:
    """The rows [coefficients, constant] of couplings and mimics, and what each is about."""
    model = side.model
    names: list[tuple[str, str]] = []
    if not (side.robot.couplings or model.followers):
        return np.zeros((0, model.nv + 1)), names
    q = np.array(model.neutral)
    phi, K = closure(model, q)
    kept: list[Floats] = []
    # Positions and velocities of joints that relations may be about are numbered alike.
    v = np.zeros(model.nv)
    for slot in model.joints.values():
        if slot.nq == slot.nv:
            v[slot.v] = q[slot.q]
    for constraint in model.loops.constraints:
        if constraint.kind == "loop":
            continue
        for row in range(constraint.rows.start, constraint.rows.stop):
            kept.append(np.append(K[row], K[row] @ v - phi[row]))
            names.append((constraint.kind, constraint.name))
    return np.array(kept).reshape(len(names), model.nv + 1), names


def _columns(a: Side, b: Side, match: Match) -> list[tuple[int, int]]:
    """The entries of v of joints that both robots have."""
    found: list[tuple[int, int]] = []
    for name, other in match.joints.items():
        one, two = a.model.joints.get(name), b.model.joints.get(other)
        if one is not None and two is not None and one.nv == two.nv:
            found += [(one.v.start + k, two.v.start + k) for k in range(one.nv)]
    return found


def _unexplained(rows: Floats, others: Floats, tolerances: Tolerances) -> list[int]:
    """The rows that are no combination of the others."""
    if not len(rows):
        return []
    scaled = rows / np.abs(rows[:, :-1]).max(axis=1, keepdims=True)
    rest = scaled
    if len(others):
        _, sizes, basis = np.linalg.svd(
            others / np.abs(others[:, :-1]).max(axis=1, keepdims=True), full_matrices=False
        )
        basis = basis[sizes > 1e-10 * sizes[0]]
        rest = scaled - scaled @ basis.T @ basis
    size = np.abs(rest).max(axis=1)
    return [int(x) for x in np.nonzero(size > 4.0 * max(tolerances.relative, tolerances.angle))[0]]


def _relation(a: Side, b: Side, kind: str, name: str | None, other: str | None) -> Difference:
    category: Category = "mimic" if kind == "mimic" else "coupling"
    find = _mimic if kind == "mimic" else _ratio
    first = None if name is None else find(a, name)
    second = None if other is None else find(b, other)
    subject = f"{'joint' if kind == 'mimic' else 'coupling'} '{name or other}'"
    if first is not None and second is not None:
        return Difference(
            category, subject, category if kind == "mimic" else "ratio", first, second
        )
    which = "first" if second is None else "second"
    what = "mimics another one" if kind == "mimic" else "holds"
    return Difference(category, subject, f"{what} only in the {which} robot", first, second)


def _mimic(side: Side, joint: str) -> Place:
    mimic, path = side.robot.joints[joint].mimic, PartPath("joint", joint)
    if mimic is None:
        return side.place(path)
    text = f"{mimic.multiplier:.9g} * {mimic.joint} + {mimic.offset:.9g}"
    return side.place(path / "mimic", text)


def _ratio(side: Side, coupling: str) -> Place:
    path = PartPath("coupling", coupling) / "ratio" / "value"
    return side.place(path, side.robot.couplings[coupling].ratio)


def compare_mobility(
    a: Side, b: Side, notes: list[str]
) -> tuple[tuple[int | None, int | None], Difference | None]:
    """How many ways both robots can move, with loops closed."""
    found: list[int | None] = []
    for which, side in (("first", a), ("second", b)):
        try:
            closed = side.model.has_loops or side.model.followers
            found.append(mobility(side.model).mobility if closed else side.model.nv)
        except (LoopError, ModelError, ValueError) as error:  # limits may be the wrong way round
            notes.append(f"the mobility of the {which} robot is unknown: {error}")
            found.append(None)
    one, two = found
    difference = None
    if one is not None and two is not None and one != two:
        robot = PartPath("robot")
        difference = Difference(
            "mobility",
            "robot",
            "mobility",
            a.place(robot, float(one)),
            b.place(robot, float(two)),
            "DOF",
        )
    return (one, two), difference
