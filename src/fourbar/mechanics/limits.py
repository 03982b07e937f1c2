"""The limits of a description for every entry of q and v."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .model import Model


def position_limits(model: Model, side: Literal[0, 1]) -> NDArray[np.float64]:
    """The lower (0) or upper (1) limits of q [rad or m]: infinite where there is none."""
    bounds = np.full(model.nq, (-np.inf, np.inf)[side])
    for slot in model.joints.values():
        for k, step in enumerate(slot.steps):
            if step.bound == "range":
                bounds[slot.q.start + k] = model.robot.joints[slot.name].bounds[side]
        if slot.quaternion is not None:
            bounds[slot.quaternion] = (-1.0, 1.0)[side]
    return bounds


def rated_limits(model: Model, what: Literal["velocity", "effort"]) -> NDArray[np.float64]:
    """The largest velocity or effort of every entry of v, inf where the description has none."""
    values = np.full(model.nv, np.inf)
    for slot in model.joints.values():
        limit = model.robot.joints[slot.name].limit
        value = None if limit is None else getattr(limit, what)
        if value is not None:
            rated = (*slot.kind.rated, *[True] * (slot.nv - slot.kind.dof))
            values[slot.v] = np.where(rated, value, np.inf)
    return values
