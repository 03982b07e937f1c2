"""A given argument is declared nowhere."""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X061",
    name="xacro-unknown-argument",
    severity=Severity.WARNING,
    summary="A given argument is declared nowhere.",
    since="0.1",
)
