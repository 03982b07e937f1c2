"""What drives can do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ..drive import Drive, check_limits, drive_columns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..model import Model


def effort_limits(model: Model) -> NDArray[np.float64]:
    """The largest effort of every entry of v that a drive acts on, in their order [N m or N]."""
    return _limits(model, model.effort_limit, lambda drive: drive.effort)


def velocity_limits(model: Model) -> NDArray[np.float64]:
    """Likewise the largest velocity [rad/s or m/s]."""
    return _limits(model, model.velocity_limit, lambda drive: drive.velocity)


def driven_columns(model: Model) -> NDArray[np.int64]:
    """Those entries of v."""
    return drive_columns(model, model.drives)


def _limits(
    model: Model, described: NDArray[np.float64], own: Callable[[Drive], float | None]
) -> NDArray[np.float64]:
    """What drives have, or else the joints in the description; inf without a limit."""
    check_limits(model)
    limits = [
        described[model.joint(drive.joint).v]
        if (limit := own(drive)) is None
        else np.full(model.joint(drive.joint).nv, limit)
        for drive in model.drives
    ]
    return np.concatenate([np.zeros(0), *limits])
