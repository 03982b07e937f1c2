"""What is raised when a mechanism cannot be closed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ...error import FourbarError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class LoopError(FourbarError, ValueError):
    """A mechanism that cannot be closed, or coordinates that do not determine it.

    Attributes
    ----------
    residual
        The largest |phi| at `q` [m or rad]: the smallest that was reached, or 0 where `q` is the
        last closed pose on a way that ends there. None where closing was not the question.
    q
        The configuration that was reached, (nq,).
    open
        The loops, couplings and mimics that stay open there, and how far [m or rad].
    choice
        Joints that would do as independent ones, where the declared ones do not.
    rows
        The rows of a batch that failed; `q`, `residual` and `open` are those of the first.
    """

    def __init__(
        self,
        message: str,
        *,
        residual: float | None = None,
        q: NDArray[np.float64] | None = None,
        open: Mapping[str, float] | None = None,
        choice: Sequence[str] = (),
        rows: Sequence[int] = (),
    ) -> None:
        super().__init__(message)
        self.residual = residual
        self.q = q
        self.open: dict[str, float] = dict(open or {})
        self.choice = tuple(choice)
        self.rows = tuple(rows)
