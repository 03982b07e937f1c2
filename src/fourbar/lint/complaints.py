"""What is wrong with comments that silence findings."""

from __future__ import annotations

from .. import rules
from ..diagnostics import ROBOT, Diagnostic, Edit, Fix, Span
from .context import Context


def unknown_code(context: Context, span: Span, word: str) -> Diagnostic:
    """The finding about a code that no rule has."""
    return context.find(rules.schema.BAD_SUPPRESSION, ROBOT, f"unknown rule '{word}'", span=span)


def malformed(context: Context, span: Span, text: str) -> Diagnostic:
    """The finding about a comment of another form."""
    shown = text if len(text) <= 40 else f"{text[:37]}..."
    message = f"'{shown}' is not a suppression; write: fourbar: ignore CODE: reason"
    return context.find(rules.schema.BAD_SUPPRESSION, ROBOT, message, span=span)


def unexplained(context: Context, span: Span) -> Diagnostic:
    """The finding about a comment."""
    message = "the suppression has no reason; write <!-- fourbar: ignore CODE: reason -->"
    return context.find(rules.schema.UNEXPLAINED_SUPPRESSION, ROBOT, message, span=span)


def unused_words(
    context: Context, span: Span, words: list[str], codes: dict[str, str], *, editable: bool
) -> Diagnostic:
    """The finding about a comment."""
    which = ", ".join(words)
    fix = None
    if editable and context.document is not None and len(words) == len(codes):
        fix = _removal(context.document.text.data, span)
    message = f"unused suppression: {which} finds nothing here"
    return context.find(rules.schema.UNUSED_SUPPRESSION, ROBOT, message, span=span, fix=fix)


def _removal(data: bytes, span: Span) -> Fix:
    """Take the comment away; with its line, where it has one to itself."""
    start, end = span.start, span.end
    line_start, line_end = data.rfind(b"\n", 0, start) + 1, data.find(b"\n", end)
    if line_end >= 0 and not (data[line_start:start] + data[end:line_end]).strip():
        start, end = line_start, line_end + 1
    return Fix("remove the comment", (Edit(span.file, start, end, ""),))
