"""Targets of closed mechanisms: one more loop, between the link and where it is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .arguments import check_configurations
from .compile import Target, Task, compile_loops
from .error import LoopError
from .solve import Solutions, solve_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..model import Model
    from .system import Loops


def reach_targets(
    model: Model,
    link: str,
    task: Task,
    point: NDArray[np.float64] | None,
    targets: NDArray[np.float64],
    q: NDArray[np.float64] | None,
    *,
    limits: bool,
    tolerance: float,
    steps: int,
    starts: int,
    seed: int,
    threads: int,
) -> Solutions:
    """Configurations with all loops closed and a link at each of the targets (n, 4, 4).

    Starts from q (n, nq), or from the closed pose next to zero.
    """
    T_link_point = np.eye(4)
    if point is not None:
        T_link_point[:3, 3] = point
    if q is None:
        q = np.tile(_home(model), (len(targets), 1))
    check_configurations(model, q, "q0")
    # A link that no joint moves is at its target or not, whatever the loops do.
    moves = model.support(link).size > 0
    return solve_rows(
        model,
        _with_target(model, Target(link, task, T_link_point)) if moves else model.loops,
        q,
        (),
        limits=limits,
        tolerance=tolerance,
        steps=steps,
        starts=starts,
        seed=seed,
        keep_independent=False,
        targets=targets if moves else None,
        threads=threads,
    )


def _home(model: Model) -> NDArray[np.float64]:
    """The closed pose next to zero; zero itself where there is none."""
    try:
        return model.chart.home
    except LoopError:
        return np.array(model.neutral)


def _with_target(model: Model, target: Target) -> Loops:
    """The model's loops and the target; the last ones are kept, for calls in a row."""
    model.link_number(target.link)
    key = (target.link, target.task, target.T_link_frame.tobytes())
    known = model.loops.with_target
    if known is None or known[0] != key:
        known = model.loops.with_target = key, compile_loops(model, target=target)
    return known[1]
