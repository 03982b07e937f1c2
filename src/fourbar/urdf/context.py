"""What the readers of one document share."""

from __future__ import annotations

from collections.abc import Mapping

from ..diagnostics import NO_FACTS, PartPath, Related, Report, Rule, Severity, Span, nearest
from ..robot import Pose
from ..xml.tree import Document, Element


class Context:
    """What all readers of one document share."""

    __slots__ = ("_guesses", "document", "poses", "report", "told")

    def __init__(self, document: Document, report: Report) -> None:
        self.document = document
        self.report = report
        self.told: set[tuple[str, str]] = set()
        self.poses: dict[tuple[str | None, str | None], Pose] = {}
        self._guesses: dict[tuple[str, frozenset[str]], str | None] = {}

    def guess(self, name: str, known: frozenset[str]) -> str | None:
        """The known name that was probably meant; remembered, as slips repeat on every link."""
        key = (name, known)
        if key not in self._guesses:
            self._guesses[key] = nearest(name, sorted(known))
        return self._guesses[key]

    def add(
        self,
        rule: Rule,
        message: str,
        element: Element,
        *,
        attribute: str | None = None,
        path: PartPath | None = None,
        span: Span | None = None,
        notes: tuple[str, ...] = (),
        severity: Severity | None = None,
        facts: Mapping[str, object] = NO_FACTS,
        related: tuple[Related, ...] = (),
    ) -> None:
        """Report a finding at an element or at one of its attributes."""
        if span is None:
            document = self.document
            span = (
                document.attribute_span(element, attribute)
                if attribute is not None
                else document.element_span(element)
            )
        self.report.add(
            rule,
            message,
            span=span,
            path=path,
            notes=notes,
            severity=severity,
            facts=facts,
            related=(*related, *self.document.calls(element)),
        )

    def related(self, element: Element, label: str) -> tuple[Related, ...]:
        """Another element that a finding is about."""
        return (Related(self.document.element_span(element), label),)
