"""What is wrong with comments that suppress findings."""

from __future__ import annotations

from .. import rules
from ..diagnostics import ROBOT, Diagnostic, Edit, Fix, Rule, Span


def unknown_code(span: Span, word: str) -> Diagnostic:
    """The finding about a code that no rule has."""
    return _finding(rules.schema.BAD_SUPPRESSION, f"unknown rule '{word}'", span)


def malformed(span: Span, text: str) -> Diagnostic:
    """The finding about a comment of another form."""
    shown = text if len(text) <= 40 else f"{text[:37]}..."
    message = f"'{shown}' is not a suppression; write: fourbar: ignore CODE: reason"
    return _finding(rules.schema.BAD_SUPPRESSION, message, span)


def unexplained(span: Span) -> Diagnostic:
    """The finding about a comment without a reason."""
    message = "the suppression has no reason; write <!-- fourbar: ignore CODE: reason -->"
    return _finding(rules.schema.UNEXPLAINED_SUPPRESSION, message, span)


def unused(span: Span, words: list[str], *, data: bytes | None) -> Diagnostic:
    """The finding about codes that suppress nothing; `data` is given where the comment can go."""
    fix = None if data is None else _removal(data, span)
    message = f"unused suppression: {', '.join(words)} finds nothing here"
    return _finding(rules.schema.UNUSED_SUPPRESSION, message, span, fix)


def _finding(rule: Rule, message: str, span: Span, fix: Fix | None = None) -> Diagnostic:
    return Diagnostic(rule, message, span, ROBOT, fix=fix, severity=rule.severity)


def _removal(data: bytes, span: Span) -> Fix:
    """Take the comment away; with its line, where it has one to itself."""
    start, end = span.start, span.end
    line_start, line_end = data.rfind(b"\n", 0, start) + 1, data.find(b"\n", end)
    if line_end >= 0 and not (data[line_start:start] + data[end:line_end]).strip():
        start, end = line_start, line_end + 1
    return Fix("remove the comment", (Edit(span.file, start, end, ""),))
