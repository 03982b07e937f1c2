"""Findings in a glTF file: a rule, a message and a JSON pointer; never without end."""

from __future__ import annotations

from ..diagnostics import PartPath, Pointer, Report, Rule, Span
from ..robot import Robot
from ..robot.source import span_of

MAX_FINDINGS = 500
"""Of one file; a file of a million wrong numbers is as wrong as one of a hundred."""


class GltfFindings:
    """Adds to a report what is found in one file."""

    def __init__(self, report: Report, file: str) -> None:
        self.report = report
        self.file = file
        self.count = 0
        self._span = Span(file, 0, 0, 1, 1, 1, 1)

    @property
    def full(self) -> bool:
        """Whether further findings are not listed: no use in searching for good words."""
        return self.count >= MAX_FINDINGS

    def add(self, rule: Rule, pointer: str, message: str, *notes: str) -> None:
        """Record a finding at a JSON pointer (RFC 6901)."""
        self.count += 1
        if self.count < MAX_FINDINGS:
            self.report.add(rule, message, span=self._span, path=Pointer(pointer), notes=notes)
        elif self.count == MAX_FINDINGS:
            self.report.add(
                rule,
                f"{message}; further findings are not listed",
                span=self._span,
                path=Pointer(pointer),
            )


def report_part(
    report: Report, rule: Rule, message: str, *notes: str, robot: Robot, path: PartPath
) -> None:
    """Record a finding about a part of a robot, where its description is."""
    report.add(rule, message, span=span_of(robot.source, path), path=path, notes=notes)


def pointer_to(*parts: str | int) -> str:
    """The JSON pointer of a member."""
    escaped = (str(part).replace("~", "~0").replace("/", "~1") for part in parts)
    return "".join(f"/{part}" for part in escaped)


def short_repr(value: object) -> str:
    """A value of unknown origin, short enough for a message."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
