"""The package in $(find ...) cannot be found."""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="X051",
    name="xacro-package-not-found",
    severity=Severity.ERROR,
    summary="The package in $(find ...) cannot be found.",
    since="0.1",
)
