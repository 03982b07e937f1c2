"""xacro cannot expand the file."""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X050",
    name="xacro-error",
    severity=Severity.ERROR,
    summary="xacro cannot expand the file.",
    since="0.1",
)
