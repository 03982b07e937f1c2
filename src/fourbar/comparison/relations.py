"""Couplings and mimics as linear equations between positions, and the freedoms that remain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..diagnostics import PartPath
from ..mechanics import ModelError, mobility
from ..mechanics.loops import LoopError, closure
from ..numerics import RANK
from .difference import Category, Difference, Place, Tolerances
from .matching import Match
from .side import Side

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


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
        basis = basis[sizes > RANK * sizes[0]]
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
