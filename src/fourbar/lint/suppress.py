"""Comments that suppress findings: `<!-- fourbar: ignore P402: measured, not computed -->`.

A comment applies to the element before it on the same line, else to the next element, else to the
element around it, and to everything inside that element. `ignore-file` applies to the whole file.
In xacro files, and in files that are not XML, a comment applies to its own line and the next one.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field

from ..diagnostics import Diagnostic, Report, Severity, SourceText, Span
from ..rules.registry import selected, selector
from ..xml.tags import element_end, start_tag
from ..xml.tree import Document, Element
from .complaints import malformed, unexplained, unknown_code, unused
from .context import Context
from .run import ran
from .settings import Settings

_COMMENT = re.compile(rb"<!--\s*fourbar:\s*(.*?)\s*-->", re.DOTALL)
_INSTRUCTION = re.compile(r"(ignore-file|ignore)\b\s*([^:]*?)\s*(?::\s*(.*))?\Z", re.DOTALL)

_CONDITION = re.compile(rb"<xacro:(?:if|unless)\b")


@dataclass(slots=True)
class _Suppression:
    codes: dict[str, str]
    reason: str
    span: Span
    file: str
    start: int
    end: int
    used: set[str] = field(default_factory=set[str])


def suppressed(report: Report, settings: Settings, context: Context | None) -> Report:
    """The report without the suppressed findings, and with what is wrong with the comments.

    Where a file has no robot, or something in it or its meshes was not read, rules did not run over
    all of it: then no comment counts as unused.
    """
    found: list[Diagnostic] = []
    comments: list[_Suppression] = []
    document = context.document if context is not None else None
    for source in report.sources.values():
        # Of an expanded text, the files it comes from count.
        if document is None or not document.origins or source is not document.text:
            comments += _read(source, document, found)
    result = Report()
    result.sources = report.sources
    findings = [*report, *found]
    silent = _silenced(findings, comments)
    for number, finding in enumerate(findings):
        if number not in silent:
            result.keep(finding)
    if context is None:
        return result
    unread = not settings.meshes or any(map(_is_unread, (*findings, *context.found)))
    uncertain = {name for name, source in report.sources.items() if _is_uncertain(source)}
    for comment in comments:
        for finding in _complaints(comment, context, unread=unread or comment.file in uncertain):
            if settings.selects(finding.rule):
                result.keep(finding)
    return result


def _is_unread(finding: Diagnostic) -> bool:
    """Whether a part may have been left out of the robot, or a mesh may not have been read."""
    return finding.severity is Severity.ERROR and finding.code[0] in "XSRA"


def _is_uncertain(source: SourceText) -> bool:
    """Whether a comment may matter with other xacro arguments, or lines end with returns only."""
    data = source.data
    return bool(_CONDITION.search(data)) or (b"\r" in data and b"\n" not in data)


def _silenced(findings: list[Diagnostic], comments: list[_Suppression]) -> set[int]:
    """The numbers of the suppressed findings; notes which codes of which comments were used.

    One sweep over each file, from its first byte to its last: only the comments that apply at a
    place are looked at there, and those that apply to the same bytes are looked at as one.
    """
    ranges: dict[tuple[str, int, int], _Range] = {}
    for comment in comments:
        key = (comment.file, comment.start, comment.end)
        ranges.setdefault(key, _Range(comment.end)).add(comment)
    pending = sorted(ranges.items(), key=lambda item: item[0], reverse=True)
    silent: set[int] = set()
    active: list[_Range] = []
    file = ""
    placed = ((f.span.file, f.span.start, n) for n, f in enumerate(findings) if f.span is not None)
    for name, start, number in sorted(placed):
        if name != file:
            file, active = name, []
        while pending and pending[-1][0][:2] <= (name, start):
            key, opened = pending.pop()
            if key[0] == name:
                active.append(opened)
        active = [one for one in active if start < one.end]
        # Not `any`: every comment that applies counts as used.
        if [one for one in active if one.silences(findings[number])]:
            silent.add(number)
    return silent


class _Range:
    """The comments that apply to the same bytes, by what they suppress there."""

    def __init__(self, end: int) -> None:
        self.end = end
        self._comments: dict[str, list[tuple[_Suppression, str]]] = {}
        self._used: set[str] = set()

    def add(self, comment: _Suppression) -> None:
        for written, code in comment.codes.items():
            self._comments.setdefault(code, []).append((comment, written))

    def silences(self, finding: Diagnostic) -> bool:
        """Whether one of the comments is about this finding; all that are count as used."""
        code = finding.code
        names = (*(code[: n + 1] for n in range(len(code))), finding.rule.name)
        known = [name for name in names if name in self._comments]
        for name in known:
            if name not in self._used:
                self._used.add(name)
                for comment, written in self._comments[name]:
                    comment.used.add(written)
        return bool(known)


def _read(
    source: SourceText, document: Document | None, found: list[Diagnostic]
) -> list[_Suppression]:
    comments: list[_Suppression] = []
    for match in _COMMENT.finditer(source.data):
        span = source.span(*match.span())
        text = match[1].decode("utf-8", "replace")
        instruction = _INSTRUCTION.match(text)
        words = re.split(r"[\s,]+", instruction[2]) if instruction and instruction[2] else []
        codes: dict[str, str] = {}
        for word in words:
            code = selector(word)
            if code is None or code == "ALL":
                found.append(unknown_code(span, word))
            else:
                codes[word] = code
        if instruction is None or not words:
            found.append(malformed(span, text))
        elif codes:
            whole = instruction[1] == "ignore-file"
            start, end = (0, len(source.data)) if whole else _extent(source, match, document)
            reason = instruction[3] or ""
            comments.append(_Suppression(codes, reason, span, source.name, start, end))
    return comments


def _extent(
    source: SourceText, match: re.Match[bytes], document: Document | None
) -> tuple[int, int]:
    if document is None or document.origins or document.text is not source:
        after = min(source.line_end(match.end()) + 1, len(source.data))
        return source.line_start(match.start()), source.line_end(after)
    element = _meant(document, match.start(), match.end())
    return element.start, element_end(source.data, element)


def _meant(document: Document, start: int, stop: int) -> Element:
    """The element a comment is about."""
    text, parent = document.text, document.root
    data = text.data
    if start < parent.start or start > element_end(data, parent):
        return parent
    while True:
        # Children are in the order of their bytes.
        at = bisect_left(parent.children, start, key=_start)
        before = parent.children[at - 1] if at else None
        if before is None or element_end(data, before) <= start:
            break
        parent = before
    if before is not None and element_end(data, before) > text.line_start(start):
        return before
    after = parent.children[at] if at < len(parent.children) else None
    if after is None:
        return parent
    on_tag_line = text.line(start) == text.line(start_tag(text, parent.start).end)
    return parent if on_tag_line and text.line(stop) != text.line(after.start) else after


def _start(element: Element) -> int:
    return element.start


def _complaints(comment: _Suppression, context: Context, *, unread: bool) -> list[Diagnostic]:
    needless = (
        []
        if unread
        else [
            word
            for word, code in comment.codes.items()
            if word not in comment.used
            and any(ran(rule, context.settings) for rule in selected(code))
        ]
    )
    if needless:
        removable = context.editor is not None and len(needless) == len(comment.codes)
        text = context.document.text if removable and context.document is not None else None
        return [unused(comment.span, needless, text=text)]
    return [] if comment.reason else [unexplained(comment.span)]
