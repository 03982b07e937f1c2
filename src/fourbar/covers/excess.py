"""How far collision shapes reach beyond what a link looks like."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from .._native import TriangleTree
from ..numerics import COVERS_BUDGET, COVERS_GAP, COVERS_SHARE
from ..robot import Sphere
from .cover import CoverShape
from .surface import Surface


class Excess(NamedTuple):
    """The largest distance from the surface of shapes to that of a link [m]: at most `bound`.

    There is a point at `found`, which is `where` in the link's frame.
    """

    bound: float
    found: float
    where: tuple[float, float, float]


class Visible:
    """The surface of a link, prepared for asking distances."""

    def __init__(self, surface: Surface) -> None:
        self.surface = surface
        self._tree = TriangleTree(surface.points, surface.triangles)

    def excess(self, shapes: Sequence[CoverShape], *, gap: float | None = None) -> Excess:
        """How far shapes reach beyond the surface; what it encloses is within it."""
        worst = Excess(0.0, 0.0, (0.0, 0.0, 0.0))
        for shape in shapes:
            own = self._of(shape, COVERS_GAP * self.surface.diagonal if gap is None else gap)
            place = own.where if own.found >= worst.found else worst.where
            worst = Excess(max(worst.bound, own.bound), max(worst.found, own.found), place)
        return worst

    def _of(self, shape: CoverShape, gap: float) -> Excess:
        outer, slack = shape.surface()
        bound, found, where = self._tree.farthest(
            outer.points,
            outer.triangles,
            inside=self.surface.inside,
            gap=gap,
            budget=COVERS_BUDGET,
            share=COVERS_SHARE,
        )
        bound, found = bound + slack, max(found - slack, 0.0)
        if isinstance(shape.geometry, Sphere):
            # No point of a ball is farther out than its radius minus the depth of its centre.
            centre, radius = np.array(shape.origin.xyz), shape.geometry.radius
            (depth,) = -np.asarray(self._tree.distances(centre[None], self.surface.inside))
            bound = min(bound, max(radius - float(depth), 0.0))
            way = np.array(where) - centre
            on_ball = centre + way * (radius / max(float(np.linalg.norm(way)), 1e-300))
            points = np.ascontiguousarray(on_ball[None])
            (outside,) = self._tree.distances(points, self.surface.inside)
            if outside > found:
                x, y, z = on_ball.tolist()
                found, where = min(float(outside), bound), (x, y, z)
        # A round visual is within the triangles around it.
        return Excess(bound + self.surface.slack, found, where)
