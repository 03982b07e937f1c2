"""Ellipsoids, which descriptions have as meshes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import rules
from ..diagnostics import ROBOT, Report, Span
from ..robot import Mesh, Vector3
from .missing import Place

if TYPE_CHECKING:
    from ..assets import TriangleMesh

ELLIPSOID = 48
"""Segments of an ellipsoid: its triangles are at most half a percent of a half axis inside."""


class Ellipsoids:
    """Makes the ellipsoids of a file: one sphere of radius 1, which scales make ellipsoids.

    `made` are the triangles by the name that shapes have for them.
    """

    def __init__(self, file: str) -> None:
        self.made: dict[str, TriangleMesh] = {}
        self._name = f"{file}#ellipsoid"
        self._count = 0
        self._first: Place = lambda: None

    def shape(self, half_axes: Vector3, place: Place) -> Mesh:
        """One more; `place` is where it is written."""
        from ..assets import TriangleMesh
        from ..assets.primitives import sphere

        if self._count == 0:
            self._first = place
            self.made[self._name] = TriangleMesh((sphere(1.0, segments=ELLIPSOID),))
        self._count += 1
        return Mesh(self._name, half_axes)

    def report(self, report: Report, *, whole: Span | None) -> None:
        """Say how they were read; `whole` is the place of a first that has none."""
        if self._count:
            report_ellipsoids(self._count, self._first() or whole, report=report)


def report_ellipsoids(count: int, place: Span | None, *, report: Report) -> None:
    """Say how the ellipsoids of a file were read, and where the first of them is."""
    report.add(
        rules.formats.PART_NOT_MODELLED,
        f"ellipsoids are read as meshes of {ELLIPSOID} segments ({count} in this file), which are"
        " at most 0.5 % of a half axis inside",
        span=place,
        path=ROBOT,
        facts={"what": "ellipsoids", "count": count},
    )
