"""A macro that is called is not defined."""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X053",
    name="xacro-unknown-macro",
    severity=Severity.ERROR,
    summary="A macro that is called is not defined.",
    since="0.1",
)
