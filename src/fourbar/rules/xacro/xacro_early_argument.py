"""An argument is used before it is declared."""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X062",
    name="xacro-early-argument",
    severity=Severity.WARNING,
    summary="An argument is used before it is declared.",
    since="0.1",
)
