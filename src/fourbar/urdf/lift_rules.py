"""What lifting other formats' closed chains can find."""

from __future__ import annotations

from ..diagnostics import Rule, Severity

LIFTED = Rule(
    "S123", "lifted-loop", Severity.INFO, "A closed chain of another format was read as a loop."
)
NOT_A_LOOP = Rule(
    "S124", "not-a-loop", Severity.WARNING, "A connection of another format is no loop joint."
)
UNUSABLE_LOOPS = Rule(
    "S125", "unusable-loops", Severity.ERROR, "A file of closed chains cannot be used."
)
