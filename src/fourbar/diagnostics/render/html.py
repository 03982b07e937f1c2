"""For notebooks: the findings as a table, each with the line it is about."""

from __future__ import annotations

from ...markup import escape
from ..diagnostic import Diagnostic
from ..report import Report, summary
from ..rule import Severity

_COLORS = {Severity.ERROR: "#c62828", Severity.WARNING: "#b26a00", Severity.INFO: "#00695c"}
_MOST = 200
_LEFT = "text-align: left; vertical-align: top"


def render(report: Report) -> str:
    """A table with a row per finding, and their number above it."""
    found = report.diagnostics
    lines = [f"<p><b>{escape(summary(report))}</b></p>"]
    if found:
        rows = "".join(_row(finding, report) for finding in found[:_MOST])
        lines.append(f"<table>{rows}</table>")
    if len(found) > _MOST:
        lines.append(f"<p>... and {len(found) - _MOST} more; print(report) shows all</p>")
    return "".join(lines)


def _row(finding: Diagnostic, report: Report) -> str:
    color = _COLORS[finding.severity]
    label = f'<span style="color: {color}"><b>{finding.severity}</b> {finding.code}</span>'
    place = str(finding.span or finding.path or "")
    parts = [escape(finding.message)]
    source = None if finding.span is None else report.sources.get(finding.span.file)
    if source is not None and finding.span is not None:
        text = source.line_text(finding.span.line).strip()[:160]
        if text:
            parts.append(f"<pre>{escape(text)}</pre>")
    parts += [f"<i>{escape(note)}</i>" for note in finding.notes]
    if finding.fix is not None:
        kind = "fix" if finding.fix.safe else "unsafe fix"
        parts.append(f"{kind}: {escape(finding.fix.description)}")
    cells = (label, f"<code>{escape(place)}</code>", "<br>".join(parts))
    return "<tr>" + "".join(f'<td style="{_LEFT}">{cell}</td>' for cell in cells) + "</tr>"
