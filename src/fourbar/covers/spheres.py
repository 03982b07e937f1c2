"""Few spheres that cover a surface and reach little beyond it.

A sphere about a point at depth d inside reaches beyond the surface by at most its radius minus d.
For a bound m on that, every point inside has one sphere, of radius d + m, and the question is how
few of them cover all cells of the surface: greedily, the one that covers most of what is left. For
a number of spheres, the least m is searched for. Then cells are given to the best sphere, spheres
are chosen again for their cells, and each moves to where it can be smaller.
"""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .._native import TriangleTree
from ..robot import Pose, Sphere
from .cover import CoverShape
from .excess import Excess
from .fit import Grid
from .pieces import cut, grouped
from .surface import Surface

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .surface import Points

_CELLS = 24
"""Cells of the surface along the diagonal."""
_FINE_CELLS = 48
"""The same where more spheres are allowed than cells need."""
_NEARLY = 0.9
"""The share of the spheres that were allowed below which a search for more is worth its time."""
_CENTRES = 1500
"""Points of a grid in the box around a surface, for centres."""
_CHUNK = 256
"""Centres looked at together, so that memory does not grow with them."""
_ROUNDS = 12
"""How often cells and centres are given to each other."""
_STEPS = 14
"""How often spheres move."""


class SphereCover(NamedTuple):
    """Spheres, how deep inside them the surface is at least, and how far they reach beyond it.

    `stopped`: they reach farther than wanted, although more were allowed.
    """

    shapes: tuple[CoverShape, ...]
    margin: float
    excess: Excess
    stopped: bool = False


class _Inside:
    """Depths below a surface. An open one has an inside where it goes around more than half."""

    def __init__(self, surface: Surface) -> None:
        self._rule = surface.inside
        self._tree = TriangleTree(surface.points, surface.triangles)

    def depths(self, points: Points) -> Points:
        """How deep points are; negative outside."""
        return -np.asarray(self._tree.distances(np.ascontiguousarray(points), self._rule))

    def distances(self, points: Points) -> Points:
        """How far outside points are, or 0."""
        return np.maximum(-self.depths(points), 0.0)


def fit_spheres(surface: Surface, count: int, goal: float) -> SphereCover:
    """At most `count` spheres; fewer if they reach less than `goal` beyond the surface [m]."""
    inside = _Inside(surface)
    found = _fit(surface, inside, count, goal, _CELLS)
    if found.stopped:
        found = _fit(surface, inside, count, goal, _FINE_CELLS)
    return found


def _fit(surface: Surface, inside: _Inside, count: int, goal: float, cells: int) -> SphereCover:
    """With cells of this part of the diagonal, each of which goes to one sphere whole."""
    grid = Grid(surface.points)
    size = grid.size / cells
    corners, starts = grouped(cut(surface, size), size)
    ends = np.append(starts[1:], len(corners))
    centres, depths = _candidates(surface, inside, corners[starts])
    need = _needs(corners, starts, centres) - depths  # (cells, centres)
    middles = np.add.reduceat(corners, starts, axis=0) / (ends - starts)[:, None]
    chosen = _choose(need, middles, count, goal)
    owner = need[:, chosen].argmin(axis=1)
    used = np.unique(owner)
    shares = [
        np.concatenate([corners[starts[i] : ends[i]] for i in np.flatnonzero(owner == k)])
        for k in used
    ]
    moved = _moved(centres[np.array(chosen)[used]], shares, inside, size)
    found = _written(moved, shares, inside, grid, surface.slack)
    few = len(found.shapes) < _NEARLY * count
    return found._replace(stopped=few and found.excess.bound > goal)


def _candidates(surface: Surface, inside: _Inside, cells: Points) -> tuple[Points, Points]:
    """Points inside on a grid, and one on every cell for what is too thin for the grid."""
    low, high = surface.points.min(axis=0), surface.points.max(axis=0)
    extent = np.maximum(high - low, 1e-3 * np.max(high - low))
    step = float((extent.prod() / _CENTRES) ** (1 / 3))
    axes = [
        np.arange(a + step / 2, b, step) if b > a else np.array([a])
        for a, b in zip(low, np.maximum(high, low + extent), strict=True)
    ]
    points = np.stack(np.meshgrid(*axes, indexing="ij"), -1).reshape(-1, 3)
    depths = inside.depths(points)
    kept = depths > 0
    found = np.concatenate([points[kept], cells])
    return found, np.concatenate([depths[kept], np.zeros(len(cells))])


def _needs(corners: Points, starts: NDArray[np.int64], centres: Points) -> Points:
    """(cells, centres): the radius about each centre that contains each cell."""
    found = np.empty((len(starts), len(centres)))
    middle = corners.mean(axis=0)
    # |a - b|^2 = |a|^2 + |b|^2 - 2 a b; 32 bits are enough to choose by.
    own = (corners - middle).astype(np.float32)
    squares = (own**2).sum(axis=1)
    for first in range(0, len(centres), _CHUNK):
        some = (centres[first : first + _CHUNK] - middle).astype(np.float32)
        apart = squares[:, None] + (some**2).sum(axis=1) - 2 * (own @ some.T)
        found[:, first : first + _CHUNK] = np.maximum.reduceat(apart, starts, axis=0)
    return np.sqrt(np.maximum(found, 0.0))


def _choose(need: Points, cells: Points, count: int, goal: float) -> list[int]:
    """Which centres: as few as reach `goal`, else `count` with the least reach."""
    best = _greedy(need, goal, count)
    if best is None:
        best = _best_of(need, cells, count)
        if _reach(need, best) > goal:
            return best
    low, high = 0, len(best)  # the fewest that reach it are more than `low`
    while high - low > 1:
        found = _best_of(need, cells, (low + high) // 2)
        if _reach(need, found) <= goal:
            best, high = found, min(len(found), (low + high) // 2)
        else:
            low = (low + high) // 2
    return best


def _best_of(need: Points, cells: Points, count: int) -> list[int]:
    """At most `count` centres: from three beginnings, the best end."""
    starts = (_by_most(need, count), _by_worst(need, [], count), _by_place(need, cells, count))
    return min((_settled(need, s) for s in starts), key=lambda chosen: _reach(need, chosen))


def _by_place(need: Points, cells: Points, count: int) -> list[int]:
    """The best centre for each group of cells that are near to each other (Lloyd)."""
    seeds = [0]
    apart = np.full(len(cells), np.inf)
    while len(seeds) < min(count, len(cells)):
        np.minimum(apart, ((cells - cells[seeds[-1]]) ** 2).sum(axis=1), out=apart)
        seeds.append(int(apart.argmax()))
    means = cells[seeds]
    owner = np.zeros(len(cells), np.int64)
    for _ in range(_ROUNDS):
        owner = ((cells[:, None, :] - means[None, :, :]) ** 2).sum(axis=2).argmin(axis=1)
        means = np.array([cells[owner == k].mean(axis=0) for k in np.unique(owner)])
    found = [int(need[owner == k].max(axis=0).argmin()) for k in np.unique(owner)]
    return list(dict.fromkeys(found))


def _reach(need: Points, chosen: list[int]) -> float:
    return float(need[:, chosen].min(axis=1).max())


def _by_most(need: Points, count: int) -> list[int]:
    """The least reach for which greedy choice needs at most `count`, and more where it is worst."""
    low, high = float(need.min(axis=1).max()), float(need.max(axis=0).min())
    best = [int(need.max(axis=0).argmin())]
    for _ in range(12):
        middle = (low + high) / 2
        found = _greedy(need, middle, count)
        if found is None:
            low = middle
        else:
            best, high = found, middle
    return _by_worst(need, best, count)


def _by_worst(need: Points, chosen: list[int], count: int) -> list[int]:
    """Always the best centre for the cell that is covered worst."""
    chosen = chosen or [int(need.max(axis=0).argmin())]
    reach = need[:, chosen].min(axis=1)
    while len(chosen) < count:
        best = int(need[int(reach.argmax())].argmin())
        if best in chosen:
            break
        chosen = [*chosen, best]
        reach = np.minimum(reach, need[:, best])
    return chosen


def _settled(need: Points, chosen: list[int]) -> list[int]:
    """Cells go to their best centre, and centres to the best place for their cells, repeatedly."""
    best, least = chosen, _reach(need, chosen)
    for _ in range(_ROUNDS):
        owner = need[:, chosen].argmin(axis=1)
        chosen = [int(need[owner == k].max(axis=0).argmin()) for k in np.unique(owner)]
        chosen = list(dict.fromkeys(chosen))
        reach = _reach(need, chosen)
        if reach >= least:
            break
        best, least = chosen, reach
    return best


def _greedy(need: Points, reach: float, most: int) -> list[int] | None:
    """Centres whose spheres cover all cells, or None for more than `most`."""
    covers = need <= reach
    left = np.ones(len(need), bool)
    chosen: list[int] = []
    counts = covers.sum(axis=0)
    while left.any():
        if len(chosen) == most:
            return None
        best = int(counts.argmax())
        chosen.append(best)
        gone = left & covers[:, best]
        counts = counts - covers[gone].sum(axis=0)
        left &= ~gone
    return chosen


def _moved(centres: Points, shares: list[Points], inside: _Inside, size: float) -> Points:
    """Each centre where its sphere reaches less beyond, by trying six directions."""

    def reach(points: Points) -> Points:
        radii = [
            np.sqrt(((s - p) ** 2).sum(axis=1).max()) for s, p in zip(shares, points, strict=True)
        ]
        return np.array(radii) - inside.depths(points)

    best = reach(centres)
    for step in size * 0.7 ** np.arange(_STEPS):
        for direction in np.concatenate([np.eye(3), -np.eye(3)]):
            tried = centres + step * direction
            new = reach(tried)
            better = new < best
            centres = np.where(better[:, None], tried, centres)
            best = np.where(better, new, best)
    return centres


def _written(
    centres: Points, shares: list[Points], inside: _Inside, grid: Grid, slack: float
) -> SphereCover:
    """Spheres of the numbers that are written, around their shares."""
    shapes: list[CoverShape] = []
    margin = np.inf
    for centre, share in zip(centres, shares, strict=True):
        x, y, z = (grid.near(float(value)) for value in centre)
        farthest = float(np.linalg.norm(share - np.array([x, y, z]), axis=1).max())
        radius = grid.up(farthest + slack)
        margin = min(margin, radius - farthest)
        shapes.append(CoverShape("sphere", Pose((x, y, z)), Sphere(radius)))
    places = np.array([shape.origin.xyz for shape in shapes])
    radii = np.array([_radius(shape) for shape in shapes])
    reach = radii - inside.depths(places)
    worst = int(reach.argmax())
    around = places[worst] + radii[worst] * _directions()
    outside = inside.distances(around)
    where = around[int(outside.argmax())].tolist()
    bound = max(float(reach[worst]), 0.0) + slack  # depths are those below the triangles
    return SphereCover(tuple(shapes), margin, Excess(bound, float(outside.max()), tuple(where)))


def _radius(shape: CoverShape) -> float:
    assert isinstance(shape.geometry, Sphere)
    return shape.geometry.radius


def _directions() -> Points:
    """Some over the sphere (a spiral by the golden angle)."""
    k = np.arange(256) + 0.5
    z = 1 - 2 * k / 256
    angle = pi * (1 + 5**0.5) * k
    across = np.sqrt(1 - z * z)
    return np.stack([across * np.cos(angle), across * np.sin(angle), z], axis=1)
