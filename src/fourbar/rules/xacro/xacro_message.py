"""xacro, or the file itself, says something."""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X060",
    name="xacro-message",
    severity=Severity.WARNING,
    summary="xacro, or the file itself, says something.",
    since="0.1",
)
