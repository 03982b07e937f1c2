"""What simulations raise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...error import FourbarError
from ..dynamics.refusal import refuse
from ..loops.declared import joint_names

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..model import Model
    from .motion import Motion


class SimulationError(FourbarError, ArithmeticError):
    """A motion that cannot be computed any further.

    Attributes
    ----------
    t
        When it ended [s].
    row
        The number of the initial state, of a batch; else -1.
    motion
        The samples until then; None in a batch, which has them itself.
    """

    def __init__(self, message: str, *, t: float, row: int = -1) -> None:
        super().__init__(message)
        self.t = t
        self.row = row
        self.motion: Motion | None = None


class SimulationWarning(UserWarning):
    """Some motions of a batch ended early, or damping is too stiff for the step."""


Failure = tuple[str, int, float, int, float]
"""What the compiled core says: the reason, the row, the time, an entry of v, the open distance."""


def describe_failure(
    model: Model, failure: Failure, q: NDArray[np.float64], *, batch: bool
) -> SimulationError:
    """The exception for a motion from one of the states q (n, nq) that ended early."""
    reason, row, t, column, residual = failure
    if reason == "massless":
        refuse(model, "massless", row if batch else -1, column, q[row])
    joint = joint_names(model, [column])[0] if column >= 0 else ""
    of = f" from state {row}" if batch else ""
    where = f"the motion of {model.name!r}{of} cannot go on at t = {t:.6g} s"
    why = {
        "open": f"its loops are open by {residual:.3g} m or rad and do not close; use a smaller "
        "dt, or the adaptive integrator",
        "unheld": f"no efforts at limits and of friction hold joint {joint!r} and the "
        "joints that it moves with; use a smaller dt, or leave them out (limits=False, "
        "friction=False)",
        "not_finite": "its numbers are no longer finite; use a smaller dt, the implicit integrator "
        "for stiff springs and damping, or the adaptive one",
    }.get(
        reason,
        "steps become too short, as where efforts jump; use an integrator with a fixed step",
    )
    return SimulationError(f"{where}: {why}", t=t, row=row if batch else -1)
