"""What an expansion reports, and where that is."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from xml.sax.saxutils import escape

from .. import rules
from ..diagnostics import Report, Rule, Severity, SourceText, Span, did_you_mean
from ..packages import PackageFinder
from ..xml.tree import Document, Element
from .arguments import Arguments
from .explain import Explainer
from .frames import Work
from .origin import Place, in_order

_MAX_NOTES = 8
_FAR = 4


class Findings:
    """Reports about one file and the files it includes.

    `documents` are the XML files read so far, by path.
    """

    def __init__(self, report: Report, *, file: str, path: str) -> None:
        self.report = report
        self.file = file
        self.path = path
        self.documents: dict[str, Document] = {}
        self._told: set[tuple[str, Span]] = set()

    def add(self, rule: Rule, message: str, *notes: str, place: Place | None = None) -> None:
        """Report something about a place; the start of the file where it is not known."""
        span = place.span if place else self._start()
        calls = list(place.calls()) if place else []
        self.report.add(rule, message, span=span, notes=(*notes, *_shortened(calls)))

    def tell(self, rule: Rule, message: str, *notes: str, severity: Severity | None = None) -> None:
        """Report something about what xacro is working on, once."""
        work = Work.now()
        span = self._span(work)
        if (message, span) not in self._told:
            self._told.add((message, span))
            notes = (*notes, *_around(work))
            self.report.add(rule, message, span=span, notes=notes, severity=severity)

    def failed(self, error: Exception, arguments: Arguments, finder: PackageFinder) -> None:
        """Report the error that ended the expansion."""
        work = Work.of_error(error)
        found = Explainer(arguments, finder, self.show).explain(error, work)
        span = found.span or self._span(work)
        notes = (*found.notes, *_around(work))
        self.report.add(found.rule, found.message, span=span, notes=notes)

    def unknown_arguments(self, arguments: Arguments, *, complete: bool) -> None:
        """Report given arguments that are declared nowhere.

        When the expansion is not `complete`, only those that look like another one's name.
        """
        known = sorted(arguments.declared | arguments.used)
        for name in arguments.unknown():
            near = did_you_mean(name, known)
            if complete or near:
                message = f"argument '{name}' is given, but the file does not declare it{near}"
                self.add(rules.xacro.XACRO_UNKNOWN_ARGUMENT, message)

    def early_default(self, name: str) -> str | None:
        """The default of an argument that is declared after its use, if it is plain text."""
        for document, element in self._elements("xacro:arg", name):
            default = element.attributes.get("default")
            if default is not None and "$" not in default:
                message = f"argument '{name}' is used before it is declared; taking '{default}'"
                where = document.element_span(element)
                note = f"declared at {where}; xacro itself stops here unless '{name}' is given"
                self.tell(rules.xacro.XACRO_EARLY_ARGUMENT, message, note)
                return default
        return None

    def show(self, path: str) -> str:
        """A path as the user would type it, beside the name of the main file."""
        if path == self.path:
            return self.file
        if Path(self.file).is_absolute():
            return path
        relative = os.path.relpath(path, Path(self.path).parent)
        if Path(relative).parts.count("..") > _FAR:
            return path
        return os.path.normpath(Path(self.file).parent / relative)

    def _start(self) -> Span:
        text = self.report.sources.get(self.file) or SourceText(self.file, b"")
        return text.span(0, 0)

    def _span(self, work: Work) -> Span:
        """The expression in hand, or else the element it stands in."""
        place = self._definition(work) or work.place()
        if place is None:
            return self._start()
        expression = work.expression()
        if expression is not None:
            for written in (expression.encode(), escape(expression).encode()):
                at = place.text.data.find(written, place.start, max(place.end, place.start))
                if at >= 0:
                    return place.text.span(at, at + len(written))
        return place.span

    def _definition(self, work: Work) -> Place | None:
        """Where the property is written whose evaluation was put off until it was used."""
        wanted = work.property()
        if wanted is None:
            return None
        name, value = wanted
        for document, element in self._elements("xacro:property", name):
            if value in (element.attributes.get("value"), element.attributes.get("default")):
                return Place(document.text, element.start, element.close)
        return None

    def _elements(self, tag: str, name: str) -> Iterator[tuple[Document, Element]]:
        for document in self.documents.values():
            for element in in_order(document.root):
                if element.tag == tag and element.attributes.get("name") == name:
                    yield document, element


def _around(work: Work) -> list[str]:
    notes: list[str] = []
    here = work.place()
    for kind, name, place in work.around():
        if place is here:
            continue
        what = f"in macro '{name}', called" if kind == "macro" else "included"
        notes.append(f"{what} at {place.span}")
    return _shortened(notes)


def _shortened(notes: list[str]) -> list[str]:
    """At most eight notes; the same ones in a row, as recursion makes them, are one."""
    runs = [(note, len(list(same))) for note, same in groupby(notes)]
    short = [note if count == 1 else f"{note} ({count} times)" for note, count in runs]
    more = len(short) - _MAX_NOTES
    return short if more <= 0 else [*short[:_MAX_NOTES], f"and {more} more"]
