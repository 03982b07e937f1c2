"""The expansion grows beyond its limits."""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X058",
    name="xacro-too-large",
    severity=Severity.ERROR,
    summary="The expansion grows beyond its limits.",
    since="0.1",
)
