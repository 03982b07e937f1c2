"""What is wrong with comments that suppress findings."""

from __future__ import annotations

from .. import rules
from ..diagnostics import ROBOT, Diagnostic, Edit, Fix, Rule, SourceText, Span
from ..xml.edits import with_line


def unknown_code(span: Span, word: str) -> Diagnostic:
    """The finding about a code that no rule has."""
    bare = word.strip("[]()")
    form = f"; write without brackets: fourbar: ignore {bare}: reason" if bare != word else ""
    return _finding(rules.schema.BAD_SUPPRESSION, f"unknown rule '{word}'{form}", span)


def malformed(span: Span, text: str) -> Diagnostic:
    """The finding about a comment of another form."""
    shown = text if len(text) <= 40 else f"{text[:37]}..."
    message = f"'{shown}' is not a suppression; write: fourbar: ignore CODE: reason"
    return _finding(rules.schema.BAD_SUPPRESSION, message, span)


def unexplained(span: Span) -> Diagnostic:
    """The finding about a comment without a reason."""
    message = "the suppression has no reason; write <!-- fourbar: ignore CODE: reason -->"
    return _finding(rules.schema.UNEXPLAINED_SUPPRESSION, message, span)


def unused(span: Span, words: list[str], *, text: SourceText | None) -> Diagnostic:
    """The finding about codes that suppress nothing; `text` is given where the comment can go."""
    fix = None
    if text is not None:
        place = with_line(text, span.start, span.end)
        fix = Fix("remove the comment", (Edit(span.file, *place, ""),))
    message = f"unused suppression: {', '.join(words)} finds nothing here"
    return _finding(rules.schema.UNUSED_SUPPRESSION, message, span, fix)


def _finding(rule: Rule, message: str, span: Span, fix: Fix | None = None) -> Diagnostic:
    return Diagnostic(rule, message, span, ROBOT, fix=fix, severity=rule.severity)
