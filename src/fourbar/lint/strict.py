"""The errors of loops and couplings that only rules find, for those who want a file without any."""

from __future__ import annotations

from .. import rules
from ..diagnostics import Report
from ..reading import Reading
from .checking import check

_GRAPH = ("G3",)
_AXIS = (rules.graph.LOOP_AXIS_NOT_PARALLEL.code,)


def add_graph_errors(reading: Reading, report: Report) -> None:
    """Add the errors of the graph family that `check` finds and the report does not have yet."""
    _add(_GRAPH, reading, report)


def add_axis_errors(reading: Reading, report: Report) -> None:
    """Add the errors of loops without an axis: what is computed from them is of no use."""
    _add(_AXIS, reading, report)


def _add(select: tuple[str, ...], reading: Reading, report: Report) -> None:
    known = {(finding.code, finding.part_path) for finding in report}
    for finding in check(reading, select=select).errors:
        if (finding.code, finding.part_path) not in known:
            report.keep(finding)
