"""Checks of what callers pass in, before anything is computed with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..arguments import as_count, as_tolerance, check_model

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..model import Model


def check_tolerance(model: Model, tolerance: float | None) -> float:
    """The tolerance of "closed" [m or rad]: the model's own unless one is given.

    Raises unless it can tell closed from open: NaN and infinity call everything closed.
    """
    check_model(model)
    if tolerance is None:
        return model.tolerance
    return as_tolerance(tolerance)


def check_starts(starts: int) -> None:
    """Raise unless there is at least the guess to start from."""
    as_count("starts", starts, least=1)


def check_threads(threads: int | None) -> int:
    """The number of threads as the compiled core takes it: 0 is as many as there are cores."""
    if threads is None:
        return 0
    if not 1 <= threads <= 4096:
        raise ValueError(f"threads must be 1 to 4096, got {threads}")
    return threads


def check_configurations(model: Model, q: NDArray[np.float64], name: str) -> None:
    """Raise unless all numbers of q (..., nq) are finite and all quaternions have a direction."""
    if not np.isfinite(q).all():
        raise ValueError(f"{name} contains numbers that are not finite")
    for slot in model.joints.values():
        if slot.quaternion is not None and not q[..., slot.quaternion].any(axis=-1).all():
            raise ValueError(f"the quaternion of joint {slot.name!r} in {name} has length zero")
