"""For code scanning: SARIF 2.1.0."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from ..._version import __version__
from ..diagnostic import Diagnostic, Fix
from ..report import Report
from ..rule import Rule, Severity
from ..span import Span
from .facts import json_facts

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def render(report: Report) -> str:
    """The report as one SARIF log with one run."""
    diagnostics = report.diagnostics
    rules = sorted({d.rule for d in diagnostics}, key=lambda rule: rule.code)
    index = {rule: i for i, rule in enumerate(rules)}
    driver = {
        "name": "fourbar",
        "version": __version__,
        "rules": [_rule(rule) for rule in rules],
    }
    run: dict[str, Any] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(d, index[d.rule]) for d in diagnostics],
    }
    return json.dumps({"version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False) + "\n"


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _result(diagnostic: Diagnostic, rule_index: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule_index,
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": "\n".join((diagnostic.message, *diagnostic.notes))},
    }
    location: dict[str, Any] = {}
    span = diagnostic.span
    if span is not None:
        location["physicalLocation"] = _physical(span)
    if diagnostic.path is not None:
        location["logicalLocations"] = [{"fullyQualifiedName": str(diagnostic.path)}]
    if location:
        result["locations"] = [location]
    if diagnostic.related:
        result["relatedLocations"] = [
            {
                "id": number,
                "message": {"text": each.label},
                "physicalLocation": _physical(each.span),
            }
            for number, each in enumerate(diagnostic.related, 1)
        ]
    facts = json_facts(diagnostic.facts)
    if facts:
        result["properties"] = {"facts": facts}
    if diagnostic.fix is not None:
        result["fixes"] = [_fix(diagnostic.fix)]
    return result


def _physical(span: Span) -> dict[str, Any]:
    return {
        "artifactLocation": {"uri": _uri(span.file)},
        "region": {
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
            "byteOffset": span.start,
            "byteLength": span.end - span.start,
        },
    }


def _fix(fix: Fix) -> dict[str, Any]:
    by_file: dict[str, list[dict[str, Any]]] = {}
    for edit in fix.edits:
        by_file.setdefault(edit.file, []).append(
            {
                "deletedRegion": {"byteOffset": edit.start, "byteLength": edit.end - edit.start},
                "insertedContent": {"text": edit.text},
            }
        )
    changes = [
        {"artifactLocation": {"uri": _uri(file)}, "replacements": replacements}
        for file, replacements in by_file.items()
    ]
    return {"description": {"text": fix.description}, "artifactChanges": changes}


def _uri(file: str) -> str:
    return quote(file.replace("\\", "/"), safe="/:@!$&'()*+,;=-._~")
