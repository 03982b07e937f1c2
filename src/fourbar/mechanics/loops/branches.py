"""All ways of assembling a mechanism with some joints held."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi
from typing import TYPE_CHECKING

import numpy as np

from ..._native import closure, closure_gaps, forward_kinematics
from ...numerics import SHOWN
from .arguments import check_starts, check_tolerance
from .assembly import Assembly
from .chart import branches_of, good_columns
from .follow import entries_of
from .solve import open_error, solve, solve_rows, start

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..model import Model


def assemblies(
    model: Model,
    positions: Mapping[str, ArrayLike] | None = None,
    q0: ArrayLike | None = None,
    *,
    limits: bool = False,
    tolerance: float | None = None,
    starts: int = 256,
) -> tuple[Assembly, ...]:
    """The ways of closing a mechanism with the joints in `positions` [rad or m] held.

    A linkage can often be put together in several ways at the same position of its drive, such as
    with the elbow up or down. All independent coordinates are held, those without a position where
    they are in q0 (nq,) or the closed pose next to zero, so that the ways are separate poses. They
    are searched for from `starts` configurations, the same ones in every run, and come in the order
    of their distance from there. Ways that no start leads to are missing.

    Raises LoopError where there is none.
    """
    within = check_tolerance(model, tolerance)
    check_starts(starts)
    q, held = start(model, positions, model.chart.home if q0 is None else q0)
    stay = _determining(model, q, held)
    inside = {int(c) for block in model.loops.blocks for c in block.columns}
    follow = entries_of(model, inside - stay)
    rows = np.repeat(q[None], starts, axis=0)
    rows[1:, follow] = model.loops.starts(model, starts - 1, 0)[:, follow]
    found = solve_rows(
        model,
        model.loops,
        rows,
        stay,
        limits=limits,
        tolerance=within,
        starts=1,
        keep_independent=False,
        targets=None,
        threads=1,
    )
    closed = found.q[found.residual <= within]
    if not len(closed):
        best = solve(model, model.loops, q, held, limits=limits, tolerance=within)
        raise open_error(model, best, held, limits=limits, tolerance=within)
    chosen = _distinct(model, closed, q)
    residuals = np.abs(closure_gaps(model, chosen)).max(axis=1, initial=0.0)
    signs = branches_of(model, chosen)
    return tuple(
        Assembly(pose, float(residual), 0, starts, tuple(int(sign) for sign in branch))
        for pose, residual, branch in zip(chosen, residuals, signs, strict=True)
    )


def _determining(model: Model, q: NDArray[np.float64], held: frozenset[int]) -> frozenset[int]:
    """The held entries of v, and as many others as determine the rest."""
    near = solve(model, model.loops, q, held)
    K = closure(model, near.q)[1]
    stay = set(held)
    for block in model.loops.blocks:
        wanted = [c for c in block.columns.tolist() if c in held]
        independent = [c for c in model.chart.v.tolist() if c in block.columns]
        # What is held stays before what the chart would choose; both before the rest.
        follow = set(good_columns(model, block, K, first=wanted or independent))
        stay |= {c for c in block.columns.tolist() if c not in follow}
    return frozenset(stay)


def _distinct(
    model: Model, closed: NDArray[np.float64], q: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Each pose of the links once, the nearest to q first; angles without limits are next to q.

    Links are compared, not coordinates: a universal joint has two pairs of angles for each pose.
    """
    poses = closed.copy()
    for slot in model.joints.values():
        if slot.nq == 1 and slot.units == ("rad",) and np.isinf(model.lower[slot.q]).all():
            turn = poses[:, slot.q] - q[slot.q]
            poses[:, slot.q] -= 2.0 * pi * np.round(turn / (2.0 * pi))
    apart = np.abs(model.difference(np.broadcast_to(q, poses.shape), poses))
    distances = apart.max(axis=1, initial=0.0)  # a robot may have no joint that moves
    data = model.data(batch=len(poses))
    forward_kinematics(model, data, poses, coordinates="spanning")
    links = np.asarray(data.poses).reshape(len(poses), -1)
    kept: list[int] = []
    for i in np.lexsort((*poses.T.round(6), distances.round(6))).tolist():
        if not kept or np.abs(links[kept] - links[i]).max(axis=1).min() > SHOWN:
            kept.append(i)
    return poses[kept]
