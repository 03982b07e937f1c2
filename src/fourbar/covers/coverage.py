"""How well the collision shapes that a robot has cover what it looks like."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .._native import Inside, TriangleTree, moments
from ..assets import convex_hull
from ..assets.disk_meshes import meshes_of
from ..diagnostics import Report
from ..numerics import COVERS_BUDGET, COVERS_GAP
from ..packages import StrPath
from ..robot import Link, Robot
from .surface import Surface, SurfaceReader, joined

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
        they are covered. No point is farther than `outside_bound`.
    where
        That point, in the link's frame [m].
    excess
        How far the collision shapes reach beyond the visuals, at most [m]; what a surface encloses
        is within it.
    farthest
        Where they reach about that far, in the link's frame [m].
    problem
        Why it was not measured, or "".
    """

    link: str
    outside: float = 0.0
    outside_bound: float = 0.0
    where: Place = _ORIGIN
    excess: float = 0.0
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
    findings = Report() if report is None else report
    files = meshes_of(robot, report=findings, packages=packages, opened=opened)
    reader = SurfaceReader(files, findings)
    chosen = (
        [link for link in robot.links if link.visuals]
        if links is None
        else [robot.links[name] for name in links]
    )
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

    def measured(self) -> LinkCoverage:
        """Both distances, with bounds."""
        size = self.visual.diagonal
        tree = TriangleTree(self.collision.points, self.collision.triangles)
        bound, outside, where = tree.farthest(
            self.visual.points,
            self.visual.triangles,
            inside=Inside.CLOSED,
            gap=COVERS_GAP * size,
            budget=COVERS_BUDGET,
        )
        shown = TriangleTree(self.visual.points, self.visual.triangles)
        excess, _, farthest = shown.farthest(
            self.collision.points,
            self.collision.triangles,
            inside=self.visual.inside,
            gap=COVERS_GAP * size,
            budget=COVERS_BUDGET,
        )
        return LinkCoverage(self.link, outside, bound, where, excess, farthest)

    def sticking_out(self, beyond: float) -> tuple[Points, Points]:
        """Pieces (n, 3, 3) of the visuals that are farther out than `beyond` [m], and how far.

        Those that are farthest out come first.
        """
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
    return Pair(link.name, joined(visuals), joined([solid(surface) for surface in collisions]))


def solid(surface: Surface) -> Surface:
    """A closed surface that looks outwards: itself, turned, or the hull of an open one."""
    if not surface.closed:
        hull = convex_hull(surface.points)
        if hull.dimension == 3:
            return Surface(np.ascontiguousarray(hull.vertices), hull.triangles, True)
        return surface
    if moments(surface.points, surface.triangles)[0] < 0:
        return surface._replace(triangles=np.ascontiguousarray(surface.triangles[:, ::-1]))
    return surface
