"""Inertia as it is felt at links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ... import _native
from ...numerics import RANK
from ..error import ModelError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..batch import Frame
    from ..data import Data
    from ..model import Model


def operational_inertia(
    model: Model,
    data: Data | None,
    q: ArrayLike,
    links: str | Sequence[str],
    *,
    points: Sequence[ArrayLike | None] | None = None,
    inverse: bool = False,
    frame: Frame = "local_world_aligned",
) -> NDArray[np.float64]:
    """The matrix between wrenches at links and their accelerations, (6k, 6k) for k links.

    With `inverse`, J M^-1 J^T: what wrenches on the links add to their accelerations, loops
    honoured; without, its inverse, the inertia that a hand on all of them feels. `points` [m] are
    points on the links, in their axes. Raises ValueError where the links cannot move in all
    directions, and that inverse does not exist.
    """
    names = [links] if isinstance(links, str) else list(links)
    at = [None] * len(names) if points is None else list(points)
    if not names:
        raise ValueError("links must have at least one name")
    if len(at) != len(names):
        raise ValueError(f"points must have {len(names)} entries, one per link, got {len(at)}")
    rows = np.asarray(q, dtype=np.float64)
    single = rows.ndim == 1
    rows = rows[None] if single else rows
    G, _ = _native.explicit_form(model, None, rows, None)
    many = model.data(len(rows))
    _native.forward_kinematics(model, many, rows, coordinates="spanning")
    spanning = np.concatenate(
        [
            _native.jacobian(model, many, name, frame=frame, point=point)
            for name, point in zip(names, at, strict=True)
        ],
        axis=1,
    )
    J = spanning @ np.asarray(G)
    mobility = J @ _native.inverse_mass_matrix(model, None, rows) @ np.swapaxes(J, -1, -2)
    if not inverse:
        sizes = np.linalg.svd(mobility, compute_uv=False)
        if (sizes[:, -1] <= RANK * np.maximum(sizes[:, 0], 1e-300)).any():
            raise ModelError(
                f"{', '.join(map(repr, names))} cannot move in all directions here, so the "
                "operational inertia is infinite in some; use inverse=True"
            )
        mobility = np.linalg.inv(mobility)
    result = np.asarray(mobility, dtype=np.float64)
    return result[0] if single else result
