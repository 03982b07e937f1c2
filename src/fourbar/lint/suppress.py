"""Comments that suppress findings: `<!-- fourbar: ignore P402: measured, not computed -->`.

A comment applies to the element before it on the same line, else to the next element, else to the
element around it, and to everything inside that element. `ignore-file` applies to the whole file.
In xacro files, and in files that are not XML, a comment applies to its own line and the next one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..diagnostics import Diagnostic, Report, SourceText, Span
from ..rules.registry import selected, selector
from ..xml.tags import element_end, tag_end
from ..xml.tree import Document, Element
from .complaints import malformed, unexplained, unknown_code, unused
from .context import Context
from .run import ran
from .settings import Settings

_COMMENT = re.compile(rb"<!--\s*fourbar:\s*(.*?)\s*-->", re.DOTALL)
_INSTRUCTION = re.compile(r"(ignore-file|ignore)\b\s*([^:]*?)\s*(?::\s*(.*))?\Z", re.DOTALL)


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

    A file without a robot has no context: its rules did not run, so no comment is superfluous.
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
    for finding in [*report, *found]:
        if not _silence(finding, comments):
            result.keep(finding)
    if context is None:
        return result
    for comment in comments:
        for finding in _complaints(comment, context):
            if settings.selects(finding.rule):
                result.keep(finding)
    return result


def _silence(finding: Diagnostic, comments: list[_Suppression]) -> bool:
    span, silent = finding.span, False
    if span is None:
        return False
    for comment in comments:
        if comment.file == span.file and comment.start <= span.start < comment.end:
            for written, code in comment.codes.items():
                if finding.code.startswith(code) or finding.rule.name == code:
                    comment.used.add(written)
                    silent = True
    return silent


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
        line_end = source.data.find(b"\n", match.end())
        next_end = source.data.find(b"\n", line_end + 1) if line_end >= 0 else -1
        start = source.data.rfind(b"\n", 0, match.start()) + 1
        return start, next_end if next_end >= 0 else len(source.data)
    element = _meant(document, match.start(), match.end())
    return element.start, element_end(source.data, element)


def _meant(document: Document, start: int, stop: int) -> Element:
    """The element a comment is about."""
    data = document.text.data
    parent = document.root
    if start < parent.start or start > element_end(data, parent):
        return parent
    while True:
        inner = [c for c in parent.children if c.start < start < element_end(data, c)]
        if not inner:
            break
        parent = inner[0]
    line = data.rfind(b"\n", 0, start) + 1
    before = [c for c in parent.children if c.start < start]
    if before and element_end(data, before[-1]) > line:
        return before[-1]
    after = [c for c in parent.children if c.start > stop]
    tag_line = data.count(b"\n", 0, start) == data.count(b"\n", 0, tag_end(data, parent.start))
    if not after or (tag_line and data.find(b"\n", stop, after[0].start) >= 0):
        return parent
    return after[0]


def _complaints(comment: _Suppression, context: Context) -> list[Diagnostic]:
    needless = [
        word
        for word, code in comment.codes.items()
        if word not in comment.used and any(ran(rule, context.settings) for rule in selected(code))
    ]
    if needless:
        removable = context.editor is not None and len(needless) == len(comment.codes)
        data = context.document.text.data if removable and context.document is not None else None
        return [unused(comment.span, needless, data=data)]
    return [] if comment.reason else [unexplained(comment.span)]
