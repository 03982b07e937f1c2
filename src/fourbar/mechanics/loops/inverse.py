"""Inverse kinematics of closed mechanisms: the target is one more loop to close."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from .arguments import check_configurations, check_starts, check_threads, check_tolerance
from .assembly import TOLERANCE, Assembly, Solution, open_error, solve_rows, start
from .chart import branch_of, chart
from .compile import Target, compile_loops

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..model import Model
    from .system import Loops

Task = Literal["pose", "position"]


class ClosedInverseKinematics(NamedTuple):
    """What was found for every target of a batch, (n, ...).

    `converged` is True only where all loops are closed, the link is at its target, and, if asked
    for, all limits hold. Elsewhere q is the best configuration found and `residual` says how far
    off it is [m or rad]: the largest |phi|, that of the target among them; infinite where only
    limits are in the way.
    """

    q: NDArray[np.float64]
    converged: NDArray[np.bool_]
    residual: NDArray[np.float64]
    iterations: NDArray[np.int64]
    starts: NDArray[np.int64]


def closed_inverse_kinematics(
    model: Model,
    link: str,
    target: ArrayLike,
    *,
    of: Task | None = None,
    point: ArrayLike | None = None,
    q0: ArrayLike | None = None,
    limits: bool = False,
    tolerance: float = TOLERANCE,
    starts: int = 32,
    threads: int | None = None,
) -> Assembly | ClosedInverseKinematics:
    """A closed configuration with `link` at `target`: T_root_link (4, 4), or a position (3,) [m].

    A pose whose orientation does not matter is given as (4, 4) with `of="position"`. `point` [m] on
    the link is what goes there, by default its origin. Starts from q0 or the closed pose next to
    zero.

    Targets (n, 4, 4) or (n, 3) are a batch, with q0 (nq,) or one per target (n, nq); all are tried
    at once, several per instruction and in several threads, and further starts are for those that
    are left.

    Raises LoopError, with the best residual reached, when there is no such configuration. A batch
    does not raise: its `converged` says which rows were found.
    """
    check_tolerance(tolerance)
    check_starts(starts)
    targets, kind, single = _as_targets(target, of)
    T_link_point = np.eye(4)
    if point is not None:
        T_link_point[:3, 3] = np.asarray(point, dtype=np.float64)
        if not np.isfinite(T_link_point).all():
            raise ValueError("point holds numbers that are not finite")
        if kind == "pose":
            targets = targets @ T_link_point
    loops = _compiled(model, link, kind, T_link_point)
    found = solve_rows(
        model,
        loops,
        _seeds(model, q0, None if single else len(targets)),
        (),
        limits=limits,
        tolerance=tolerance,
        starts=starts,
        keep_independent=False,
        targets=np.ascontiguousarray(targets),
        threads=check_threads(threads),
    )
    if not single:
        return ClosedInverseKinematics(
            found.q,
            found.residual <= tolerance,
            found.residual,
            np.array(found.iterations, dtype=np.int64),
            np.array(found.starts, dtype=np.int64),
        )
    one = Solution(found.q[0], float(found.residual[0]), found.iterations[0], found.starts[0])
    if one.residual > tolerance:
        raise open_error(
            model, loops, one, (), limits=limits, tolerance=tolerance, target=targets[0]
        )
    return Assembly(*one, branch_of(model, one.q))


def _as_targets(
    target: ArrayLike, of: Task | None
) -> tuple[NDArray[np.float64], Literal["pose", "position"], bool]:
    """Targets (n, 4, 4), what of them counts, and whether there is only one."""
    goal = np.asarray(target, dtype=np.float64)
    is_point = goal.ndim in (1, 2) and goal.shape[-1] == 3
    if not is_point and (goal.ndim not in (2, 3) or goal.shape[-2:] != (4, 4)):
        raise ValueError(
            f"target has shape {goal.shape}, expected (4, 4) or (3,), or a batch of either"
        )
    kind = of or ("position" if is_point else "pose")
    if kind not in ("pose", "position"):
        raise ValueError(f"of is {kind!r}, expected 'pose' or 'position'")
    if is_point and kind == "pose":
        raise ValueError("a pose is given as (4, 4), not as a position")
    single = goal.ndim == (1 if is_point else 2)
    targets = goal.reshape(-1, 4, 4) if not is_point else np.tile(np.eye(4), (goal.size // 3, 1, 1))
    if is_point:
        targets[:, :3, 3] = goal
    if not np.isfinite(targets).all():
        raise ValueError("target holds numbers that are not finite")
    R = targets[:, :3, :3]
    if kind == "pose" and (
        np.abs(R @ np.swapaxes(R, 1, 2) - np.eye(3)).max(initial=0.0) > 1e-6
        or (np.linalg.det(R) < 0.0).any()
    ):
        raise ValueError("the target's 3 x 3 part is no rotation")
    return targets, kind, single


def _seeds(model: Model, q0: ArrayLike | None, count: int | None) -> NDArray[np.float64]:
    if q0 is None or count is None or np.ndim(q0) < 2:  # pyright: ignore[reportArgumentType]
        q, _ = start(model, None, chart(model).home if q0 is None else q0)
        return np.tile(q, (1 if count is None else count, 1))
    seeds = np.array(q0, dtype=np.float64)
    if seeds.shape != (count, model.nq):
        raise ValueError(
            f"q0 has shape {seeds.shape}, expected ({model.nq},) or ({count}, {model.nq})"
        )
    check_configurations(model, seeds, "q0")
    return seeds


def _compiled(model: Model, link: str, kind: Task, T_link_point: NDArray[np.float64]) -> Loops:
    """The model's loops and the target; the last ones are kept, for calls in a row."""
    model.link_number(link)
    key = (link, kind, T_link_point.tobytes())
    known: tuple[object, Loops] | None = model.__dict__.get("_target_loops")
    if known is None or known[0] != key:
        type_ = "fixed" if kind == "pose" else "spherical"
        known = key, compile_loops(model, target=Target(link, type_, T_link_point))
        model.__dict__["_target_loops"] = known
    return known[1]
