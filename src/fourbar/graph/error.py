"""What is raised when a description has no graph."""

from __future__ import annotations

from ..diagnostics import Report
from ..error import FourbarError


class GraphError(FourbarError, ValueError):
    """The robot's joints are no tree, or its loops do not fit it; `report` says why and where."""

    def __init__(self, report: Report) -> None:
        self.report = report
        super().__init__(report)

    def __str__(self) -> str:
        return "\n".join(str(finding) for finding in self.report.errors)
