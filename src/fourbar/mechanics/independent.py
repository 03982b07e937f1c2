"""Jacobians with respect to independent coordinates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._native import jacobian

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from .batch import Frame
    from .data import Data
    from .model import Model


def independent_jacobian(
    model: Model,
    data: Data,
    link: str,
    *,
    frame: Frame = "local_world_aligned",
    point: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """J G, 6 x nu: the Jacobian for the velocities u = v[model.independent_v], v = G u."""
    return jacobian(model, data, link, frame=frame, point=point) @ model.G
