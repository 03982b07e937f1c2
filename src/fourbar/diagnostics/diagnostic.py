"""One finding, and the edit that would repair it."""

from __future__ import annotations

from collections.abc import Mapping

from ..record import record, replace
from .part_path import PartPath
from .pointer import Pointer
from .rule import Rule, Severity
from .span import Span


@record
class Edit:
    """Replace bytes `start` to `end` (exclusive) of `file` by `text`."""

    file: str
    start: int
    end: int
    text: str


@record
class Fix:
    """A repair as byte-minimal edits.

    `safe` fixes keep the meaning of the file; the others need a person's consent.
    """

    description: str
    edits: tuple[Edit, ...]
    safe: bool = True


@record
class Related:
    """Another place that a finding is about, and what is there: "first defined here"."""

    span: Span
    label: str


NO_FACTS: Mapping[str, object] = {}


@record
class Diagnostic:
    """A finding: what, how bad, where (`span` in the file, `path` in the robot), and a way out.

    `message` and `notes` are for people, and nothing reads them. What a fix or a filter needs is
    in `facts`, as values: `{"suggestion": "shank"}`. `related` are further places. `path` is a
    JSON pointer for findings in a glTF file.
    """

    rule: Rule
    message: str
    span: Span | None = None
    path: PartPath | Pointer | None = None
    notes: tuple[str, ...] = ()
    fix: Fix | None = None
    severity: Severity = Severity.ERROR
    facts: Mapping[str, object] = NO_FACTS
    related: tuple[Related, ...] = ()

    @property
    def code(self) -> str:
        """The rule's stable code, such as `R201`."""
        return self.rule.code

    @property
    def file(self) -> str | None:
        """The file the finding is in, if it is in one."""
        return self.span.file if self.span else None

    @property
    def part_path(self) -> PartPath | None:
        """The place in the robot, if it is in one."""
        return self.path if isinstance(self.path, PartPath) else None

    def fact(self, name: str) -> str | None:
        """A fact that is a text; None where the finding does not know it."""
        value = self.facts.get(name)
        return value if isinstance(value, str) else None

    def with_fix(self, fix: Fix | None) -> Diagnostic:
        """The finding with another fix, or with none."""
        return self if fix is self.fix else replace(self, fix=fix)

    def with_severity(self, severity: Severity) -> Diagnostic:
        """The finding, as bad as this."""
        return self if severity is self.severity else replace(self, severity=severity)

    def with_notes(self, *notes: str) -> Diagnostic:
        """The finding with further notes."""
        return replace(self, notes=(*self.notes, *notes)) if notes else self

    def __str__(self) -> str:
        where = f"{self.span}: " if self.span else ""
        return f"{where}{self.severity}[{self.code}] {self.rule.name}: {self.message}"

    def __eq__(self, other: object) -> bool:
        return type(other) is Diagnostic and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        # Facts are a mapping, and hardly ever all that tells two findings apart.
        return hash((self.rule, self.message, self.span, self.path))
