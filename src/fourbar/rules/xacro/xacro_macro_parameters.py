"""A macro is called with the wrong parameters."""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X057",
    name="xacro-macro-parameters",
    severity=Severity.ERROR,
    summary="A macro is called with the wrong parameters.",
    since="0.1",
)
