"""A connection of another format is no loop joint."""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S124",
    name="not-a-loop",
    severity=Severity.WARNING,
    summary="A connection of another format is no loop joint.",
    since="0.1",
)
