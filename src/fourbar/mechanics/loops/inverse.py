"""Inverse kinematics of closed mechanisms: the target is one more loop to close."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from .assemble import TOLERANCE, Assembly, open_error, solve, start
from .chart import branch_of, chart
from .compile import Target, compile_loops

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ..model import Model


def closed_inverse_kinematics(
    model: Model,
    link: str,
    target: ArrayLike,
    *,
    of: Literal["pose", "position"] | None = None,
    point: ArrayLike | None = None,
    q0: ArrayLike | None = None,
    limits: bool = False,
    tolerance: float = TOLERANCE,
    starts: int = 32,
) -> Assembly:
    """A closed configuration with `link` at `target`: T_root_link (4, 4), or a position (3,) [m].

    A pose whose orientation does not matter is given as (4, 4) with `of="position"`. `point` [m] on
    the link is what goes there, by default its origin. Starts from q0 or the closed pose next to
    zero.

    Raises LoopError, with the best residual reached, when there is no such configuration.
    """
    T = np.eye(4)
    goal = np.asarray(target, dtype=np.float64)
    if goal.shape == (3,):
        T[:3, 3] = goal
        kind = of or "position"
    elif goal.shape == (4, 4):
        T[:] = goal
        kind = of or "pose"
    else:
        raise ValueError(f"target has shape {goal.shape}, expected (4, 4) or (3,)")
    if not np.isfinite(T).all():
        raise ValueError("target holds numbers that are not finite")
    if kind == "pose" and goal.shape == (3,):
        raise ValueError("a pose is given as (4, 4), not as a position")
    if kind == "pose" and np.abs(T[:3, :3] @ T[:3, :3].T - np.eye(3)).max() > 1e-6:
        raise ValueError("the target's 3 x 3 part is no rotation")
    T_link_point = np.eye(4)
    if point is not None:
        T_link_point[:3, 3] = np.asarray(point, dtype=np.float64)
        if kind == "pose":
            T[:] = T @ T_link_point
    model.link_number(link)
    loops = compile_loops(
        model, target=Target(link, "fixed" if kind == "pose" else "spherical", T, T_link_point)
    )
    q, _ = start(model, None, chart(model).home if q0 is None else q0)
    found = solve(
        model,
        loops,
        q,
        (),
        limits=limits,
        tolerance=tolerance,
        starts=starts,
        keep_independent=False,
    )
    if found.residual > tolerance:
        raise open_error(model, loops, found, (), limits=limits)
    return Assembly(*found, branch_of(model, found.q))
