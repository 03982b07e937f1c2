"""The findings of one run, collected while readers, converters and checks go on working."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .diagnostic import NO_FACTS, Diagnostic, Fix, Related
from .part_path import PartPath
from .pointer import Pointer
from .rule import Rule, Severity
from .span import SourceText, Span

# Findings that the representation of a report lists.
_SHOWN = 10


class Report:
    """Collects diagnostics and the sources they point into.

    Readers take a report and go on after a finding; nothing is raised and nothing is printed.
    `checked` lists the files that were opened and checked, `skipped` those left out on purpose.
    `fixed` has the findings that were fixed, at the places they had; None where nothing was to be.
    """

    def __init__(self) -> None:
        self._diagnostics: list[Diagnostic] = []
        self.sources: dict[str, SourceText] = {}
        self.checked: list[str] = []
        self.skipped: list[str] = []
        self.fixed: list[Diagnostic] | None = None

    def add(
        self,
        rule: Rule,
        message: str,
        *,
        span: Span | None = None,
        path: PartPath | Pointer | None = None,
        notes: tuple[str, ...] = (),
        fix: Fix | None = None,
        severity: Severity | None = None,
        facts: Mapping[str, object] = NO_FACTS,
        related: tuple[Related, ...] = (),
    ) -> Diagnostic:
        """Record a finding (with the rule's severity unless another is given)."""
        level = rule.severity if severity is None else severity
        diagnostic = Diagnostic(rule, message, span, path, notes, fix, level, facts, related)
        self._diagnostics.append(diagnostic)
        return diagnostic

    def keep(self, diagnostic: Diagnostic) -> None:
        """Take over a finding as it is."""
        self._diagnostics.append(diagnostic)

    def add_source(self, source: SourceText) -> None:
        """Make a file's text available for excerpts."""
        self.sources[source.name] = source

    def extend(self, other: Report) -> None:
        """Take over another report's findings, sources and lists of files."""
        self._diagnostics.extend(other._diagnostics)
        self.sources.update(other.sources)
        self.checked += other.checked
        self.skipped += other.skipped

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All findings, by file, then position, then severity and code."""
        return tuple(sorted(self._diagnostics, key=_order))

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The findings of severity error."""
        return tuple(d for d in self.diagnostics if d.severity is Severity.ERROR)

    @property
    def ok(self) -> bool:
        """True when there is no error (warnings and infos may be there)."""
        return all(d.severity is not Severity.ERROR for d in self._diagnostics)

    def count(self, severity: Severity) -> int:
        """How many findings have this severity."""
        return sum(d.severity is severity for d in self._diagnostics)

    def render(
        self, format: str = "text", *, color: bool = False, fail_on: Severity = Severity.ERROR
    ) -> str:
        """The findings as `text`, `json`, `sarif`, `github` or `junit`.

        `color` is for text; findings at least as severe as `fail_on` are failures in JUnit.
        """
        from .render import render

        return render(self, format, color=color, fail_on=fail_on)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.diagnostics)

    def __len__(self) -> int:
        return len(self._diagnostics)

    def __str__(self) -> str:
        return self.render()

    def __repr__(self) -> str:
        """The first findings, one per line."""
        lines = [f"<Report: {summary(self)}>"]
        found = self.diagnostics
        lines += [f"  {finding}" for finding in found[:_SHOWN]]
        if len(found) > _SHOWN:
            lines.append(f"  ... and {len(found) - _SHOWN} more; print(report) shows all")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from .render.html import render

        return render(self)


def summary(report: Report) -> str:
    """`2 errors, 1 warning`, or `no findings`."""
    parts: list[str] = []
    for severity, word in (
        (Severity.ERROR, "error"),
        (Severity.WARNING, "warning"),
        (Severity.INFO, "info"),
    ):
        count = report.count(severity)
        if count:
            parts.append(f"{count} {word}{'s' if count > 1 else ''}")
    return ", ".join(parts) or "no findings"


def _order(diagnostic: Diagnostic) -> tuple[str, int, int, str, str]:
    span = diagnostic.span
    return (
        span.file if span else "",
        span.start if span else -1,
        diagnostic.severity.rank,
        diagnostic.code,
        diagnostic.message,
    )
