"""The expansion is not XML."""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X064",
    name="xacro-invalid-result",
    severity=Severity.ERROR,
    summary="The expansion is not XML.",
    since="0.1",
)
