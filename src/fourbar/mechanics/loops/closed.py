"""The one place where an open configuration is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Never

import numpy as np

from ..._native import closure_gaps, watch_loops
from .error import LoopError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..model import Model


def watch(model: Model) -> None:
    """Have the compiled core refuse open configurations of a model.

    It calls this with the first configuration that it is given: robots without loops, couplings
    and mimics need nothing of it.
    """
    robot = model.robot
    if robot.loops or robot.couplings or model.followers:
        watch_loops(model, model.loops, model.tolerance)
    else:
        watch_loops(model, None, 0.0)


def check_closed(model: Model, q: NDArray[np.float64]) -> None:
    """Raise LoopError unless all configurations q, (nq,) or (n, nq), are closed."""
    gaps = np.abs(closure_gaps(model, q)).max(axis=-1, initial=0.0)
    still = np.flatnonzero(gaps > model.tolerance)
    if still.size:
        row = int(still[0])
        refuse_open(model, q if q.ndim == 1 else q[row], -1 if q.ndim == 1 else row)


def refuse_open(model: Model, q: NDArray[np.float64], row: int) -> Never:
    """Raise the error for an open configuration: row `row` of a batch, or -1 for a single one."""
    phi = np.array(closure_gaps(model, q))
    gaps = model.loops.gaps(phi)
    still = {name: gap for name, gap in gaps.items() if gap > model.tolerance}
    worst = max(still, key=lambda name: still[name], default="")
    kind = model.loops.constraint(worst).kind if worst else "constraint"
    where = "" if row < 0 else f" at configuration {row}"
    raise LoopError(
        f"q{where} does not close {model.name!r}: {kind} {worst!r} is open by "
        f"{still.get(worst, float('nan')):.3g} m or rad; use assemble, move or model.q to close "
        'it, or coordinates="spanning" for the tree with all loops cut',
        residual=float(np.abs(phi).max(initial=0.0)),
        q=q,
        open=still,
        rows=() if row < 0 else (row,),
    )
