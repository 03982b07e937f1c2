"""What a reader leaves out of a robot: counted by kind, with the place of the first."""

from __future__ import annotations

from collections.abc import Callable

from .. import rules
from ..diagnostics import ROBOT, Report, Severity, Span

Place = Callable[[], Span | None]


class Missing:
    """Counts what is not read. `physical` says of which kinds a robot moves in another way."""

    def __init__(self, physical: Callable[[str], bool]) -> None:
        self._physical = physical
        self._counts: dict[str, int] = {}
        self._places: dict[str, Span | None] = {}

    def add(self, what: str, place: Place | None = None, *, count: int = 1) -> None:
        """One more, or several; `place` finds the first, and is asked once."""
        if count > 0:
            if what not in self._counts:
                self._places[what] = None if place is None else place()
            self._counts[what] = self._counts.get(what, 0) + count

    def report(self, report: Report, *, whole: Span | None) -> None:
        """A finding per kind; `whole` is the place of those that have none."""
        for what, count in self._counts.items():
            report.add(
                rules.formats.PART_NOT_MODELLED,
                f"fourbar does not model {what} ({count} in this file)",
                span=self._places[what] or whole,
                path=ROBOT,
                severity=Severity.WARNING if self._physical(what) else None,
                facts={"what": what, "count": count},
            )
