"""The one exception for content that cannot be read."""

from __future__ import annotations

from ..diagnostics import Report
from ..error import FourbarError

_SHOWN = 5


class LoadError(FourbarError, ValueError):
    """A description has errors; `report` holds all findings."""

    def __init__(self, report: Report) -> None:
        self.report = report
        super().__init__(report)

    def __str__(self) -> str:
        errors = self.report.errors
        lines = [str(error) for error in errors[:_SHOWN]]
        if len(errors) > _SHOWN:
            lines.append(f"... and {len(errors) - _SHOWN} more errors")
        return "\n".join(lines)
