"""For scripts: `{"diagnostics": [{code, severity, message, file, line, column, path, ...}]}`."""

from __future__ import annotations

import json
from typing import Any

from ..diagnostic import Diagnostic
from ..report import Report


def render(report: Report, *, color: bool = False) -> str:
    """The report as one indented JSON object."""
    document = {"diagnostics": [_finding(diagnostic) for diagnostic in report.diagnostics]}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _finding(diagnostic: Diagnostic) -> dict[str, Any]:
    span = diagnostic.span
    found: dict[str, Any] = {
        "code": diagnostic.code,
        "name": diagnostic.rule.name,
        "severity": str(diagnostic.severity),
        "message": diagnostic.message,
        "file": span.file if span else None,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "endLine": span.end_line if span else None,
        "endColumn": span.end_column if span else None,
        "byteRange": [span.start, span.end] if span else None,
        "path": diagnostic.path,
        "notes": list(diagnostic.notes),
    }
    fix = diagnostic.fix
    if fix is not None:
        found["fix"] = {
            "description": fix.description,
            "safe": fix.safe,
            "edits": [
                {"file": e.file, "byteRange": [e.start, e.end], "text": e.text} for e in fix.edits
            ],
        }
    return found
