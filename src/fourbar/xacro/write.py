"""An expanded tree as a document: its text, its elements, and where each was written.

The document is what parsing the text would give, but is made while the text is written.
"""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

from .. import rules
from .._native import TreeBuilder
from ..diagnostics import SourceText
from ..xml.tree import Comment, Document
from .error import XacroError
from .limits import MAX_DEPTH, MAX_TOTAL_TEXT, LimitError
from .place import Place
from .template import Tag, Template, Text

_NAME = re.compile(r"[^\W\d][\w.\-]*(?::[^\W\d][\w.\-]*)?\Z")
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_IN_ATTRIBUTE = {'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}


def write(root: Tag, template: Template, *, name: str) -> Document:
    """The document of an expanded root; the comments around it are those of the main file.

    White space between elements is new, other text is kept. `name` is that of the text.
    """
    writer = _Writer()
    for comment in template.before:
        writer.comment(comment, root)
        writer.put("\n")
    writer.element(root, "\n", 1)
    writer.put("\n")
    for comment in template.after:
        writer.comment(comment, root)
        writer.put("\n")
    return writer.document(name)


class _Cursor:
    """Stands in for a parser: where the builder believes to be."""

    def __init__(self) -> None:
        self.CurrentByteIndex = 0


class _Writer:
    def __init__(self) -> None:
        self._parts: list[str] = []
        self._cursor = _Cursor()
        self._builder = TreeBuilder(self._cursor, MAX_DEPTH + 1, 2**62)
        self._origins: dict[int, Place] = {}
        self._names: set[str] = set()

    def document(self, name: str) -> Document:
        """What was written."""
        text = SourceText(name, "".join(self._parts).encode())
        assert self._builder.root is not None
        comments = [Comment(*comment) for comment in self._builder.comments]
        document = Document(text, self._builder.root, comments)
        document.origins.update(self._origins)
        return document

    def put(self, text: str) -> None:
        """Write a piece of text."""
        self._parts.append(text)
        self._cursor.CurrentByteIndex += len(text) if text.isascii() else len(text.encode())
        if self._cursor.CurrentByteIndex > MAX_TOTAL_TEXT:
            raise LimitError(f"a result of more than {MAX_TOTAL_TEXT:,} bytes")

    def element(self, node: Tag, line: str | None, depth: int) -> None:
        """Write an element; `line` is the line break before it, None where text is around it."""
        if depth > MAX_DEPTH:
            raise LimitError(f"more than {MAX_DEPTH} nested elements")
        tag = self._checked_name(node.tag, node)
        pieces = [f"<{tag}"]
        for name, value in node.attributes.items():
            checked = escape(_checked(value, node), _IN_ATTRIBUTE)
            pieces.append(f' {self._checked_name(name, node)}="{checked}"')
        self._origins[self._cursor.CurrentByteIndex] = node.place
        self._builder.start(tag, node.attributes)
        children = _written(node.children)
        if line is None or any(isinstance(c, Text) and c.kind == "text" for c in children):
            children, inner = _with_spaces(node.children), None
        else:
            inner = f"{line}  "
        if not children:
            self.put("".join((*pieces, "/>")))
            self._builder.end(tag)
            return
        self.put("".join((*pieces, ">")))
        for child in children:
            if inner is not None:
                self.put(inner)
            if isinstance(child, Tag):
                self.element(child, inner, depth + 1)
            else:
                self._text(child, node)
        if inner is not None and line is not None:
            self.put(line)
        self._builder.end(tag)
        self.put(f"</{tag}>")

    def _text(self, node: Text, parent: Tag) -> None:
        match node.kind:
            case "comment":
                self.comment(node.data, parent)
            case "instruction":
                self.put(f"<?{_checked(node.data, parent)}?>")
            case _:
                self.put(escape(_checked(node.data, parent)))

    def comment(self, text: str, parent: Tag) -> None:
        """Write a comment."""
        if "--" in text or text.endswith("-"):
            raise _invalid("a comment must not contain '--'", parent)
        self._builder.comment(_checked(text, parent))
        self.put(f"<!--{text}-->")

    def _checked_name(self, name: str, node: Tag) -> str:
        if name not in self._names:
            if not _NAME.match(name):
                raise _invalid(f"'{name[:80]}' is not a name in XML", node)
            self._names.add(name)
        return name


def _written(children: list[Tag | Text]) -> list[Tag | Text]:
    """Children without blank text."""
    return [
        child
        for child in children
        if isinstance(child, Tag)
        or (child.kind != "gap" and (child.kind != "text" or child.data.strip()))
    ]


def _with_spaces(children: list[Tag | Text]) -> list[Tag | Text]:
    """All children; texts that came to be beside one another stay apart."""
    found: list[Tag | Text] = []
    for child in children:
        if isinstance(child, Text):
            if child.kind == "gap":
                continue
            last = found[-1] if found else None
            if isinstance(last, Text) and last.kind == child.kind == "text":
                found.append(last.with_data("\n"))
        found.append(child)
    return found


def _checked(text: str, node: Tag) -> str:
    illegal = _ILLEGAL.search(text)
    if illegal:
        raise _invalid(f"the character U+{ord(illegal[0]):04X} is not allowed in XML", node)
    return text


def _invalid(message: str, node: Tag) -> XacroError:
    error = XacroError(rules.xacro.XACRO_INVALID_RESULT, message).at(node)
    error.call = node.place.call
    return error
