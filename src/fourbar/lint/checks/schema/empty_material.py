"""The check of S145 empty-material."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath

AFTER = ("S10", "S112")


def check(context: Context) -> Findings:
    """Look for colour and texture."""
    for material in context.robot.materials:
        if material.is_reference:
            message = f"material '{material.name}' has neither colour nor texture"
            yield context.find(
                rules.schema.EMPTY_MATERIAL, PartPath("material", material.name), message
            )
