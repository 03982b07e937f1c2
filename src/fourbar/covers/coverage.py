"""How well the collision shapes that a robot has cover what it looks like."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .._native import Inside, TriangleTree
from ..assets import convex_hull
from ..diagnostics import Report
from ..numerics import COVERS_BUDGET, COVERS_GAP, COVERS_SHARE, COVERS_SLACK
from ..packages import StrPath
from ..robot import Link, Robot
from .surface import Surface, SurfaceReader, joined, reader_of, seen_links

if TYPE_CHECKING:
    from ..files import OpenedFiles
    from .surface import Points

_FINE = 40
"""Pieces that are shown as sticking out are this small, as a share of the diagonal."""
_MOST = 100_000
"""Pieces are not cut further when there are this many."""

Place = tuple[float, float, float]
_ORIGIN: Place = (0.0, 0.0, 0.0)


class LinkCoverage(NamedTuple):
    """How far the visuals of a link stick out of its collision shapes, and these out of them.

    Attributes
    ----------
    link
        Its name.
    outside
        The distance from the farthest point of the visuals to the collision shapes [m]; 0 if
        they are covered but for rounding. No point is farther than `outside_bound`.
    where
        That point, in the link's frame [m]; the origin if none is outside.
    excess
        How far the collision shapes reach beyond the visuals, at most [m]; what a surface encloses
        is within it. One of `excess_found` was found.
    farthest
        Where they reach that far, in the link's frame [m].
    problem
        Why it was not measured, or "".
    """

    link: str
    outside: float = 0.0
    outside_bound: float = 0.0
    where: Place = _ORIGIN
    excess: float = 0.0
    excess_found: float = 0.0
    farthest: Place = _ORIGIN
    problem: str = ""


def collision_coverage(
    robot: Robot,
    *,
    links: Sequence[str] | None = None,
    packages: Mapping[str, StrPath] | None = None,
    opened: OpenedFiles | None = None,
    report: Report | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[LinkCoverage]:
    """Measure the collision shapes that a robot has against its visuals.

    A collision mesh that is not closed counts as its convex hull, which is what most engines make
    of it.

    Parameters
    ----------
    links
        Their names; without it, all that have visuals.
    packages, report
        Folders of packages by name, and where findings about meshes go.
    progress
        Called with the number of links done and of all.

    Raises
    ------
    UnknownNameError
        For a link that the robot does not have.
    """
    reader = reader_of(robot, report=report, packages=packages, opened=opened)
    chosen = seen_links(robot, links)
    rows: list[LinkCoverage] = []
    for number, link in enumerate(chosen):
        pair = surfaces_of(link, reader)
        rows.append(
            LinkCoverage(link.name, problem=pair) if isinstance(pair, str) else pair.measured()
        )
        if progress is not None:
            progress(number + 1, len(chosen))
    return rows


class Pair(NamedTuple):
    """What a link shows and what it touches with, both as one surface in its frame."""

    link: str
    visual: Surface
    collision: Surface
    covered: bool
    """Whether every visual is a collision shape as well, and closed."""
    within: bool
    """Whether every collision shape is a visual as well, and closed."""

    def measured(self) -> LinkCoverage:
        """Both distances, with bounds.

        Round shapes are measured as polyhedra around them, which counts against both.
        """
        outside, bound, where = self._outside()
        return LinkCoverage(self.link, outside, bound, where, *self._excess())

    def _outside(self) -> tuple[float, float, Place]:
        if self.covered:
            return 0.0, 0.0, _ORIGIN
        size = self.visual.diagonal
        tree = TriangleTree(self.collision.points, self.collision.triangles)
        bound, found, where = tree.farthest(
            self.visual.points,
            self.visual.triangles,
            inside=Inside.CLOSED,
            gap=COVERS_GAP * size,
            budget=COVERS_BUDGET,
            share=COVERS_SHARE,
        )
        outside = found - self.visual.slack
        if outside <= COVERS_SLACK * size:
            outside, where = 0.0, _ORIGIN
        return outside, bound + self.collision.slack, where

    def _excess(self) -> tuple[float, float, Place]:
        if self.within:
            return 0.0, 0.0, _ORIGIN
        tree = TriangleTree(self.visual.points, self.visual.triangles)
        excess, found, farthest = tree.farthest(
            self.collision.points,
            self.collision.triangles,
            inside=self.visual.inside,
            gap=COVERS_GAP * self.visual.diagonal,
            budget=COVERS_BUDGET,
            share=COVERS_SHARE,
        )
        found = max(found - self.collision.slack, 0.0)
        return excess + self.visual.slack, found, farthest

    def sticking_out(self, beyond: float) -> tuple[Points, Points]:
        """Pieces (n, 3, 3) of the visuals that are farther out than `beyond` [m], and how far.

        Those that are farthest out come first.
        """
        if self.covered:
            return np.empty((0, 3, 3)), np.empty(0)
        tree = TriangleTree(self.collision.points, self.collision.triangles)
        corners, distances = tree.pieces_beyond(
            self.visual.points,
            self.visual.triangles,
            inside=Inside.CLOSED,
            beyond=beyond,
            finest=self.visual.diagonal / _FINE,
            most=_MOST,
        )
        far = np.asarray(distances)
        order = np.argsort(-far, kind="stable")
        return np.asarray(corners).reshape(-1, 3, 3)[order], far[order]


def surfaces_of(link: Link, reader: SurfaceReader) -> Pair | str:
    """Both surfaces of a link, or why there are none."""
    visuals, problem = reader.surfaces(link)
    if problem:
        return problem
    collisions, problem = reader.of(link.name, "collision", link.collisions)
    if problem:
        return problem
    if not visuals:
        return "has no visuals"
    if not collisions:
        return "has no collision shapes"
    shown = {(shape.geometry, shape.origin) for shape in link.visuals}
    touched = {(shape.geometry, shape.origin) for shape in link.collisions}
    return Pair(
        link.name,
        joined(visuals),
        joined([solid(surface) for surface in collisions]),
        covered=shown <= touched and all(surface.closed for surface in visuals),
        within=touched <= shown and all(surface.closed for surface in collisions),
    )


def solid(surface: Surface) -> Surface:
    """A closed surface: itself, or the hull of an open one."""
    if surface.closed:
        return surface
    hull = convex_hull(surface.points)
    if hull.dimension == 3:
        return Surface(np.ascontiguousarray(hull.vertices), hull.triangles, True)
    # What is flat is closed by its other side: with one alone, half of all space would be inside.
    both = np.concatenate([surface.triangles, surface.triangles[:, ::-1]])
    return Surface(surface.points, np.ascontiguousarray(both), True)
