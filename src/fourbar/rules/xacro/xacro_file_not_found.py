"""An included or loaded file cannot be read."""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X056",
    name="xacro-file-not-found",
    severity=Severity.ERROR,
    summary="An included or loaded file cannot be read.",
    since="0.1",
)
