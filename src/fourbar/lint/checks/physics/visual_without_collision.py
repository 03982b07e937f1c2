"""The check of P455 visual-without-collision."""

from __future__ import annotations

from .... import rules
from ...rule import Context, Findings, PartPath


def check(context: Context) -> Findings:
    """Compare visuals with collisions."""
    links = context.robot.links
    if not any(link.collisions for link in links):
        return
    for link in links:
        if link.visuals and not link.collisions:
            message = f"link '{link.name}' has visuals but no collision"
            yield context.find(
                rules.physics.VISUAL_WITHOUT_COLLISION, PartPath("link", link.name), message
            )
