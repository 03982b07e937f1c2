"""All findings about a robot's graph."""

from __future__ import annotations

from ..diagnostics import Report
from ..robot import Robot
from .connectivity import ConnectivityGraph
from .couplings import check_loops, comparable_couplings, comparable_mimics
from .error import GraphError
from .findings import Findings
from .motion import Motions


def check(robot: Robot, *, report: Report | None = None) -> Report:
    """Check tree, loops, couplings and mimics; never raises.

    Findings go into `report` if one is given; what it says already is not said twice.
    """
    report = Report() if report is None else report
    try:
        graph = ConnectivityGraph(robot, report=report)
    except GraphError:
        return report
    findings = Findings(robot, report)
    motions = Motions(graph)
    check_loops(findings, graph)
    couplings = comparable_couplings(findings, graph, motions)
    mimics = comparable_mimics(findings, graph)
    if couplings or mimics:
        from .contradictions import check_contradictions  # linear algebra that few robots need

        check_contradictions(findings, graph, motions, couplings, mimics)
    return report
