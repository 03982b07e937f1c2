"""The explicit form of the constraints (eq. 3 of the URDF+ paper): v = G u and a = G du + g."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..._native import data_positions
from .chart import Chart, chart
from .error import LoopError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..data import Data
    from ..model import Model

SINGULAR = 1e-9
"""Below this share of the largest pivot, the dependent columns count as dependent on each other."""


class ExplicitJacobian(NamedTuple):
    """G (nv, nu) and g (nv,), or with a leading axis for a batch."""

    G: NDArray[np.float64]
    g: NDArray[np.float64]


def explicit_jacobian(
    model: Model, data: Data, v: ArrayLike | None = None, *, at: Chart | None = None
) -> ExplicitJacobian:
    """G and g with v = G u and a = G du + g, where u are the entries `chart(model).v` of v.

    Of v (nv,), only those entries count; g is zero without it. Call forward_kinematics first, at a
    closed configuration. Raises LoopError where u does not determine v: at a dead centre.
    """
    used = chart(model) if at is None else at
    if data.model is not model:
        raise ValueError("this Data belongs to another Model")
    q = data_positions(data)
    rows = q[None] if q.ndim == 1 else q
    velocities = None
    if v is not None:
        velocities = np.ascontiguousarray(v, dtype=np.float64)
        if velocities.shape != (*q.shape[:-1], model.nv):
            raise ValueError(
                f"v has shape {velocities.shape}, expected {(*q.shape[:-1], model.nv)}"
            )
        velocities = velocities.reshape(rows.shape[0], model.nv)
    G, g, quality = model.loops._explicit(  # pyright: ignore[reportPrivateUsage]
        rows, velocities, used.native, 0
    )
    singular = np.flatnonzero(~(quality > SINGULAR))
    if singular.size:
        where = "here" if q.ndim == 1 else f"at configuration {singular[0]}"
        raise LoopError(
            f"the independent coordinates of {model.name!r} do not determine the others {where}: "
            "the mechanism is at a singular pose"
        )
    return ExplicitJacobian(G[0], g[0]) if q.ndim == 1 else ExplicitJacobian(G, g)
