"""What simulations raise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...error import FourbarError
from ..dynamics.refusal import refuse

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..model import Model


class SimulationError(FourbarError, ArithmeticError):
    """A motion that cannot be computed any further.

    Attributes
    ----------
    t
        When it ended [s].
    row
        The number of the initial state, of a batch; else -1.
    """

    def __init__(self, message: str, *, t: float, row: int = -1) -> None:
        super().__init__(message)
        self.t = t
        self.row = row


Failure = tuple[str, int, float, int, float]
"""What the compiled core says: the reason, the row, the time, an entry of v, the open distance."""


def raise_failure(model: Model, failure: Failure, q: NDArray[np.float64], *, batch: bool) -> None:
    """Raise the exception for a motion from the states q (n, nq) that ended early."""
    reason, row, t, column, residual = failure
    if reason == "massless":
        refuse(model, "massless", row if batch else -1, column, q[row])
    of = f" from state {row}" if batch else ""
    where = f"the motion of {model.name!r}{of} cannot go on at t = {t:.6g} s"
    number = row if batch else -1
    if reason == "open":
        raise SimulationError(
            f"{where}: its loops are open by {residual:.3g} m or rad and do not close; use a "
            "smaller dt, or the adaptive integrator",
            t=t,
            row=number,
        )
    if reason == "not_finite":
        raise SimulationError(
            f"{where}: its numbers are no longer finite; use a smaller dt, "
            'integrator="implicit" for stiff springs and friction, or "adaptive"',
            t=t,
            row=number,
        )
    raise SimulationError(
        f"{where}: steps become too short, as where joints hit their limits over and over or "
        "efforts jump; use a fixed step, or limits=False",
        t=t,
        row=number,
    )
