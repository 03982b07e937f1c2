"""How near a closed mechanism is to its singular poses, and to which kind of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ... import _native
from ..._native import closure
from .assembly import TOLERANCE
from .chart import Chart, chart

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..batch import Frame
    from ..model import Model

SINGULAR = 1e-6


class ClosedSingularity(NamedTuple):
    """Smallest singular values of the matrices that lose rank, as shares of the largest.

    Attributes
    ----------
    closure
        Of K's dependent columns. Zero: with the independent joints locked, the mechanism can
        still move, and G does not exist (the second kind of Gosselin and Angeles).
    output
        Of J G, the link's Jacobian over the independent joints. Zero: some motion of the link is
        lost (the first kind). The singular value that is not zero elsewhere, as a share of the
        largest around home; None without a link, and where G does not exist.
    rank
        The rank of J G; None where `output` is.
    """

    closure: float
    output: float | None
    rank: int | None

    @property
    def is_closure_singular(self) -> bool:
        """Independent joints do not determine the others."""
        return self.closure < SINGULAR

    @property
    def is_output_singular(self) -> bool:
        """The link cannot move in some direction in which it can elsewhere."""
        return self.output is not None and self.output < SINGULAR


def closed_singularity(
    model: Model, q: ArrayLike, link: str | None = None, *, at: Chart | None = None
) -> ClosedSingularity:
    """The two kinds of singularity of a closed mechanism told apart, at a closed q (nq,)."""
    used = chart(model) if at is None else at
    positions = np.ascontiguousarray(q, dtype=np.float64)
    K = closure(model, positions)[1]
    worst = 1.0
    for block, columns in zip(model.loops.blocks, used.dependent, strict=True):
        values = np.linalg.svd(K[np.ix_(block.rows, columns)], compute_uv=False)
        if columns.size:
            worst = min(worst, float(values[columns.size - 1] / values[0]) if values[0] else 0.0)
    if link is None or worst < SINGULAR:
        return ClosedSingularity(worst, None, None)
    here = np.linalg.svd(closed_jacobian(model, positions, link, at=used), compute_uv=False)
    full, scale = _generic(model, link, used)
    if not full:
        return ClosedSingularity(worst, 0.0, 0)
    scale = max(scale, float(here[0]))
    return ClosedSingularity(
        worst, float(here[full - 1]) / scale, int((here > SINGULAR * scale).sum())
    )


def closed_jacobian(
    model: Model,
    q: ArrayLike,
    link: str,
    *,
    frame: Frame = "local_world_aligned",
    point: ArrayLike | None = None,
    at: Chart | None = None,
    out: NDArray[np.float64] | None = None,
    threads: int | None = None,
) -> NDArray[np.float64]:
    """J G (6, nu): the link's velocity, linear first, per velocity of each independent joint.

    q is a closed configuration (nq,), or (n, nq) for results (n, 6, nu); `frame`, `point`, `out`
    and `threads` are those of `kinematics`. Raises LoopError at poses where the independent joints
    do not determine the others.
    """
    used = chart(model) if at is None else at
    return _native.closed_jacobian(
        model, q, link, used.native, frame=frame, point=point, out=out, threads=threads
    )


def _generic(model: Model, link: str, used: Chart) -> tuple[int, float]:
    """The rank of J G where it is largest, among poses around home, and its size there."""
    from .follow import follow

    generator = np.random.default_rng(0)
    goals = used.home[used.q] + 0.05 * generator.standard_normal((4, used.q.size))
    poses, residual = follow(model, used, goals, None)
    rank, scale = 0, 0.0
    for q in [used.home, *poses[residual < TOLERANCE]]:
        values = np.linalg.svd(closed_jacobian(model, q, link, at=used), compute_uv=False)
        if values.size and values[0] > 1e-12:
            rank = max(rank, int((values > SINGULAR * values[0]).sum()))
            scale = max(scale, float(values[0]))
    return rank, scale
