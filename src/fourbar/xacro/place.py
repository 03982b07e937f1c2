"""Where an expanded element was written, and by which macro calls and includes it came."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from ..diagnostics import Related, SourceText, Span
from ..xml.tags import start_tag

_MOST = 8


class Call:
    """A macro call or an include that is open; `outer` is the one around it.

    `macro` is None for an include. `place` is the element that calls or includes.
    """

    __slots__ = ("depth", "macro", "outer", "place")

    def __init__(self, macro: str | None, place: Place, outer: Call | None) -> None:
        self.macro = macro
        self.place = place
        self.outer = outer
        self.depth: int = 1 if outer is None else outer.depth + 1

    def __iter__(self) -> Iterator[Call]:
        """The call and those around it, the innermost first."""
        call: Call | None = self
        while call is not None:
            yield call
            call = call.outer

    def related(self) -> Related:
        """The place of the call, with what it is."""
        label = "included here" if self.macro is None else f"in macro '{self.macro}', called here"
        return Related(self.place.span, label)


class Place:
    """The element from byte `start` to `end` of `text`, expanded inside `call`.

    `made` has the attributes that other elements gave to it, and where.
    """

    __slots__ = ("call", "end", "made", "start", "text")

    def __init__(
        self, text: SourceText, start: int, end: int = 0, call: Call | None = None
    ) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.call = call
        self.made: dict[str, tuple[Place, str]] | None = None

    @property
    def span(self) -> Span:
        """The `<tag` of the start tag."""
        data, end = self.text.data, self.start + 1
        while end < len(data) and data[end] not in b" \t\r\n/>":
            end += 1
        return self.text.span(self.start, end)

    def attribute(self, name: str) -> Span | None:
        """The span of an attribute's value as it was written; None where it has none."""
        if self.made is not None and name in self.made:
            place, source = self.made[name]
            return place.attribute(source)
        found = start_tag(self.text, self.start).value(name)
        return None if found is None else self.text.span(*found)

    def calls(self) -> tuple[Related, ...]:
        """The macro calls that it came by, the innermost first: `in macro 'wheel', called here`."""
        macros = (call for call in self.call or () if call.macro is not None)
        return shortened([call.related() for call in macros])


def shortened(calls: list[Related]) -> tuple[Related, ...]:
    """At most eight places; the same ones in a row, as recursion makes them, are one."""
    short: list[Related] = []
    for each, same in groupby(calls):
        count = len(list(same))
        label = each.label if count == 1 else f"{each.label} ({count} times)"
        short.append(Related(each.span, label))
    more = len(short) - _MOST
    if more > 0:
        last = short[_MOST - 1]
        short[_MOST - 1 :] = [Related(last.span, f"{last.label}, and {more} more calls around it")]
    return tuple(short)
