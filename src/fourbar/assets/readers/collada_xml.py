"""The element tree of a COLLADA file, whose long lists of numbers stay where they are.

Only tags are turned into objects. The text of an element is cut out of the file when it is asked
for, so that a million numbers go from the file's bytes into an array without a string between;
the XML parser does not even see them.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Iterator
from xml.parsers import expat

from ... import rules
from ..._native import Element, TreeBuilder, find_number_runs, parse_floats, parse_integers
from .reading import RefusedError

_START_TAG = re.compile(rb"""<[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>""")
_MARKUP = re.compile(rb"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_ENTITY = re.compile(r"&(?:#x([0-9A-Fa-f]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_DECLARED = re.compile(rb"""<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._:-]+)["']""")
_LONG_RUN = 256
_MAX_DEPTH = 200
_MAX_ELEMENTS = 2_000_000


class Node:
    """One element: tag without its prefix, attributes, children, and where it stands."""

    __slots__ = ("_document", "_element")

    def __init__(self, document: ColladaDocument, element: Element) -> None:
        self._document = document
        self._element = element

    @property
    def tag(self) -> str:
        """The name in its tags, without the document's prefix."""
        return self._element.tag.removeprefix(self._document.prefix)

    @property
    def start(self) -> int:
        """The byte offset of its `<` in the file."""
        return self._document.original(self._element.start)

    def get(self, attribute: str) -> str:
        """An attribute's value, or ""."""
        return self._element.attributes.get(attribute, "")

    @property
    def children(self) -> Iterator[Node]:
        """All child elements."""
        document = self._document
        return (Node(document, child) for child in self._element.children)

    def all(self, *tags: str) -> Iterator[Node]:
        """The children of these tags."""
        document = self._document
        if document.prefix:
            tags = tuple(document.prefix + tag for tag in tags)
        return (Node(document, child) for child in self._element.children if child.tag in tags)

    def first(self, *path: str) -> Node | None:
        """The first child of the first child ... along the tags, or None."""
        element: Element | None = self._element
        for tag in path:
            element = element.find(self._document.prefix + tag) if element is not None else None
        return None if element is None else Node(self._document, element)

    def _content(self) -> tuple[bytes, int, int]:
        """Data, begin and end of what stands between start and end tag."""
        data = self._document.data
        tag = _START_TAG.match(data, self.start)
        begin = tag.end() if tag else self.start
        # An empty-element tag is closed before or where it ends: no text either way.
        end = max(begin, self._document.original(self._element.close))
        if data.find(b"<", begin, end) < 0:
            return data, begin, end
        text = _MARKUP.sub(lambda m: m[1] or b" ", data[begin:end])
        return text, 0, len(text)

    @property
    def text(self) -> str:
        """The text, entities resolved, without white space around."""
        data, begin, end = self._content()
        return _ENTITY.sub(_character, data[begin:end].decode("utf-8", "replace")).strip()

    def floats(self) -> memoryview[float]:
        """The numbers in the text, as float64."""
        data, begin, end = self._content()
        numbers, bad = parse_floats(data, begin, end)
        if bad >= 0:
            at = bad if data is self._document.data else self.start
            raise RefusedError(
                rules.assets.MESH_UNREADABLE,
                f"<{self.tag}> contains a value that is not a number",
                at=at,
            )
        return numbers

    def integers(self) -> memoryview:
        """The integers in the text, as int32."""
        data, begin, end = self._content()
        numbers, bad = parse_integers(data, begin, end)
        if bad >= 0:
            at = bad if data is self._document.data else self.start
            raise RefusedError(
                rules.assets.MESH_UNREADABLE,
                f"<{self.tag}> contains a value that is not an index",
                at=at,
            )
        return numbers


class ColladaDocument:
    """The bytes of a file and the tree of its tags."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        # Where the text without its long runs of numbers is spliced, and how much of the file is
        # missing before the bytes that follow.
        self._splices: list[int] = [0]
        self._missing: list[int] = [0]
        self.prefix = ""
        self.root = Node(self, self._parse())
        self.prefix = self.root.tag.rpartition("COLLADA")[0]

    def _parse(self) -> Element:
        parser = expat.ParserCreate(encoding="utf-8")
        builder = TreeBuilder(parser, _MAX_DEPTH, _MAX_ELEMENTS)
        parser.StartElementHandler = builder.start
        parser.EndElementHandler = builder.end
        parser.StartDoctypeDeclHandler = _refuse_doctype
        try:
            parser.Parse(self._spliced(), True)
        except expat.ExpatError as error:
            at = self.original(parser.ErrorByteIndex)
            if builder.open is not None and at >= len(self.data.rstrip()):
                message = f"the XML ends inside <{builder.open.tag}>"
                raise RefusedError(rules.assets.MESH_TRUNCATED, message, at=at) from None
            message = f"the XML is malformed: {expat.ErrorString(error.code)}"
            raise RefusedError(rules.assets.MESH_UNREADABLE, message, at=at) from None
        except (RecursionError, OverflowError) as limit:
            at = self.original(parser.CurrentByteIndex)
            if isinstance(limit, RecursionError):
                message = f"the XML is nested more than {_MAX_DEPTH} levels deep"
            else:
                message = f"the XML has more than {_MAX_ELEMENTS} elements"
            raise RefusedError(rules.assets.MESH_TOO_LARGE, message, at=at) from None
        finally:
            # The parser and the builder hold each other: let go, rather than wait for a collection.
            parser.StartElementHandler = parser.EndElementHandler = None
        assert builder.root is not None
        return builder.root

    def _spliced(self) -> bytes:
        """The text without its long runs of numbers, which hold no markup."""
        pieces: list[bytes] = []
        at = 0
        for begin, end in find_number_runs(self.data, _LONG_RUN):
            pieces.append(self.data[at:begin])
            self._splices.append(begin - self._missing[-1])
            self._missing.append(self._missing[-1] + end - begin)
            at = end
        pieces.append(self.data[at:])
        return b"".join(pieces)

    def original(self, at: int) -> int:
        """Where byte `at` of the spliced text stands in the file."""
        return at + self._missing[bisect_right(self._splices, at) - 1]


def _refuse_doctype(*_: object) -> None:
    raise RefusedError(rules.assets.MESH_UNREADABLE, "document type declarations are not supported")


def as_utf8(data: bytes) -> bytes:
    """The file's text as UTF-8; bytes that are none of its encoding become question marks."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace").encode()
    data = data.removeprefix(codecs.BOM_UTF8)
    declared = _DECLARED.search(data, 0, 1024)
    encoding = declared[1].decode() if declared else "utf-8"
    try:
        if codecs.lookup(encoding).name in ("utf-8", "ascii"):
            data.decode()  # what is not UTF-8 is most often a comment in Latin-1
            return data
        return data.decode(encoding, "replace").encode()
    except (LookupError, UnicodeError, ValueError):
        return data.decode("latin-1").encode()


def _character(match: re.Match[str]) -> str:
    if match[3]:
        return _NAMED[match[3]]
    code = int(match[1], 16) if match[1] else int(match[2])
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"
