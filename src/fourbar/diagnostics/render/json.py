"""For scripts: `{"diagnostics": [{code, severity, message, file, line, column, path, ...}]}`.

`checked` and `skipped` count files; `fixed` has the findings that a fix is or would be applied to.
`facts` are what the finding knows as values, `related` the other places it is about.
"""

from __future__ import annotations

import json
from typing import Any

from ..diagnostic import Diagnostic
from ..report import Report
from ..span import Span
from .facts import json_facts


def render(report: Report) -> str:
    """The report as one indented JSON object."""
    document: dict[str, Any] = {
        "format": "fourbar.check",
        "version": 1,
        "checked": len(report.checked),
        "skipped": len(report.skipped),
        "diagnostics": [finding(diagnostic) for diagnostic in report.diagnostics],
    }
    if report.fixed is not None:
        document["fixed"] = [finding(diagnostic) for diagnostic in report.fixed]
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def finding(diagnostic: Diagnostic) -> dict[str, Any]:
    """One finding as an object."""
    found: dict[str, Any] = {
        "code": diagnostic.code,
        "name": diagnostic.rule.name,
        "severity": str(diagnostic.severity),
        "message": diagnostic.message,
        **_place(diagnostic.span),
        "path": None if diagnostic.path is None else str(diagnostic.path),
        "notes": list(diagnostic.notes),
        "related": [{**_place(each.span), "label": each.label} for each in diagnostic.related],
        "facts": json_facts(diagnostic.facts),
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


def _place(span: Span | None) -> dict[str, Any]:
    return {
        "file": span.file if span else None,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "endLine": span.end_line if span else None,
        "endColumn": span.end_column if span else None,
        "byteRange": [span.start, span.end] if span else None,
    }
