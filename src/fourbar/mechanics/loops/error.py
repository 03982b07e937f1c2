"""What is raised when a mechanism cannot be closed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class LoopError(ValueError):
    """A mechanism that does not close, or coordinates that do not determine it.

    Attributes
    ----------
    residual
        The smallest largest |phi| that was reached [m or rad]; None where closing was no question.
    q
        The configuration it was reached at, (nq,).
    open
        The loops, couplings and mimics that stay open there, and how far [m or rad].
    """

    def __init__(
        self,
        message: str,
        *,
        residual: float | None = None,
        q: NDArray[np.float64] | None = None,
        open: Mapping[str, float] | None = None,
    ) -> None:
        super().__init__(message)
        self.residual = residual
        self.q = q
        self.open: dict[str, float] = dict(open or {})
