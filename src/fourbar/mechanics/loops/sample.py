"""Random closed configurations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...numerics import AT_LIMIT
from ..arguments import as_count
from .arguments import check_tolerance
from .error import LoopError
from .follow import follow

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..model import Model

_ROUNDS = 40


def sample_closed(
    model: Model,
    n: int,
    *,
    limits: bool = True,
    seed: int | np.random.Generator | None = None,
    tolerance: float | None = None,
) -> NDArray[np.float64]:
    """N closed configurations (n, nq), in the branch of the closed pose next to zero.

    Independent coordinates are drawn as `model.random` draws those of a tree; those that the
    mechanism cannot reach are drawn again, nearer to that pose where reaching is rare. With
    `limits`, all joints are within their limits.

    Raises LoopError when too few configurations are found.
    """
    within = check_tolerance(model, tolerance)
    n = as_count("n", n)
    at = model.chart
    generator = np.random.default_rng(seed)
    kept: list[NDArray[np.float64]] = []
    count = 0
    share = 1.0
    for _ in range(_ROUNDS):
        if count >= n:
            break
        size = min(max(2 * (n - count), 64), 65536)
        goals = model.random(size, seed=generator, coordinates="spanning")[:, at.q]
        home = at.home[at.q]
        goals = home + (goals - home) * (share * generator.uniform(0.0, 1.0, (size, 1)) ** 0.5)
        q, residual = follow(model, at, goals, None, tolerance=within, careful=False)
        good = residual <= within
        if limits:
            good &= ((q >= model.lower - AT_LIMIT) & (q <= model.upper + AT_LIMIT)).all(axis=1)
        kept.append(q[good])
        count += int(good.sum())
        if good.mean() < 0.2:
            share *= 0.6
    if count < n:
        raise LoopError(
            f"found only {count} of the {n} requested closed configurations of {model.name!r}"
        )
    return np.concatenate([np.zeros((0, model.nq)), *kept])[:n]
