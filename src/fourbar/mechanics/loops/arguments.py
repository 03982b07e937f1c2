"""What callers may give: refused here, before anything is computed with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..model import Model


def check_tolerance(tolerance: float) -> None:
    """Raise unless a tolerance can tell closed from open: NaN and infinity call all closed."""
    if not 0.0 < tolerance < np.inf:
        raise ValueError(f"tolerance is {tolerance}, expected a positive number [m or rad]")


def check_starts(starts: int) -> None:
    """Raise unless there is at least the guess to start from."""
    if starts < 1:
        raise ValueError(f"starts is {starts}, expected 1 or more")


def check_threads(threads: int | None) -> int:
    """The number of threads as the compiled core takes it: 0 is as many as there are cores."""
    if threads is None:
        return 0
    if not 1 <= threads <= 4096:
        raise ValueError(f"threads is {threads}, expected 1 to 4096")
    return threads


def check_configurations(model: Model, q: NDArray[np.float64], name: str) -> None:
    """Raise unless all numbers of q (..., nq) are finite and all quaternions have a direction."""
    if not np.isfinite(q).all():
        raise ValueError(f"{name} holds numbers that are not finite")
    for slot in model.joints.values():
        if slot.quaternion is not None and not q[..., slot.quaternion].any(axis=-1).all():
            raise ValueError(f"the quaternion of joint {slot.name!r} in {name} has length zero")
