"""A file of closed chains cannot be used."""

from __future__ import annotations

from ...diagnostics import Rule, Severity

RULE = Rule(
    code="S125",
    name="unusable-loops",
    severity=Severity.ERROR,
    summary="A file of closed chains cannot be used.",
    since="0.1",
)
