"""An argument has neither a value nor a default."""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X052",
    name="xacro-missing-argument",
    severity=Severity.ERROR,
    summary="An argument has neither a value nor a default.",
    since="0.1",
)
