"""Pose and Jacobian of a link for many configurations at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from .. import _native
from .arguments import refuse_data
from .representation import representation

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from .arguments import ChosenCoordinates
    from .model import Model

Frame = Literal["world", "local", "local_world_aligned"]
Columns = Literal["all", "support"]


class Kinematics(NamedTuple):
    """Poses T_world_link (n, 4, 4) and Jacobians (n, 6, nv), or without n for one configuration."""

    pose: NDArray[np.float64]
    jacobian: NDArray[np.float64]

    def __repr__(self) -> str:
        return representation(self)


def kinematics(
    model: Model,
    q: ArrayLike,
    link: str,
    *,
    frame: Frame = "local_world_aligned",
    point: ArrayLike | None = None,
    columns: Columns = "all",
    out: tuple[NDArray[np.float64], NDArray[np.float64]] | None = None,
    threads: int | None = None,
    coordinates: ChosenCoordinates = "independent",
) -> Kinematics:
    """Pose and Jacobian of a link at configurations q, (n, nq) or (nq,).

    The fastest way to many of them: several configurations per instruction, several threads.
    `columns="support"` leaves out the columns that are zero at every q; the others are
    `model.support(link)`. `out` takes the results without a copy and may not share memory
    with q; `threads` defaults to all cores, and small batches use one.

    Raises LoopError where a q leaves a loop, a coupling or a mimic open by more than
    `model.tolerance`; coordinates="spanning" takes any q, for the tree with all of them cut.
    """
    single = np.ndim(q) == 1
    rows = np.asarray(q)[None, :] if single else q
    if single and out is not None:
        out = (out[0][None], out[1][None])
    try:
        poses, jacobians = _native.kinematics(
            model,
            rows,
            link,
            frame=frame,
            point=point,
            columns=columns,
            out=out,
            threads=threads,
            coordinates=coordinates,
        )
    except TypeError:
        refuse_data(q, "use data.pose(link) and jacobian(model, data, link)")
        raise
    return Kinematics(poses[0], jacobians[0]) if single else Kinematics(poses, jacobians)
