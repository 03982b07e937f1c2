"""An expression uses a name that is not defined."""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X054",
    name="xacro-undefined-property",
    severity=Severity.ERROR,
    summary="An expression uses a name that is not defined.",
    since="0.1",
)
