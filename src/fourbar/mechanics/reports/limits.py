"""What drives can do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..drive import drive_columns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..model import Model


def effort_limits(model: Model) -> NDArray[np.float64]:
    """The largest effort of every entry of v that a drive acts on, in their order [N m or N]."""
    limits = [
        np.full(model.joint(drive.joint).nv, drive.effort)
        if drive.effort is not None
        else model.effort_limit[model.joint(drive.joint).v]
        for drive in model.drives
    ]
    return np.concatenate([np.zeros(0), *limits])


def driven_columns(model: Model) -> NDArray[np.int64]:
    """Those entries of v."""
    return drive_columns(model, model.drives)
