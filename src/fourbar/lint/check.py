"""All findings about one robot, in one report."""

from __future__ import annotations

from typing import Any

from .. import graph
from ..diagnostics import Report
from ..formats import Source, read
from ..robot import Robot
from ..urdf.references import check_references


def check(source: Robot | Source, **options: Any) -> Report:
    """The report on a robot or on a file (path, `gallery:NAME`, bytes or open file).

    Options are those of `fourbar.read`. Never raises on content.
    """
    if isinstance(source, Robot):
        report = Report()
        check_references(source, report)
        robot = source
    else:
        found, report = read(source, **options)
        if found is None:
            return report
        robot = found
    graph.check(robot, report=report)
    return report
