"""Random closed configurations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...numerics import AT_LIMIT
from ..arguments import as_count, as_generator
from .arguments import check_tolerance
from .error import LoopError
from .follow import follow
from .solve import solve

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..model import Model

_ROUNDS = 40
_STARTS = 256


def sample_closed(
    model: Model,
    n: int,
    *,
    limits: bool = True,
    seed: int | np.random.Generator | None = None,
    tolerance: float | None = None,
    uniform: bool = False,
) -> NDArray[np.float64]:
    """N closed configurations (n, nq), in the branch of the closed pose next to zero.

    Independent coordinates are drawn between that pose and those that `model.random` draws of a
    tree; what the mechanism cannot reach is drawn again, nearer to that pose where reaching is
    rare. With `uniform`, they are drawn as those of a tree, unless reaching is rare: the corners of
    the space come up as often as its middle. With `limits`, all joints are within their limits;
    where that pose is not, another one is, whose branch it is then.

    Raises LoopError when no pose is within the limits, or too few configurations are found.
    """
    within = check_tolerance(model, tolerance)
    n = as_count("n", n)
    at = model.chart
    first = _inside(model, at.home, within) if limits else at.home
    generator = as_generator(seed)
    kept: list[NDArray[np.float64]] = []
    count = 0
    share = 1.0
    for _ in range(_ROUNDS):
        if count >= n:
            break
        size = min(max(2 * (n - count), 64), 65536)
        goals = _drawn(model, size, generator, limits=limits)[:, at.q]
        home = first[at.q]
        if share < 1.0 or not uniform:
            nearer = share * generator.uniform(0.0, 1.0, (size, 1)) ** 0.5
            goals = home + (goals - home) * nearer
        q, residual = follow(model, at, goals, first, tolerance=within, careful=False)
        good = residual <= within
        if limits:
            good &= _is_inside(model, q)
        kept.append(q[good])
        count += int(good.sum())
        if good.mean() < 0.2:
            share *= 0.6
    if count < n:
        raise LoopError(
            f"found only {count} of the {n} requested closed configurations of {model.name!r}"
        )
    return np.concatenate([np.zeros((0, model.nq)), *kept])[:n]


def _drawn(
    model: Model, size: int, generator: np.random.Generator, *, limits: bool
) -> NDArray[np.float64]:
    """Open configurations, whose independent coordinates are goals."""
    return model.random(size, seed=generator, coordinates="spanning", limits=limits)


def _inside(model: Model, home: NDArray[np.float64], tolerance: float) -> NDArray[np.float64]:
    """A closed pose within the limits: home, or the one that a search from their middle finds."""
    if _is_inside(model, home):
        return home
    middle = np.array(model.neutral)
    bounded = np.isfinite(model.lower) & np.isfinite(model.upper)
    for slot in model.joints.values():
        if slot.quaternion is not None:
            bounded[slot.quaternion] = False
    middle[bounded] = 0.5 * (model.lower[bounded] + model.upper[bounded])
    found = solve(model, model.loops, middle, (), limits=True, tolerance=tolerance, starts=_STARTS)
    if found.residual > tolerance or not _is_inside(model, found.q):
        beyond = (home < model.lower - AT_LIMIT) | (home > model.upper + AT_LIMIT)
        names = ", ".join(repr(s.name) for s in model.joints.values() if beyond[s.q].any())
        raise LoopError(
            f"found no closed pose of {model.name!r} within the limits of its joints; the one next "
            f"to zero is beyond those of {names}",
            residual=found.residual,
            q=found.q,
        )
    return found.q


def _is_inside(model: Model, q: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which configurations (..., nq) are within the limits."""
    inside = (q >= model.lower - AT_LIMIT) & (q <= model.upper + AT_LIMIT)
    return np.asarray(inside.all(axis=-1))
