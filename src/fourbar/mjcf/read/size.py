"""How much a file stands for: MuJoCo repeats elements while it reads, without a limit."""

from __future__ import annotations

from ...xml.tree import Document, Element

MOST_ELEMENTS = 200_000

_REPEATED = ("replicate", "composite", "flexcomp")
_GRID = ("nrow", "ncol")


def expanded_size(document: Document) -> float:
    """The number of elements after all repetitions; cells of height fields count."""
    total = 0.0
    pending = [(document.root, 1.0)]
    while pending:
        element, times = pending.pop()
        total += times * _cells(element)
        times *= _count(element)
        pending += [(child, times) for child in element.children]
    return total


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
