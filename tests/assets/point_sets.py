"""Point sets that are hard for convex hulls: coplanar, collinear, equal, nearly so, far away."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Random = np.random.Generator


def _turn(rng: Random) -> Points:
    return np.linalg.qr(rng.normal(size=(3, 3)))[0]


def cloud(rng: Random, n: int) -> Points:
    return rng.normal(size=(n, 3))


def ball(rng: Random, n: int) -> Points:
    points = rng.normal(size=(n, 3))
    return points / np.linalg.norm(points, axis=1)[:, None]


def grid(rng: Random, n: int) -> Points:
    """Small integers: many are equal, in one plane, on one line."""
    return rng.integers(-3, 4, size=(n, 3)).astype(float)


def decimal_grid(rng: Random, n: int) -> Points:
    """As `grid`, where rounding makes planes that are not quite flat."""
    return rng.integers(-2, 3, size=(n, 3)) * 0.1


def turned_grid(rng: Random, n: int) -> Points:
    return rng.integers(0, 4, size=(n, 3)) @ _turn(rng)


def box(rng: Random, n: int) -> Points:
    points = rng.uniform(-1, 1, size=(n, 3))
    rows, axis = np.arange(n), rng.integers(0, 3, size=n)
    points[rows, axis] = np.sign(points[rows, axis])
    return points


def cylinder(rng: Random, n: int) -> Points:
    angle = 2 * np.pi * rng.integers(0, 32, size=n) / 32
    return np.stack([np.cos(angle), np.sin(angle), 0.3 * rng.integers(0, 2, size=n)], axis=1)


def turned_cylinder(rng: Random, n: int) -> Points:
    return 0.05 * cylinder(rng, n) @ _turn(rng)


def repeated(rng: Random, n: int) -> Points:
    return np.repeat(rng.normal(size=(max(4, n // 5), 3)), 5, axis=0)


def single_precision_far_away(rng: Random, n: int) -> Points:
    return np.float32(rng.normal(size=(n, 3))).astype(float) + 1000


def sheet(rng: Random, n: int) -> Points:
    return rng.normal(size=(n, 3)) * (1, 1, 1e-7)


def mirrored(rng: Random, n: int) -> Points:
    points = np.float32(rng.uniform(size=(n, 3))).astype(float)
    return np.concatenate([points, points * (1, 1, -1)])


def on_edges(rng: Random, n: int) -> Points:
    """On the edges of a tetrahedron, but for rounding."""
    corners = rng.normal(size=(4, 3))
    share = rng.uniform(size=(n, 1))
    a, b = rng.integers(0, 4, size=(2, n))
    return np.concatenate([corners, corners[a] * share + corners[b] * (1 - share)])


def speck(rng: Random, n: int) -> Points:
    return 1e-6 * rng.normal(size=(n, 3)) + (0.5, 0.25, 3)


KINDS: tuple[Callable[[Random, int], Points], ...] = (
    cloud,
    ball,
    grid,
    decimal_grid,
    turned_grid,
    box,
    cylinder,
    turned_cylinder,
    repeated,
    single_precision_far_away,
    sheet,
    mirrored,
    on_edges,
    speck,
)


def point_sets(count: int, seed: int = 0) -> Iterator[tuple[str, Points]]:
    """So many sets of 4 to 200 points, each with the name of its kind."""
    rng = np.random.default_rng(seed)
    for number in range(count):
        make = KINDS[number % len(KINDS)]
        yield make.__name__, make(rng, int(rng.integers(4, 200)))
