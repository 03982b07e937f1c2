"""An expression cannot be evaluated."""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X055",
    name="xacro-expression",
    severity=Severity.ERROR,
    summary="An expression cannot be evaluated.",
    since="0.1",
)
