"""How far a link is from losing a direction of motion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from .._native import jacobian
from .batch import kinematics
from .second_order import hessian

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from .data import Data
    from .model import Model

RowChoice = Literal["all", "linear", "angular"]
_ROWS = {"all": slice(0, 6), "linear": slice(0, 3), "angular": slice(3, 6)}
_SAMPLES = 8


class Singularity(NamedTuple):
    """The singular value decomposition of a link's Jacobian and what follows from it.

    The measures use the first r singular values, r the rank at a generic configuration: a planar
    arm is not singular because it cannot leave its plane. For a batch, all have a leading axis.
    """

    singular_values: NDArray[np.float64]  # (m,), largest first; m = min(rows, nv)
    rank: NDArray[np.int64]
    generic_rank: int
    singular: NDArray[np.bool_]  # rank < generic rank
    condition: NDArray[np.float64]  # largest / r-th singular value; inf where singular
    manipulability: NDArray[np.float64]  # product of the first r singular values (Yoshikawa)
    smallest: NDArray[np.float64]  # the r-th: distance of J to the nearest singular matrix
    lost_direction: NDArray[np.float64]  # (rows,) the unit twist that is hardest to make
    joint_direction: NDArray[np.float64]  # (nv,) the unit joint velocity that moves it least
    gradient: NDArray[np.float64]  # (nv,) of `smallest`; against it lies the singularity
    distance: NDArray[np.float64]  # smallest / |gradient|: first-order estimate [rad or m]


def singularity(
    model: Model,
    data: Data,
    link: str,
    *,
    rows: RowChoice = "all",
    length: float = 1.0,
    point: ArrayLike | None = None,
    tolerance: float = 1e-6,
) -> Singularity:
    """Singular values, rank, condition and distance to singularity of a link's Jacobian.

    Parameters
    ----------
    rows
        The whole 6 x nv Jacobian, or its linear or angular half.
    length
        Characteristic length [m]: linear rows are divided by it, so that metres and radians can
        be compared.
    tolerance
        Singular values below this part of the largest count as zero.
    """
    if rows not in _ROWS:
        raise ValueError(f"rows is {rows!r}, expected 'all', 'linear' or 'angular'")
    if not length > 0.0:
        raise ValueError(f"length is {length}, expected more than zero")
    scale = np.array([1.0 / length] * 3 + [1.0] * 3)[:, None]
    chosen = _ROWS[rows]
    J = (scale * jacobian(model, data, link, point=point))[..., chosen, :]
    r = _generic_rank(model, link, point, scale, chosen, tolerance)
    U, values, Vt = np.linalg.svd(J, full_matrices=False)
    largest = values[..., :1] if values.shape[-1] else np.zeros((*values.shape[:-1], 1))
    rank = np.sum(values > tolerance * np.where(largest > 0.0, largest, 1.0), axis=-1)
    if r == 0:
        zero = np.zeros(values.shape[:-1])
        return Singularity(
            values,
            rank,
            0,
            rank < 0,
            zero + 1.0,
            zero,
            zero,
            np.zeros((*zero.shape, J.shape[-2])),
            np.zeros((*zero.shape, model.nv)),
            np.zeros((*zero.shape, model.nv)),
            zero + np.inf,
        )
    smallest = values[..., r - 1]
    lost, joint = U[..., :, r - 1], Vt[..., r - 1, :]
    H = (scale[..., None] * hessian(model, data, link, point=point))[..., chosen, :, :]
    # d sigma / dq_j = u^T (dJ/dq_j) v for a simple singular value.
    gradient = np.einsum("...r,...rij,...i->...j", lost, H, joint)
    steepness = np.linalg.norm(gradient, axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        condition = np.where(rank < r, np.inf, values[..., 0] / smallest)
        distance = np.where(smallest == 0.0, 0.0, smallest / steepness)
    return Singularity(
        values,
        rank,
        r,
        rank < r,
        condition,
        np.prod(values[..., :r], axis=-1),
        smallest,
        lost,
        joint,
        gradient,
        distance,
    )


def _generic_rank(
    model: Model,
    link: str,
    point: ArrayLike | None,
    scale: NDArray[np.float64],
    rows: slice,
    tolerance: float,
) -> int:
    """The largest rank at a few random configurations: what the structure allows."""
    if model.nv == 0:
        return 0
    samples = model.random(_SAMPLES, seed=0)
    J = (scale * kinematics(model, samples, link, point=point).jacobian)[..., rows, :]
    values = np.linalg.svd(J, compute_uv=False)
    return int(np.sum(values > tolerance * np.maximum(values[:, :1], 1e-300), axis=-1).max())
