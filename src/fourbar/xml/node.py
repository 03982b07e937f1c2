"""Elements about to be written."""

from __future__ import annotations


class Node:
    """An element: attributes, then children or text. `xml` holds one that is written verbatim."""

    __slots__ = ("attributes", "children", "key", "tag", "text", "xml")

    def __init__(
        self, tag: str, attributes: dict[str, str] | None = None, *, text: str = "", xml: str = ""
    ) -> None:
        self.tag = tag
        self.attributes = {} if attributes is None else attributes
        self.text = text
        self.xml = xml
        self.children: list[Node] = []
        self.key: tuple[str, str] | None = None

    def add(self, child: Node, *, key: tuple[str, str] | None = None) -> Node:
        """Append a child; `key` is the kind and name it is registered under when read."""
        child.key = key
        self.children.append(child)
        return child

    def find(self, tag: str) -> Node | None:
        """The first child of that tag that is not verbatim."""
        return next((c for c in self.children if c.tag == tag and not c.xml), None)


def raw(tag: str, xml: str) -> Node:
    """An element that is written as it stands."""
    return Node(tag, xml=xml)
