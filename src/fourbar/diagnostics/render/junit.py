"""For test dashboards: JUnit XML, one test suite per file, one case per finding.

A case fails where the command would: a finding that is less severe passes, with its text.
"""

from __future__ import annotations

from ...markup import escape_attribute
from ..diagnostic import Diagnostic
from ..report import Report
from ..rule import Severity
from .lines import further_lines


def render(report: Report, *, fail_on: Severity = Severity.ERROR) -> str:
    """The report as a `<testsuites>` document; a checked file without findings is a passing case.

    What a file includes was not checked by itself, so it appears only with its findings.
    """
    by_file: dict[str, list[Diagnostic]] = {name: [] for name in report.checked}
    for diagnostic in report.diagnostics:
        by_file.setdefault(diagnostic.file or "", []).append(diagnostic)
    lines = ['<?xml version="1.0" encoding="utf-8"?>']
    failures = sum(_fails(d, fail_on) for d in report.diagnostics)
    tests = sum(max(1, len(found)) for found in by_file.values())
    lines.append(f'<testsuites name="fourbar" tests="{tests}" failures="{failures}" errors="0">')
    for file, found in by_file.items():
        lines += _suite(file, found, fail_on)
    lines.append("</testsuites>")
    return "\n".join(lines) + "\n"


def _suite(file: str, found: list[Diagnostic], fail_on: Severity) -> list[str]:
    name = _escape(file or "fourbar")
    failures = sum(_fails(d, fail_on) for d in found)
    tests = max(1, len(found))
    lines = [f'  <testsuite name="{name}" tests="{tests}" failures="{failures}" errors="0">']
    if not found:
        lines.append(f'    <testcase classname="{name}" name="no findings"/>')
    for diagnostic in found:
        line = f":{diagnostic.span.line}:{diagnostic.span.column}" if diagnostic.span else ""
        title = _escape(f"{diagnostic.code} {diagnostic.rule.name}{line}")
        lines.append(f'    <testcase classname="{name}" name="{title}">')
        text = _escape("\n".join((str(diagnostic), *further_lines(diagnostic))))
        message = _escape(diagnostic.message)
        if _fails(diagnostic, fail_on):
            kind = f'message="{message}" type="{diagnostic.severity}"'
            lines.append(f"      <failure {kind}>{text}</failure>")
        else:
            lines.append(f"      <system-out>{text}</system-out>")
        lines.append("    </testcase>")
    lines.append("  </testsuite>")
    return lines


def _fails(diagnostic: Diagnostic, fail_on: Severity) -> bool:
    return diagnostic.severity.rank <= fail_on.rank


def _escape(text: str) -> str:
    # XML 1.0 has no spelling at all for most control characters.
    clean = "".join(c if c >= " " or c in "\t\n" else "\N{REPLACEMENT CHARACTER}" for c in text)
    return escape_attribute(clean)
