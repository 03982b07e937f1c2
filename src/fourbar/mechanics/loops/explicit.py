"""The explicit form of the constraints (eq. 3 of the URDF+ paper): v = G u and a = G du + g."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ... import _native
from .chart import Chart, chart

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from ..data import Data
    from ..model import Model


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
    return _native.explicit_jacobian(model, data, used.native, v, ExplicitJacobian)
