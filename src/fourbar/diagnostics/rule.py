"""The kinds of finding there are: a stable code, a readable name, a default severity."""

from __future__ import annotations

from enum import StrEnum

from ..record import record


class Severity(StrEnum):
    """How bad a finding is. Errors make `fourbar.load` raise and `fourbar check` exit with 1."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 for the worst."""
        return _RANKS[self]


_RANKS = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}


@record
class Rule:
    """One kind of finding.

    Codes are never reused; the letter and first digit name the stage that finds it (X0 XML,
    S1 schema, R2 references, G3 graph, P4 physics, A5 assets, C6 control, E7 glTF, T8 targets).
    """

    code: str
    name: str
    severity: Severity
    summary: str
