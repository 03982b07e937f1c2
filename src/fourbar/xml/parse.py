"""Bytes to an element tree: bounded, and tolerant where the meaning is beyond doubt."""

from __future__ import annotations

import codecs
import re
from typing import Protocol
from xml.parsers import expat

from .. import rules
from .._native import TreeBuilder, scan
from ..diagnostics import Report, SourceText
from ..xml.limits import Limits
from ..xml.mend import mend, put_back
from ..xml.tree import Comment, Document

_DECLARATION = rb"<\?xml\s[^>]*?\?>"
_ENCODING = rb"""encoding\s*=\s*["']([A-Za-z0-9._:-]+)["']"""
_VERSION = rb"""version\s*=\s*["']([^"']*)["']"""
_UTF8_BOM = codecs.BOM_UTF8
_UTF32_BOMS = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
_UTF16_BOMS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# The encodings of text that files are written in. Python has more, some of which are none (rot13,
# zip) and some of which take time that grows with the square of the text (punycode).
_ENCODINGS = frozenset(
    (
        *("utf-8", "ascii", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"),
        *(f"iso8859-{part}" for part in range(1, 17)),
        *(f"cp{page}" for page in (437, 850, 852, 855, 858, 866, 874, 932, 949, 950)),
        *(f"cp{page}" for page in range(1250, 1259)),
        *("koi8-r", "koi8-u", "mac-roman", "gb2312", "gbk", "gb18030", "big5", "big5hkscs"),
        *("shift_jis", "euc_jp", "euc_kr", "iso2022_jp"),
    )
)


class _RefusedError(Exception):
    """Ends the parse after a finding was reported."""


def parse(
    data: bytes, *, file: str, report: Report, limits: Limits | None = None
) -> Document | None:
    """The element tree of an XML document, or None with the reason in the report.

    Encodings other than UTF-8 are converted first; positions then count in the UTF-8 text.
    """
    limits = limits or Limits()
    text = decode(data, file=file, report=report, limits=limits)
    if text is None:
        return None
    tolerated = tolerate(text, report)
    plain = scan(tolerated, limits.depth, limits.elements)
    if plain is not None:
        root, comments = plain
        return Document(text, root, [Comment(*comment) for comment in comments])
    refusal = Report()
    document = _fed(text, tolerated, refusal, limits)
    if document is None:
        document = _mended(text, tolerated, report, limits)
    if document is None:
        report.extend(refusal)
    return document


def _fed(text: SourceText, data: bytes, report: Report, limits: Limits) -> Document | None:
    parser = expat.ParserCreate("utf-8")
    builder = TreeBuilder(parser, limits.depth, limits.elements)
    if not feed(text, parser, builder, report=report, limits=limits, data=data):
        return None
    assert builder.root is not None
    return Document(text, builder.root, [Comment(*comment) for comment in builder.comments])


def _mended(text: SourceText, data: bytes, report: Report, limits: Limits) -> Document | None:
    """The tree of a text with errors that other readers let pass, each of them reported."""
    mended = mend(data)
    refusal = Report()
    document = _fed(text, mended.data, refusal, limits)
    end = next((finding.facts.get("end") for finding in refusal), None)
    faults = dict(mended.faults)
    if isinstance(end, int):  # of the only element that counts
        message = "a document has one element; what follows it is ignored"
        faults[rules.xml.NOT_WELL_FORMED, message] = (end, end + 1)
        document = _fed(text, mended.data[:end], Report(), limits)
    if document is None or not faults:
        return None
    if mended.stands_in:
        put_back(document.root, mended.stands_in)
    for (rule, message), place in faults.items():
        report.add(rule, message, span=text.span(*place))
    return document


def decode(data: bytes, *, file: str, report: Report, limits: Limits) -> SourceText | None:
    """The text of a file in UTF-8, or None with the reason in the report: too large, or empty."""
    if len(data) > limits.bytes:
        size = f"{len(data) / 2**20:.0f} MiB, more than the {limits.bytes / 2**20:.0f} MiB allowed"
        report.add(
            rules.xml.TOO_LARGE, f"the file has {size}", span=SourceText(file, b"").span(0, 0)
        )
        return None
    text = SourceText(file, _to_utf8(data, file, report))
    report.add_source(text)
    if not text.data.strip():
        report.add(rules.xml.EMPTY_FILE, "the file is empty", span=text.span(0, 0))
        return None
    return text


def _to_utf8(data: bytes, file: str, report: Report) -> bytes:
    encoding = "utf-8"
    if data.startswith(_UTF32_BOMS):  # before UTF-16, whose mark is its beginning
        encoding = "utf-32"
    elif data.startswith(_UTF16_BOMS):
        encoding = "utf-16"
    else:
        declaration = re.search(_DECLARATION, data[:1024])
        named = re.search(_ENCODING, declaration[0]) if declaration else None
        if named:
            encoding = named[1].decode("ascii")
    where = SourceText(file, b"").span(0, 0)
    try:
        known = codecs.lookup(encoding).name
    except LookupError:
        known = ""
    if known not in _ENCODINGS:
        message = f"the encoding '{encoding}' is not supported; the file is read as UTF-8"
        report.add(rules.xml.OTHER_ENCODING, message, span=where)
        known = "utf-8"
    if known in ("utf-8", "ascii"):
        try:
            data.decode("utf-8")
        except UnicodeDecodeError as error:
            message = "the file is not valid UTF-8; it is read as Windows-1252"
            span = SourceText(file, data).span(error.start, error.end)
            report.add(rules.xml.UNDECODABLE_BYTES, message, span=span)
            return data.decode("cp1252", "replace").encode()
        return data
    report.add(
        rules.xml.OTHER_ENCODING,
        f"the file is encoded as {known}; positions count in its UTF-8 form",
        span=where,
    )
    try:
        return data.decode(known).encode()
    except UnicodeError:
        report.add(rules.xml.UNDECODABLE_BYTES, f"some bytes are not valid {known}", span=where)
        return data.decode("latin-1").encode()


def tolerate(text: SourceText, report: Report) -> bytes:
    """The bytes to parse: what is wrong but harmless is reported and blanked, offsets kept."""
    data = text.data
    start = 0
    if data.startswith(_UTF8_BOM):
        report.add(rules.xml.BYTE_ORDER_MARK, "byte order mark", span=text.span(0, 3))
        start = 3
    stripped = data.rstrip(b"\0\x1a \t\r\n")
    if b"\0" in data[len(stripped) :] or b"\x1a" in data[len(stripped) :]:
        message = "control characters follow the end of the document"
        report.add(rules.xml.TRAILING_BYTES, message, span=text.span(len(stripped), len(data)))
        data = stripped
    first = data.find(b"<", start)
    declaration = re.compile(_DECLARATION).search(data, start)
    # A second declaration, or one inside the document, is left to the parser to refuse.
    if declaration is None or data[start : declaration.start()].strip():
        return data
    begin, end = declaration.span()
    version = re.search(_VERSION, declaration[0])
    if version and version[1] not in (b"1.0", b"1.1"):
        span = text.span(begin + version.start(1), begin + version.end(1))
        found = version[1].decode("utf-8", "replace")
        report.add(rules.xml.XML_VERSION, f"XML version '{found}' is read as 1.0", span=span)
    if first != start:
        message = "the XML declaration must be the first thing in the file"
        report.add(rules.xml.MISPLACED_DECLARATION, message, span=text.span(begin, end))
    return data[:begin] + b" " * (end - begin) + data[end:]


class Open(Protocol):
    """An element that is not closed yet."""

    @property
    def tag(self) -> str:
        """Its name."""
        ...

    @property
    def start(self) -> int:
        """The byte offset of its `<`."""
        ...


class Builder(Protocol):
    """Takes the events of a parser.

    Raises RecursionError where elements nest too deep, and OverflowError where there are too many.
    """

    @property
    def open(self) -> Open | None:
        """The innermost element that is not closed yet."""
        ...

    def start(self, tag: str, attributes: dict[str, str], /) -> None:
        """An element begins."""
        ...

    def end(self, tag: str, /) -> None:
        """The innermost element ends."""
        ...

    def comment(self, text: str, /) -> None:
        """A comment."""
        ...


def feed(
    text: SourceText,
    parser: expat.XMLParserType,
    builder: Builder,
    *,
    report: Report,
    limits: Limits,
    data: bytes | None = None,
) -> bool:
    """Parse a text into a builder; False with the reason in the report where it is refused.

    `data` is what `tolerate` made of the text, where that has been asked.
    """
    data = tolerate(text, report) if data is None else data

    def refuse_doctype(*_: object) -> None:
        # Expat calls once it has read the name: go back to where the declaration began.
        start = max(0, data.rfind(b"<!DOCTYPE", 0, parser.CurrentByteIndex))
        message = "document type declarations and entities are refused; remove the DOCTYPE"
        report.add(rules.xml.DOCTYPE, message, span=text.span(start, start + 9))
        raise _RefusedError

    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CommentHandler = builder.comment
    parser.StartDoctypeDeclHandler = refuse_doctype
    try:
        parser.Parse(data, True)
    except _RefusedError:
        return False
    except RecursionError:
        message, span = f"more than {limits.depth} nested elements", _first_byte(builder.open)
        report.add(rules.xml.TOO_DEEP, message, span=text.span(*span))
        return False
    except OverflowError:
        message, span = f"more than {limits.elements:,} elements", _first_byte(builder.open)
        report.add(rules.xml.TOO_LARGE, message, span=text.span(*span))
        return False
    except expat.ExpatError as error:
        at = max(parser.ErrorByteIndex, 0)
        inside = f" (inside <{builder.open.tag}>)" if builder.open is not None else ""
        message = f"{expat.ErrorString(error.code)}{inside}"
        junk = error.code == expat.errors.codes[expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT]
        facts = {"end": at} if junk else {}
        report.add(rules.xml.NOT_WELL_FORMED, message, span=text.span(at, at + 1), facts=facts)
        return False
    finally:
        # The parser and the builder hold each other: let go, rather than wait for a collection.
        parser.StartElementHandler = parser.EndElementHandler = None
        parser.CommentHandler = parser.StartDoctypeDeclHandler = None
    return True


def _first_byte(element: Open | None) -> tuple[int, int]:
    start = 0 if element is None else element.start
    return start, start + 1
