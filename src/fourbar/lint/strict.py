"""The errors of loops and couplings that only rules find, for those who want a file without any."""

from __future__ import annotations

from ..diagnostics import Report
from ..reading import Reading
from .checking import check

_GRAPH = ("G3",)


def add_graph_errors(reading: Reading, report: Report) -> None:
    """Add the errors of the graph family that `check` finds and the report does not have yet."""
    known = {(finding.code, finding.part_path) for finding in report}
    for finding in check(reading, select=_GRAPH).errors:
        if (finding.code, finding.part_path) not in known:
            report.keep(finding)
