"""What dynamics raise and warn of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...error import FourbarError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class ActuationError(FourbarError, ValueError):
    """Drives that cannot produce what is asked of them.

    Attributes
    ----------
    problem
        The message without the ways out that Python has.
    freedoms
        The independent joints that no drive, or no combination of drives, moves.
    residual
        What is missing of the efforts f at the independent joints, (nu,) [N m or N].
    """

    def __init__(
        self,
        problem: str,
        way_out: str,
        *,
        freedoms: Sequence[str] = (),
        residual: NDArray[np.float64],
    ) -> None:
        super().__init__(f"{problem}; {way_out}")
        self.problem = problem
        self.freedoms = tuple(freedoms)
        self.residual = residual


class SingularPoseWarning(UserWarning):
    """At this pose the mechanism has more freedoms than elsewhere, and which it takes is open."""
