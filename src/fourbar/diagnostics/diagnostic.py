"""One finding, and the edit that would repair it."""

from __future__ import annotations

from ..record import record
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
class Diagnostic:
    """A finding: what, how bad, where (`span` in the file, `path` in the robot), and a way out.

    `path` names the element as `joint[elbow].limit.lower`. `notes` are further sentences.
    """

    rule: Rule
    message: str
    span: Span | None = None
    path: str | None = None
    notes: tuple[str, ...] = ()
    fix: Fix | None = None
    severity: Severity = Severity.ERROR

    @property
    def code(self) -> str:
        """The rule's stable code, such as `R201`."""
        return self.rule.code

    @property
    def file(self) -> str | None:
        """The file the finding is in, if it is in one."""
        return self.span.file if self.span else None

    def __str__(self) -> str:
        where = f"{self.span}: " if self.span else ""
        return f"{where}{self.severity}[{self.code}] {self.rule.name}: {self.message}"
