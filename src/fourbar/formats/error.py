"""The exception for content that cannot be read, and the warning for content that can."""

from __future__ import annotations

from ..diagnostics import Diagnostic, Report
from ..error import FourbarError

_SHOWN = 5


class LoadError(FourbarError, ValueError):
    """No robot can be made of a description, or it has errors and `strict` was asked for.

    `report` holds all findings.
    """

    def __init__(self, report: Report) -> None:
        self.report = report
        super().__init__(report)

    def __str__(self) -> str:
        errors = self.report.errors
        lines = [_with_notes(error) for error in errors[:_SHOWN]]
        if len(errors) > _SHOWN:
            lines.append(f"... and {len(errors) - _SHOWN} more errors")
        return "\n".join(lines)


class LoadWarning(UserWarning):
    """A robot was loaded from a description with errors; `report` holds all findings."""

    def __init__(self, report: Report) -> None:
        self.report = report
        super().__init__(report)

    def __str__(self) -> str:
        first, *others = self.report.errors
        more = f" (and {len(others)} more)" if others else ""
        return _with_notes(first, more)


class FileMissingError(LoadError, FileNotFoundError):
    """The file does not exist: `except FileNotFoundError` catches it as well."""


def unreadable(report: Report) -> LoadError:
    """The error for a file that could not be opened, by the finding that says so."""
    missing = any(finding.facts.get("missing") for finding in report)
    return FileMissingError(report) if missing else LoadError(report)


class SaveError(FourbarError, ValueError):
    """A file that cannot be written.

    No format has its extension, it would lose something, or `load` would not give the robot back:
    `report` holds the findings then.
    """

    def __init__(self, message: str, report: Report | None = None) -> None:
        self.report = Report() if report is None else report
        super().__init__(message, self.report)

    def __str__(self) -> str:
        return str(self.args[0])

    @classmethod
    def of(cls, report: Report) -> SaveError:
        """The error for a robot that has these findings."""
        return cls(f"the robot cannot be saved:\n{LoadError(report)}", report)


def _with_notes(finding: Diagnostic, more: str = "") -> str:
    """A finding in one line, then what follows from it and the way out."""
    return "\n".join((f"{finding}{more}", *(f"  {note}" for note in finding.notes)))
