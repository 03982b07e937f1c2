"""What a finding is recognised by when the file has changed around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .diagnostic import Diagnostic
from .report import Report

_LONGEST = 200


class Mark(NamedTuple):
    """Code, place in the robot and text of the line: lines added above change none of them."""

    code: str
    path: str
    line: str


def mark_of(finding: Diagnostic, report: Report) -> Mark:
    """The mark of one finding of a report."""
    path = "" if finding.path is None else str(finding.path)
    source = None if finding.span is None else report.sources.get(finding.span.file)
    line = source.line_text(finding.span.line).strip() if source and finding.span else ""
    return Mark(finding.code, path, line[:_LONGEST])


def fingerprints(report: Report) -> Iterator[tuple[Diagnostic, str]]:
    """Every finding with a text of its own that stays when other lines change.

    Findings of one file that look the same are numbered.
    """
    import json
    from hashlib import sha256

    seen: dict[tuple[str | None, Mark], int] = {}
    for finding in report.diagnostics:
        mark = mark_of(finding, report)
        number = seen[finding.file, mark] = seen.get((finding.file, mark), 0) + 1
        digest = sha256(json.dumps(mark, ensure_ascii=False).encode("utf-8", "replace")).hexdigest()
        yield finding, f"{digest[:32]}:{number}"
