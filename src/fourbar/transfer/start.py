"""The pose that a file starts in: zero, within the limits, with every loop closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .. import rules
from ..diagnostics import ROBOT, PartPath, Report
from ..mechanics.loops import LoopError, assemble, closure
from ..mechanics.manifold import neutral
from ..numerics import SHOWN, SOLVED
from ..record import replace
from ..robot.source import span_of
from .relations import Relation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..mechanics import Model
    from .lowering import Lowered


def start_configuration(
    model: Model, *, report: Report, keep_zero: bool = False
) -> NDArray[np.float64]:
    """The closed q (nq,) next to zero, within the limits where there is such a one.

    With `keep_zero`, only loops that are open at zero take joints elsewhere, whatever limits and
    mimics ask for: for formats in which a joint is at zero where the file draws it. Where the loops
    cannot be closed, the open pose, with a finding.
    """
    q = _closed_start(model, report=report)
    if keep_zero:
        zero = neutral(model.joints.values(), model.nq)
        held = _open_columns(model, zero)
        for slot in model.joints.values():
            if held.isdisjoint(range(slot.v.start, slot.v.stop)):
                q[slot.q] = zero[slot.q]
    return q


def _open_columns(model: Model, q: NDArray[np.float64]) -> set[int]:
    """The entries of v of all clusters with a loop or coupling that is open at q."""
    if not model.loops:
        return set()
    phi, _ = closure(model, q)
    blocks = {
        constraint.block
        for constraint in model.loops.constraints
        if constraint.kind != "mimic" and np.linalg.norm(phi[constraint.rows]) > SOLVED
    }
    return {int(column) for block in blocks for column in model.loops.blocks[block].columns}


def _closed_start(model: Model, *, report: Report) -> NDArray[np.float64]:
    q = np.array(model.neutral)
    driven = np.ones(model.nq, dtype=bool)
    for follower in model.followers:
        driven[model.joints[follower.joint].q] = False
    sane = driven & (model.lower <= model.upper)
    q[sane] = np.clip(q[sane], model.lower[sane], model.upper[sane])
    q = model.q(
        {
            name: tuple(map(float, q[slot.q]))
            for name, slot in model.joints.items()
            if driven[slot.q].all() and slot.quaternion is None
        },
        coordinates="spanning",
    )
    if not model.has_loops:
        return q
    try:
        return np.array(assemble(model, None, q, limits=True).q)
    except LoopError:
        try:
            return np.array(assemble(model, None, q).q)
        except LoopError as error:
            report.add(
                rules.formats.START_NOT_CLOSED,
                f"the loops cannot be closed: {error}",
                span=span_of(model.robot.source, ROBOT),
                path=ROBOT,
                notes=("The file starts with every joint at rest and the loops open.",),
            )
            return q


def report_moved_zeros(model: Model, start: NDArray[np.float64], *, report: Report) -> None:
    """Say which joints are drawn away from their zero, for formats that draw zero."""
    zero = neutral(model.joints.values(), model.nq)
    for name, slot in model.joints.items():
        if slot.kind.free or np.abs(start[slot.q] - zero[slot.q]).max(initial=0.0) <= SHOWN:
            continue
        path = PartPath("joint", name)
        values = [float(value) for value in start[slot.q]]
        shown = ", ".join(f"{value:.6g}" for value in values)
        report.add(
            rules.formats.ZERO_MOVED,
            f"joint '{name}' is at zero in the file where it is at {shown} here",
            span=span_of(model.robot.source, path),
            path=path,
            facts={"position": values},
        )


def released(
    lowered: Lowered, model: Model, start: NDArray[np.float64], *, report: Report
) -> Lowered:
    """Without the locks that the start does not keep.

    A joint whose limits are equal is locked there. Exporters write such limits for joints of loops
    that do move: where the closed start has the joint elsewhere, it stays free, with a finding.
    """
    free: set[str] = set()
    for name, slot in model.joints.items():
        for freedom in lowered.freedoms[name]:
            if freedom.lower == freedom.upper:
                there = float(start[slot.q][freedom.entry])
                if abs(there - freedom.lower) > SHOWN:
                    free.add(freedom.name)
    kept: list[Relation] = []
    for relation in lowered.relations:
        if relation.kind != "locked" or relation.terms[0][0] not in free:
            kept.append(relation)
            continue
        report.add(
            rules.formats.NOT_HELD,
            f"the limits of joint '{relation.path.part.key}' are equal, and the loops close "
            "elsewhere only; it is written without limits",
            span=span_of(model.robot.source, relation.path),
            path=relation.path,
        )
    return replace(lowered, relations=tuple(kept)) if free else lowered
