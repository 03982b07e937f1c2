"""How far collision shapes reach beyond what a link looks like."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .._native import TriangleTree
from ..numerics import COVERS_BUDGET, COVERS_GAP
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
            outer, slack = shape.surface()
            bound, found, where = self._tree.farthest(
                outer.points,
                outer.triangles,
                inside=self.surface.inside,
                gap=COVERS_GAP * self.surface.diagonal if gap is None else gap,
                budget=COVERS_BUDGET,
            )
            lowest = max(found - slack, 0.0)
            place = where if lowest >= worst.found else worst.where
            # A round visual is within the triangles around it.
            upper = bound + slack + self.surface.slack
            worst = Excess(max(worst.bound, upper), max(worst.found, lowest), place)
        return worst
