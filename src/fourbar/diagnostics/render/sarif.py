"""For code scanning: SARIF 2.1.0.

Files are given relative to the repository, and a finding has a fingerprint that survives changes
around it, so that a service can tell a new finding from a known one.
"""

from __future__ import annotations

import json
from typing import Any

from ..._version import DOCUMENTATION, __version__
from ..diagnostic import Diagnostic, Fix
from ..recognise import fingerprints
from ..report import Report
from ..rule import Rule, Severity, documentation
from ..span import Span
from .facts import json_facts
from .place import Addresses

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_FINGERPRINT = "fourbarFinding/v1"

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def render(report: Report) -> str:
    """The report as one SARIF log with one run."""
    diagnostics = report.diagnostics
    rules = sorted({d.rule for d in diagnostics}, key=lambda rule: rule.code)
    index = {rule: i for i, rule in enumerate(rules)}
    addresses = Addresses()
    driver = {
        "name": "fourbar",
        "version": __version__,
        "informationUri": DOCUMENTATION,
        "rules": [_rule(rule) for rule in rules],
    }
    run: dict[str, Any] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [
            _result(d, index[d.rule], fingerprint, addresses)
            for d, fingerprint in fingerprints(report)
        ],
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=False) + "\n"


def _rule(rule: Rule) -> dict[str, Any]:
    page = documentation(rule)
    described: dict[str, Any] = {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "helpUri": f"{DOCUMENTATION}rules/{rule.code}/",
    }
    if page:
        described["fullDescription"] = {"text": page.about}
        described["help"] = {"text": page.text, "markdown": page.text}
    return described


def _result(
    diagnostic: Diagnostic, rule_index: int, fingerprint: str, addresses: Addresses
) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule_index,
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": "\n".join((diagnostic.message, *diagnostic.notes))},
        "partialFingerprints": {_FINGERPRINT: fingerprint},
    }
    location: dict[str, Any] = {}
    span = diagnostic.span
    if span is not None:
        location["physicalLocation"] = _physical(span, addresses)
    if diagnostic.path is not None:
        location["logicalLocations"] = [{"fullyQualifiedName": str(diagnostic.path)}]
    if location:
        result["locations"] = [location]
    if diagnostic.related:
        result["relatedLocations"] = [
            {
                "id": number,
                "message": {"text": each.label},
                "physicalLocation": _physical(each.span, addresses),
            }
            for number, each in enumerate(diagnostic.related, 1)
        ]
    facts = json_facts(diagnostic.facts)
    if facts:
        result["properties"] = {"facts": facts}
    if diagnostic.fix is not None:
        result["fixes"] = [_fix(diagnostic.fix, addresses)]
    return result


def _physical(span: Span, addresses: Addresses) -> dict[str, Any]:
    return {
        "artifactLocation": {"uri": addresses.of(span.file)},
        "region": {
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
            "byteOffset": span.start,
            "byteLength": span.end - span.start,
        },
    }


def _fix(fix: Fix, addresses: Addresses) -> dict[str, Any]:
    by_file: dict[str, list[dict[str, Any]]] = {}
    for edit in fix.edits:
        by_file.setdefault(edit.file, []).append(
            {
                "deletedRegion": {"byteOffset": edit.start, "byteLength": edit.end - edit.start},
                "insertedContent": {"text": edit.text},
            }
        )
    changes = [
        {"artifactLocation": {"uri": addresses.of(file)}, "replacements": replacements}
        for file, replacements in by_file.items()
    ]
    return {"description": {"text": fix.description}, "artifactChanges": changes}
