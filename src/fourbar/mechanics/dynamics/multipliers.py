"""Forces of constraints from the efforts that they have to make: K^T lambda = r."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from ..loops.chart import rank_tolerance

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..model import Model
    from .force_paths import ForceBlock, ForcePaths


class Multipliers(NamedTuple):
    """Lambda (n, rows of K), and what may be added to it without any effect on joints.

    `nulls` (n, vectors, rows of K) spans null(K^T); `redundancy` has the number of these vectors
    for each block.
    """

    force: NDArray[np.float64]
    nulls: NDArray[np.float64]
    redundancy: tuple[int, ...]


def find_multipliers(
    model: Model,
    paths: ForcePaths,
    K: NDArray[np.float64],
    r: NDArray[np.float64],
    poses: NDArray[np.float64],
    rule: Literal["least"] | ArrayLike,
) -> Multipliers:
    """The multipliers of rows of K (n, rows, nv) with efforts r (n, nv), by `rule` where redundant.

    `poses` are those of links at one configuration: how large a mechanism is.
    """
    given = _compliance(rule, K.shape[1])
    force = np.zeros(K.shape[:2])
    nulls: list[NDArray[np.float64]] = []
    for block in paths.blocks:
        if len(block.dependent) == len(block.rows):
            # No row is redundant where u determines v, which was seen to.
            square = K[:, block.rows[:, None], block.dependent].swapaxes(-1, -2)
            force[:, block.rows] = np.linalg.solve(square, r[:, block.dependent, None])[..., 0]
            nulls.append(np.zeros((len(K), 0, K.shape[1])))
            continue
        scale = _scale(block, poses) if given is None else given[block.rows]
        U, sizes, Vt = np.linalg.svd(K[:, block.rows[:, None], block.columns] * scale[:, None])
        limit = rank_tolerance(model) * np.maximum(sizes.max(axis=-1, initial=0.0), 1e-300)
        kept = sizes > limit[:, None]
        along = np.matmul(Vt[:, : sizes.shape[1]], r[:, block.columns, None])[..., 0]
        along = np.where(kept, along / np.where(kept, sizes, 1.0), 0.0)
        force[:, block.rows] = np.matmul(U[..., : sizes.shape[1]], along[..., None])[..., 0] * scale
        rank = int(kept.sum(axis=-1).min(initial=len(block.rows)))
        own = np.zeros((len(K), len(block.rows) - rank, K.shape[1]))
        own[:, :, block.rows] = (U[:, :, rank:] * scale[:, None]).swapaxes(-1, -2)
        nulls.append(own)
    counts = tuple(own.shape[1] for own in nulls)
    empty = np.zeros((len(K), 0, K.shape[1]))
    return Multipliers(force, np.concatenate([*nulls, empty], axis=1), counts)


def _compliance(rule: Literal["least"] | ArrayLike, count: int) -> NDArray[np.float64] | None:
    """Lambda = scale * mu, of which the shortest is taken; None for "least"."""
    if isinstance(rule, str):
        if rule != "least":
            raise ValueError(f"unknown rule {rule!r}; expected 'least' or a number per row of K")
        return None
    given = np.asarray(rule, dtype=np.float64)
    if given.shape != (count,) or not (np.isfinite(given) & (given > 0.0)).all():
        raise ValueError(f"rule must be 'least' or {count} positive numbers, one per row")
    return given**-0.5


def _scale(block: ForceBlock, poses: NDArray[np.float64]) -> NDArray[np.float64]:
    """Couples are divided by the size of the block [m], to compare them with forces."""
    points = poses[block.links, :3, 3]
    apart = points - points.mean(axis=0)
    size = float(np.sqrt((apart * apart).sum(axis=1).max(initial=0.0)))
    scale = np.ones(len(block.rows))
    scale[block.couples] = size or 1.0
    return scale
