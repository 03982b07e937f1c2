"""A closed chain of another format was read as a loop."""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S123",
    name="lifted-loop",
    severity=Severity.INFO,
    summary="A closed chain of another format was read as a loop.",
    since="0.1",
)
