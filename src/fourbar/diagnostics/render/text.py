"""For people: one line per finding, the source line and a caret below it.

Related places follow with their own line, underlined with dashes and a label.
"""

from __future__ import annotations

from collections.abc import Callable

from ..diagnostic import Diagnostic, Related
from ..report import Report, summary
from ..rule import Severity
from ..span import SourceText, Span

_COLORS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.INFO: "36"}
_BLUE = "34"
_WIDTH = 160


def render(report: Report, *, color: bool = False) -> str:
    """All findings with excerpts, then a line that counts them."""
    lines: list[str] = []
    for diagnostic in report.diagnostics:
        lines += _finding(diagnostic, report, color)
    lines.append(summary(report))
    return "\n".join(lines) + "\n"


def _finding(diagnostic: Diagnostic, report: Report, color: bool) -> list[str]:
    def paint(code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if color else text

    tint = _COLORS[diagnostic.severity]
    where = f"{_visible(str(diagnostic.span))}: " if diagnostic.span else ""
    label = paint(f"1;{tint}", f"{diagnostic.severity}[{diagnostic.code}]")
    head = f"{paint('1', where)}{label} {diagnostic.rule.name}: {_visible(diagnostic.message)}"
    lines = [head]
    span = diagnostic.span
    if span is not None and span.file in report.sources:
        lines += _excerpt(span, report.sources[span.file], lambda text: paint(tint, text))
    for each in diagnostic.related:
        lines += _related(each, span, report, lambda text: paint(_BLUE, text))
    lines += [f"   = note: {_visible(note)}" for note in diagnostic.notes]
    if diagnostic.fix is not None:
        kind = "fix" if diagnostic.fix.safe else "unsafe fix"
        lines.append(f"   = {kind}: {_visible(diagnostic.fix.description)}")
    return lines


def _related(
    related: Related, beside: Span | None, report: Report, paint: Callable[[str], str]
) -> list[str]:
    span, label = related.span, _visible(related.label)
    source = report.sources.get(span.file)
    if source is None or not source.data:
        return [f"   = {_visible(str(span))}: {label}"]
    lines = (
        [] if beside is not None and span.file == beside.file else [f"  --> {_visible(str(span))}"]
    )
    return lines + _excerpt(span, source, paint, mark="-", label=label)


def _excerpt(
    span: Span,
    source: SourceText,
    paint: Callable[[str], str],
    *,
    mark: str = "^",
    label: str = "",
) -> list[str]:
    before, after = source.around(span.start, _WIDTH)
    before = before[-max(_WIDTH // 4, _WIDTH - len(after)) :]
    after = after[: _WIDTH - len(before)]
    width = span.end_column - span.column if span.end_line == span.line else len(after)
    number = f"{span.line:5d}"
    marks = mark * max(1, min(width, len(after)))
    if label:
        marks = f"{marks} {label}"
    # Tabs become one space so that the caret is below what it points at.
    text = _visible(before + after)
    return [f"{number} | {text}", f"{'':5} | {' ' * len(before)}{paint(marks)}"]


def _visible(text: str) -> str:
    # Control characters from a hostile file must not reach the terminal.
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " for c in text)
