"""The error that ends an expansion: a rule, a message and the place it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..diagnostics import Rule, Span

if TYPE_CHECKING:
    from .place import Call
    from .template import Tag, Text


class XacroError(Exception):
    """What a finding will say.

    `place` is what was worked on (an element, one of its attributes, or a text) and `expression`
    the `${...}` or `$(...)` in it; the innermost that is known counts. `span` wins over both.
    `missing` marks a file that cannot be opened: an optional include goes on without it.
    """

    def __init__(
        self,
        rule: Rule,
        message: str,
        *notes: str,
        span: Span | None = None,
        facts: dict[str, Any] | None = None,
        missing: bool = False,
    ) -> None:
        super().__init__(message)
        self.rule = rule
        self.message = message
        self.notes = notes
        self.span = span
        self.facts = facts or {}
        self.missing = missing
        self.expression: str | None = None
        self.place: tuple[Tag | Text, str | None] | None = None
        self.call: Call | None = None

    def at(self, node: Tag | Text | None, attribute: str | None = None) -> XacroError:
        """Note where the error is, unless that is known already."""
        if self.place is None and node is not None:
            self.place = (node, attribute)
        return self

    def within(self, expression: str) -> XacroError:
        """Note the expression it is in, unless that or the place is known already."""
        if self.expression is None and self.place is None:
            self.expression = expression
        return self


class ReportedError(Exception):
    """Ends the expansion after a finding was reported."""
