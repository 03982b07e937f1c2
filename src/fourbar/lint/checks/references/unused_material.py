"""The check of R211 unused-material."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Compare definitions with uses."""
    used = {
        visual.material.name
        for link in context.robot.links
        for visual in link.visuals
        if visual.material is not None
    }
    for material in context.robot.materials:
        if material.name and material.name not in used:
            message = f"material '{material.name}' is not used"
            yield context.find(
                rules.references.UNUSED_MATERIAL, PartPath("material", material.name), message
            )
