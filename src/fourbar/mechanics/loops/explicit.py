"""The explicit form of the constraints (eq. 3 of the URDF+ paper): v = G u and a = G du + g."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ... import _native
from ..arguments import check_model, refuse_data
from ..representation import representation

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from ..batch import Frame
    from ..data import Data
    from ..model import Model
    from .chart import Chart


class ExplicitJacobian(NamedTuple):
    """G (nv, nu) and g (nv,), or with a leading axis for a batch."""

    G: NDArray[np.float64]
    g: NDArray[np.float64]

    def __repr__(self) -> str:
        return representation(self)


def explicit_jacobian(
    model: Model, data: Data, v: ArrayLike | None = None, *, at: Chart | None = None
) -> ExplicitJacobian:
    """G and g with v = G u and a = G du + g, where u are the entries `model.chart.v` of v.

    Of v (nv,), only those entries count; g is zero without it. Call forward_kinematics first, at a
    closed configuration. Raises LoopError at open ones, and where u does not determine v: at a dead
    centre.
    """
    check_model(model)
    used = model.chart if at is None else at
    return _native.explicit_jacobian(model, data, used.native, v, ExplicitJacobian)


def closed_jacobian(
    model: Model,
    q: ArrayLike,
    link: str,
    *,
    frame: Frame = "local_world_aligned",
    point: ArrayLike | None = None,
    at: Chart | None = None,
    out: NDArray[np.float64] | None = None,
    threads: int | None = None,
) -> NDArray[np.float64]:
    """J G (6, nu): the link's velocity, linear first, per velocity of each independent joint.

    q is a closed configuration (nq,), or (n, nq) for results (n, 6, nu); `frame`, `point`, `out`
    and `threads` are those of `kinematics`. Raises LoopError at open configurations, and where the
    independent joints do not determine the others; the tree's own Jacobian at any q is
    `kinematics(model, q, link, coordinates="spanning").jacobian`.
    """
    # Arguments are looked at when something is wrong with them: each look is a tenth of the time.
    try:
        chart = (model.chart if at is None else at).native
        return _native.closed_jacobian(
            model, q, link, chart, frame=frame, point=point, out=out, threads=threads
        )
    except (AttributeError, TypeError):
        check_model(model)
        refuse_data(q, "use jacobian(model, data, link) @ explicit_jacobian(model, data).G")
        raise
