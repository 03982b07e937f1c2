"""What an expansion reports, and where that is."""

from __future__ import annotations

from xml.sax.saxutils import escape

from .. import rules
from ..diagnostics import Related, Report, Rule, Severity, SourceText, Span, did_you_mean
from ..xml.tags import start_tag
from .arguments import Arguments
from .error import XacroError
from .known import listed
from .place import Call, Place, shortened
from .template import Tag, Text


class Findings:
    """Reports about one file and the files it includes."""

    def __init__(self, report: Report, *, file: str) -> None:
        self.report = report
        self.file = file
        self._told: set[tuple[str, Span]] = set()

    def add(
        self,
        rule: Rule,
        message: str,
        place: Place | None = None,
        *,
        severity: Severity | None = None,
    ) -> None:
        """Report something about an element of the result, or about the file."""
        span = self._start() if place is None else place.span
        call = None if place is None else place.call
        self.report.add(rule, message, span=span, severity=severity, related=_around(call))

    def tell(
        self,
        rule: Rule,
        message: str,
        *notes: str,
        node: Tag | Text,
        expression: str,
        call: Call | None,
        severity: Severity | None = None,
        related: tuple[Related, ...] = (),
        attribute: str | None = None,
    ) -> None:
        """Report something about what is worked on, or an attribute it has, once."""
        span = None if attribute is None else name_span(node, attribute)
        if span is None:
            span = _span(node, None, expression)
        if (message, span) not in self._told:
            self._told.add((message, span))
            related = (*related, *_around(call))
            self.report.add(
                rule, message, span=span, notes=notes, severity=severity, related=related
            )

    def failed(self, error: XacroError) -> None:
        """Report an error of the expansion, once."""
        span = error.span
        if span is None:
            span = self._start() if error.place is None else _span(*error.place, error.expression)
        # A macro has the same error in each of its calls.
        if (error.message, span) in self._told:
            return
        self._told.add((error.message, span))
        self.report.add(
            error.rule,
            error.message,
            span=span,
            notes=error.notes,
            facts=error.facts,
            related=_around(error.call),
        )

    def unknown_arguments(self, arguments: Arguments, *, complete: bool) -> None:
        """Report given arguments that are declared nowhere.

        When the expansion is not `complete`, only those that look like another one's name.
        """
        known = sorted(arguments.declared | arguments.used)
        for name in arguments.unknown():
            near = did_you_mean(name, known)
            if complete or near:
                # A slip leaves the argument that was meant at its default.
                severity = Severity.ERROR if near else None
                if not near:
                    near = f"; it declares {listed(known)}" if known else "; it declares none"
                message = f"argument '{name}' is given, but the file does not declare it{near}"
                self.add(rules.xacro.XACRO_UNKNOWN_ARGUMENT, message, severity=severity)

    def _start(self) -> Span:
        text = self.report.sources.get(self.file) or SourceText(self.file, b"")
        return text.span(0, 0)


def name_span(node: Tag | Text, name: str) -> Span | None:
    """Where the name of an attribute is written; None for one that is not."""
    if isinstance(node, Text):
        return None
    text = node.place.text
    found = start_tag(text, node.place.start).attributes.get(name.encode())
    return None if found is None else text.span(*found.span(1))


def _span(node: Tag | Text, attribute: str | None, expression: str | None) -> Span:
    """The expression in hand, or else the attribute, element or text it is in."""
    if isinstance(node, Text):
        return _find(node.source, node.after, node.end, expression) or node.source.span(
            node.end - len(node.data.encode()), node.end
        )
    text, start = node.place.text, node.place.start
    tag = start_tag(text, start)
    if attribute is not None:
        place = tag.value(attribute)
        if place is not None:
            return _find(text, *place, expression) or text.span(*place)
    return _find(text, start, tag.end, expression) or node.place.span


def _find(text: SourceText, start: int, end: int, expression: str | None) -> Span | None:
    if expression:
        for written in (expression, escape(expression), escape(expression, {'"': "&quot;"})):
            data = written.encode("utf-8", "replace")
            at = text.data.rfind(data, start, end)
            if at >= 0:
                return text.span(at, at + len(data))
    return None


def _around(call: Call | None) -> tuple[Related, ...]:
    return shortened([each.related() for each in call or ()])
