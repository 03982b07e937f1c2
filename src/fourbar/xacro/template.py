"""Files as trees of elements, texts and comments, and the same trees expanded.

What was read is never changed: an expansion makes new elements, whose texts are the old ones where
nothing had to be evaluated. An expanded element can be expanded again, as the blocks given to a
macro are.
"""

from __future__ import annotations

from typing import Any, Literal
from xml.parsers import expat

from .. import rules
from ..diagnostics import Report, SourceText
from ..xml.limits import Limits
from ..xml.parse import decode, feed
from .limits import MAX_ELEMENTS
from .place import Place

Kind = Literal["text", "comment", "data", "instruction", "gap"]

_BOUND = frozenset(("xml", "xmlns"))
_XML = "http://www.w3.org/XML/1998/namespace"
_XMLNS = "http://www.w3.org/2000/xmlns/"
_NOTE = 'Declare it: <robot xmlns:xacro="http://www.ros.org/wiki/xacro">.'


class Text:
    """Text, a comment, a CDATA section (`data`) or a processing instruction.

    It ends at byte `end` of `source`; `after` is the start of the tag or comment before it. A
    `gap` takes the place of an instruction that was carried out, and ends a run of comments.
    """

    __slots__ = ("after", "data", "end", "kind", "source")

    def __init__(self, kind: Kind, data: str, source: SourceText, after: int, end: int) -> None:
        self.kind: Kind = kind
        self.data = data
        self.source = source
        self.after = after
        self.end = end

    def with_data(self, data: str) -> Text:
        """The same with other characters."""
        return Text(self.kind, data, self.source, self.after, self.end)


class Tag:
    """An element: attributes and children of all kinds."""

    __slots__ = ("attributes", "children", "place", "tag")

    def __init__(self, tag: str, attributes: dict[str, str], place: Place) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Tag | Text] = []
        self.place = place

    @property
    def start(self) -> int:
        """The byte offset of its `<`."""
        return self.place.start


class Template:
    """A file: its root, and the comments `before` and `after` that."""

    __slots__ = ("after", "before", "root", "text")

    def __init__(self, text: SourceText, root: Tag, before: list[str], after: list[str]) -> None:
        self.text = text
        self.root = root
        self.before = before
        self.after = after


def read_template(data: bytes, *, file: str, report: Report) -> Template | None:
    """The tree of a file, or None with the reason in the report."""
    limits = Limits(elements=MAX_ELEMENTS)
    text = decode(data, file=file, report=report, limits=limits)
    if text is None:
        return None
    parser = expat.ParserCreate("utf-8")
    builder = _Builder(parser, text, limits)
    try:
        if not feed(text, parser, builder, report=report, limits=limits):
            return None
    except _UnboundError as error:
        span = text.span(error.start, error.start + 1)
        report.add(rules.xml.NOT_WELL_FORMED, str(error), span=span, notes=(_NOTE,))
        return None
    finally:
        builder.release()
    assert builder.root is not None
    return Template(text, builder.root, builder.before, builder.after)


class _UnboundError(Exception):
    """A prefix that is not declared, or declared in a way that XML forbids."""

    def __init__(self, message: str, start: int) -> None:
        super().__init__(message)
        self.start = start


class _Builder:
    """Makes a tree of the events of a parser, and sees that prefixes are declared."""

    def __init__(self, parser: expat.XMLParserType, source: SourceText, limits: Limits) -> None:
        self._parser: Any = parser
        self._source = source
        self._limits = limits
        self._stack: list[Tag] = []
        self._prefixes: list[dict[str, str]] = [{}]
        self._count = 0
        self._after = 0
        self._in_data = False
        self.root: Tag | None = None
        self.before: list[str] = []
        self.after: list[str] = []
        parser.buffer_text = True
        parser.CharacterDataHandler = self._characters
        parser.StartCdataSectionHandler = self._begin_data
        parser.EndCdataSectionHandler = self._end_data
        parser.ProcessingInstructionHandler = self._instruction

    def release(self) -> None:
        """Let the parser go, which holds this in turn."""
        parser = self._parser
        # Text of a file that was refused may still be in the parser's buffer: it comes now.
        parser.CharacterDataHandler = parser.ProcessingInstructionHandler = None
        parser.StartCdataSectionHandler = parser.EndCdataSectionHandler = None
        self._parser = None

    @property
    def open(self) -> Tag | None:
        """The innermost element that is not closed yet."""
        return self._stack[-1] if self._stack else None

    def start(self, tag: str, attributes: dict[str, str], /) -> None:
        """An element begins."""
        at = self._after = self._parser.CurrentByteIndex
        element = Tag(tag, attributes, Place(self._source, at))
        if self._stack:
            self._stack[-1].children.append(element)
        elif self.root is None:
            self.root = element
        self._stack.append(element)
        self._check_prefixes(tag, attributes, at)
        self._count += 1
        if len(self._stack) > self._limits.depth:
            raise RecursionError("too many nested elements")
        if self._count > self._limits.elements:
            raise OverflowError("too many elements")

    def end(self, tag: str, /) -> None:
        """The innermost element ends."""
        self._after = self._stack.pop().place.end = self._parser.CurrentByteIndex
        self._prefixes.pop()

    def comment(self, text: str, /) -> None:
        """A comment."""
        self._after = self._parser.CurrentByteIndex
        if self._stack:
            self._add("comment", text)
        else:
            (self.before if self.root is None else self.after).append(text)

    def _add(self, kind: Kind, data: str) -> None:
        end = self._parser.CurrentByteIndex
        self._stack[-1].children.append(Text(kind, data, self._source, self._after, end))

    def _characters(self, data: str) -> None:
        if not self._stack:
            return
        kind: Kind = "data" if self._in_data else "text"
        children = self._stack[-1].children
        last = children[-1] if children else None
        # The parser's buffer is bounded: a long text comes in pieces.
        if isinstance(last, Text) and last.kind == kind:
            last.data += data
            last.end = self._parser.CurrentByteIndex
        else:
            self._add(kind, data)

    def _begin_data(self) -> None:
        self._in_data = True

    def _end_data(self) -> None:
        self._in_data = False

    def _instruction(self, target: str, data: str) -> None:
        if self._stack:
            self._add("instruction", f"{target} {data}")

    def _check_prefixes(self, tag: str, attributes: dict[str, str], start: int) -> None:
        """Refuse what a parser that knows of namespaces refuses."""
        known = self._prefixes[-1]
        names = [tag]
        for name, value in attributes.items():
            if name.startswith("xmlns:"):
                if known is self._prefixes[-1]:
                    known = dict(known)
                known[_declared(name[6:], value, start)] = value
            elif ":" in name:
                names.append(name)
        self._prefixes.append(known)
        seen: set[tuple[str, str]] = set()
        for name in names:
            prefix, colon, local = name.partition(":")
            if not colon:
                continue
            if prefix not in known and prefix not in _BOUND:
                raise _UnboundError(f"prefix '{prefix}' is not declared", start)
            if not prefix or not local or ":" in local:
                raise _UnboundError(f"'{name}' is not a name with a prefix", start)
            if name is not tag:
                full = (known.get(prefix, prefix), local)
                if full in seen:
                    raise _UnboundError(f"duplicate attribute '{name}'", start)
                seen.add(full)


def _declared(prefix: str, uri: str, start: int) -> str:
    if prefix == "xmlns" or (prefix == "xml") != (uri == _XML) or uri == _XMLNS or not uri:
        raise _UnboundError(f"xmlns:{prefix} cannot be '{uri}'", start)
    return prefix
