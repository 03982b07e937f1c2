"""What is being expanded: children of an element, in their scope, into another element."""

from __future__ import annotations

from collections.abc import Callable

from .macro import Macros
from .place import Call, Place
from .scope import Scope
from .template import Tag, Text


class Frame:
    """Children that are expanded into `out`.

    `call` is the macro call or include they came by, `file` the file they are written in, and
    `then` what happens after the last of them. With `optional`, a file that is missing inside
    ends the frame, and `then` is called with False.
    """

    __slots__ = (
        *("call", "children", "comments", "file", "gap", "index", "macros"),
        *("optional", "out", "scope", "then"),
    )

    def __init__(
        self,
        children: list[Tag | Text],
        out: Tag,
        scope: Scope,
        macros: Macros,
        *,
        file: str,
        call: Call | None = None,
        then: Callable[[bool], None] | None = None,
        optional: bool = False,
    ) -> None:
        self.children = children
        self.index = 0
        self.out = out
        self.scope = scope
        self.macros = macros
        self.file = file
        self.call = call
        self.then = then
        self.optional = optional
        self.comments = False
        self.gap: Text | None = None

    def inside(
        self, children: list[Tag | Text], out: Tag, then: Callable[[bool], None] | None = None
    ) -> Frame:
        """A frame for other children in the same scope."""
        return Frame(
            children, out, self.scope, self.macros, file=self.file, call=self.call, then=then
        )

    @property
    def node(self) -> Tag | Text:
        """What is worked on."""
        return self.children[self.index - 1] if self.index else self.out

    def place(self, source: Place) -> Place:
        """The place of an element that is made here from one written at `source`."""
        made = Place(source.text, source.start, source.end, self.call)
        if source.made is not None:
            made.made = dict(source.made)
        return made

    def container(self, node: Tag, attributes: dict[str, str] | None = None) -> Tag:
        """An element that only holds what is made of another one's content."""
        return Tag(node.tag, attributes or {}, self.place(node.place))
