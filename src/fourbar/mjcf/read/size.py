"""How much a file stands for: MuJoCo repeats elements while it reads, without a limit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...xml.tree import Document, Element

MOST_ELEMENTS = 200_000
MOST_CLASSES = 5_000
"""MuJoCo looks for each class of defaults among all others."""

_REPEATED = ("replicate", "composite", "flexcomp")
_GRID = ("nrow", "ncol")


MOST_LINES = 500_000
"""Of files with models of their own, which are read with empty lines before them."""


def too_much(document: Document, files: Mapping[str, Document]) -> str | None:
    """Why a file with all that it includes and attaches is refused; None for one that is not."""
    try:
        size = expanded_size(document, files)
    except EndlessError as error:
        return str(error)
    if size > MOST_ELEMENTS:
        return f"the file expands to {size:.3g} elements; the limit is {MOST_ELEMENTS:,}"
    every = (document, *files.values())
    classes = sum(1 for each in every for _ in _named(each, "default"))
    if classes > MOST_CLASSES:
        return f"the file has {classes:,} classes of defaults; the limit is {MOST_CLASSES:,}"
    lines = sum(each.text.data.count(b"\n") for each in every)
    if lines > MOST_LINES and any(True for each in every for _ in _named(each, "model")):
        return f"the file and its models have {lines:,} lines; the limit is {MOST_LINES:,}"
    return None


class EndlessError(Exception):
    """A file that includes or attaches itself, by way of others or not."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the file '{name}' is part of itself")


def expanded_size(document: Document, files: Mapping[str, Document] | None = None) -> float:
    """The number of elements after all repetitions; cells of height fields count.

    `files` are those that it includes or attaches, and those that they do. Raises EndlessError.
    """
    return _Sizes(files or {}).of(document)


class _Sizes:
    def __init__(self, files: Mapping[str, Document]) -> None:
        self._files = files
        self._known: dict[str, float] = {}
        self._open: set[str] = set()

    def of(self, document: Document) -> float:
        total = 0.0
        models = {
            each.attributes.get("name", ""): each.attributes["file"]
            for each in _named(document, "model")
            if "file" in each.attributes
        }
        pending = [(document.root, 1.0)]
        while pending:
            element, times = pending.pop()
            total += times * _cells(element)
            if element.tag == "include":
                total += times * self._file(element.attributes.get("file", ""))
            elif element.tag == "attach":
                name = models.get(element.attributes.get("model", ""))
                # A model without a name is called as its file says: any of them may be meant.
                meant = models.values() if name is None else (name,)
                total += times * max((self._file(each) for each in meant), default=0.0)
            times *= _count(element)
            pending += [(child, times) for child in element.children]
        # One that nothing attaches is read as well.
        for name in models.values():
            self._file(name)
        return total

    def _file(self, name: str) -> float:
        if name not in self._files:
            return 0.0
        if name in self._open:
            raise EndlessError(name)
        if name not in self._known:
            self._open.add(name)
            self._known[name] = self.of(self._files[name])
            self._open.remove(name)
        return self._known[name]


def _named(document: Document, tag: str) -> Iterator[Element]:
    pending = [document.root]
    while pending:
        element = pending.pop()
        pending += element.children
        if element.tag == tag:
            yield element


def _count(element: Element) -> float:
    """How often what is inside an element is repeated."""
    if element.tag not in _REPEATED:
        return 1.0
    product = 1.0
    for word in element.attributes.get("count", "").split():
        product *= max(_number(word), 1.0)
    return product


def _cells(element: Element) -> float:
    own = _count(element) if element.tag != "replicate" else 1.0
    if element.tag != "hfield":
        return own
    rows, columns = (max(_number(element.attributes.get(name, "")), 1.0) for name in _GRID)
    return own * rows * columns


def _number(word: str) -> float:
    try:
        number = float(word)
    except ValueError:
        return 1.0
    return number if number == number else 1.0
