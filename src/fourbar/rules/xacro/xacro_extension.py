"""Read by fourbar, but not by xacro itself."""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X063",
    name="xacro-extension",
    severity=Severity.WARNING,
    summary="Read by fourbar, but not by xacro itself.",
    since="0.1",
)
