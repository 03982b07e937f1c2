"""A YAML file cannot be read."""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X059",
    name="xacro-yaml",
    severity=Severity.ERROR,
    summary="A YAML file cannot be read.",
    since="0.1",
)
