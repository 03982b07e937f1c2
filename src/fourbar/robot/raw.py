"""What fourbar does not model, kept as it was written so that nothing is lost on the way."""

from __future__ import annotations

from ..record import record


@record
class RawAttribute:
    """An attribute fourbar gives no meaning to.

    `where` is the child element that carries it (`axis`, or `predecessor.origin` for one further
    down), or empty for the element itself.
    """

    where: str
    name: str
    value: str


@record
class RawElement:
    """An element fourbar gives no meaning to, as the text that was written.

    `where` is the child element that contains it, or empty for the element itself.
    """

    where: str
    tag: str
    xml: str


Extra = tuple[RawAttribute | RawElement, ...]
"""Everything unmodelled inside one element, in document order."""
