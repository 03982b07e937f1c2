"""For GitHub Actions: workflow commands that annotate the changed files."""

from __future__ import annotations

from ..report import Report
from ..rule import Severity
from .lines import further_lines

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render(report: Report) -> str:
    """One `::error file=...::message` command per finding."""
    lines: list[str] = []
    for diagnostic in report.diagnostics:
        span = diagnostic.span
        properties: list[str] = []
        if span is not None:
            properties = [
                f"file={_property(span.file)}",
                f"line={span.line}",
                f"endLine={span.end_line}",
                f"col={span.column}",
            ]
            # GitHub takes an end column only for a range within one line.
            if span.end_line == span.line:
                properties.append(f"endColumn={span.end_column}")
        properties.append(f"title={_property(f'{diagnostic.code} {diagnostic.rule.name}')}")
        message = "\n".join((diagnostic.message, *further_lines(diagnostic)))
        command = _COMMANDS[diagnostic.severity]
        lines.append(f"::{command} {','.join(properties)}::{_data(message)}")
    return "".join(f"{line}\n" for line in lines)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
