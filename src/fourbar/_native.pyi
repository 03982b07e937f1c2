from typing import Any

class Element:
    """An XML element and the bytes it was written in."""

    def __init__(self, tag: str, attributes: dict[str, str], start: int) -> None: ...
    @property
    def tag(self) -> str:
        """The name in its tags."""
    @property
    def attributes(self) -> dict[str, str]:
        """Values by name."""
    @property
    def children(self) -> list[Element]:
        """The elements inside it."""
    @property
    def start(self) -> int:
        """The byte offset of its `<`."""
    @property
    def close(self) -> int:
        """The byte offset where it was closed: its end tag, or the end of a `/>` tag."""
    def find(self, tag: str, /) -> Element | None:
        """Return the first child of that tag."""

class TreeBuilder:
    """Collects the events of an expat parser into elements."""

    def __init__(self, parser: Any, max_depth: int, max_elements: int) -> None: ...
    @property
    def root(self) -> Element | None:
        """The outermost element."""
    @property
    def open(self) -> Element | None:
        """The innermost element that is not closed yet."""
    @property
    def comments(self) -> list[tuple[Element | None, int, str]]:
        """Parent, number of children before it, and text of each comment."""
    def start(self, tag: str, attributes: dict[str, str], /) -> None:
        """Open an element; raises OverflowError("depth" or "elements") at a limit."""
    def end(self, tag: str, /) -> None:
        """Close the innermost element."""
    def comment(self, text: str, /) -> None:
        """Remember a comment and its place."""

def read_numbers(
    attributes: dict[str, str], names: tuple[str, ...], /
) -> tuple[float | None, ...] | None:
    """Return one finite number (None where absent) per name.

    None as a whole if any of them cannot be read, or if there are attributes of other names.
    """

def read_vector(text: str, count: int, /) -> tuple[float, ...] | None:
    """Return `count` finite numbers, or None if the text is not just that."""

def parse_numbers(text: str, /) -> tuple[float, ...]:
    """Return the white-space separated decimal numbers in ``text``.

    Numbers are rounded like ``float`` does; ``nan``, ``inf`` and ``infinity`` are accepted in
    any case. Hexadecimal numbers, underscores and non-ASCII digits are not.

    Raises
    ------
    ValueError
        With ``args == (message, start, end)``: the character range ``text[start:end]`` of the
        first token that is not a number.
    """
