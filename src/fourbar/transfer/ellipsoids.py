"""Ellipsoids, which descriptions have as meshes."""

from __future__ import annotations

from .. import rules
from ..diagnostics import ROBOT, Report, Span

ELLIPSOID = 48
"""Segments of an ellipsoid: its triangles are at most half a percent of a half axis inside."""


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
