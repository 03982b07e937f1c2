"""The xacro package cannot be used."""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X065",
    name="xacro-unavailable",
    severity=Severity.ERROR,
    summary="The xacro package cannot be used.",
    since="0.1",
)
